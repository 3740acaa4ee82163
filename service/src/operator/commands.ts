import { auditEverythingInSnapshot } from '../app/audit.ts'
import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import { StartError } from '../platform/start-error.ts'
import { completeConnect, findConnection } from '../resources/account-connections/index.ts'
import { addOrigin, listOrigins, removeOrigin } from '../resources/embed-origins/index.ts'
import {
  createEnterprise,
  createKey,
  listKeys,
  listTenants,
  productionBank,
  requireTenant,
  resumePayouts,
  revokeKey,
  SETTINGS,
  setSetting,
} from '../tenants/index.ts'
import { ACH_COMMANDS } from './ach-commands.ts'
import { need, type OperatorCommand } from './command.ts'
import { KEEPING_COMMANDS } from './keeping-commands.ts'
import { PEOPLE_COMMANDS } from './people-commands.ts'
import { PRODUCTION_COMMANDS } from './production-commands.ts'

/** A surplus word is a mistake that would otherwise pass unseen, most often a name without quotes. */
export function refuseSurplus(command: OperatorCommand, args: readonly string[]): void {
  if (command.args.endsWith('…')) return
  const most = command.args.split(' ').filter(Boolean).length
  if (args.length <= most) return
  const name = /NAME\]?$/.test(command.args) ? args.slice(most - 1).join(' ') : undefined
  throw new StartError(
    `\`${command.name}\` takes ${command.args || 'no arguments'}, nothing after it (\`${args.slice(most).join(' ')}\`)${name ? `: quote a name that has spaces, "${name}".` : '.'}`,
  )
}

const minute = (at: Date | null): string => at?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never'

function environment(text: string): Environment {
  if (!ENVIRONMENTS.includes(text as Environment)) {
    throw new StartError(`The environment must be ${ENVIRONMENTS.join(' or ')}, not \`${text}\`.`)
  }
  return text as Environment
}

const BANK_NEXT = 'Once that is mended: `payouts resume bank production`.'

const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'enterprise create',
    args: 'NAME',
    does: 'creates an enterprise in both environments, with a key for each',
    async run(tx, args) {
      const name = need(args, 0, 'NAME')
      if (name.length > 255) throw new StartError('NAME must have at most 255 characters.')
      const id = await createEnterprise(tx, name)
      const lines = [`${id}  ${name}`]
      for (const env of ENVIRONMENTS) {
        const { id: keyId, key } = await createKey(tx, await requireTenant(tx, id, env), env, 'First key')
        lines.push(`${env.padEnd(12)}${key}  (${keyId}; shown only now)`)
      }
      return lines
    },
  },
  {
    name: 'enterprise list',
    args: '',
    does: 'lists the enterprises and how many keys each environment has',
    async run(tx) {
      const tenants = await listTenants(tx)
      if (tenants.length === 0) return ['There is no enterprise yet.']
      return tenants.map((row) => `${row.enterprise}  ${row.environment.padEnd(10)}  ${row.keys} keys  ${row.name}`)
    },
  },
  {
    name: 'key create',
    args: 'ENTERPRISE ENVIRONMENT [NAME]',
    does: 'creates an API key, shown only once',
    async run(tx, args) {
      const env = environment(need(args, 1, 'ENVIRONMENT'))
      const tenant = await requireTenant(tx, need(args, 0, 'ENTERPRISE'), env)
      const { id, key } = await createKey(tx, tenant, env, args[2] ?? 'Operator')
      return [`${key}  (${id}; shown only now)`]
    },
  },
  {
    name: 'key list',
    args: 'ENTERPRISE',
    does: 'lists the API keys of an enterprise: when each was made, last used and revoked (UTC)',
    async run(tx, args) {
      const enterprise = need(args, 0, 'ENTERPRISE')
      await requireTenant(tx, enterprise, 'sandbox')
      const keys = await listKeys(tx, enterprise)
      if (keys.length === 0) return ['It has no key yet.']
      return keys.map((key) =>
        [
          key.id,
          `${key.prefix}…`.padEnd(16),
          key.environment.padEnd(10),
          `created ${minute(key.created_at)}`,
          `last used ${minute(key.last_used_at)}`.padEnd(26),
          (key.revoked_at ? `revoked ${minute(key.revoked_at)}` : 'valid').padEnd(24),
          ...(key.flagged_at ? [`sent in plain text ${minute(key.flagged_at)}: replace it`] : []),
          key.name,
        ].join('  '),
      )
    },
  },
  {
    name: 'key revoke',
    args: 'ID_OR_PREFIX',
    does: 'revokes an API key; every process refuses it within a second',
    async run(tx, args) {
      const name = need(args, 0, 'ID_OR_PREFIX')
      await revokeKey(tx, name)
      return [`Revoked ${name}.`]
    },
  },
  {
    name: 'settings set',
    args: 'ENTERPRISE ENVIRONMENT NAME=VALUE …',
    does: `sets what the provider configures: ${Object.keys(SETTINGS).join(', ')}`,
    async run(tx, args) {
      const tenant = await requireTenant(tx, need(args, 0, 'ENTERPRISE'), environment(need(args, 1, 'ENVIRONMENT')))
      need(args, 2, 'NAME=VALUE')
      const lines = []
      for (const pair of args.slice(2)) {
        const [name = '', ...rest] = pair.split('=')
        const value = rest.join('=')
        await setSetting(tx, tenant, name, value)
        lines.push(`${name} = ${value}`)
      }
      return lines
    },
  },
  {
    name: 'embed-origin add',
    args: 'ENTERPRISE ENVIRONMENT ORIGIN',
    does: 'lets an origin like https://app.example.com embed Connect and the card form',
    async run(tx, args) {
      const env = environment(need(args, 1, 'ENVIRONMENT'))
      const tenant = await requireTenant(tx, need(args, 0, 'ENTERPRISE'), env)
      const { id, origin } = await addOrigin(tx, tenant, need(args, 2, 'ORIGIN'), env)
      return [`${id}  ${origin}`]
    },
  },
  {
    name: 'embed-origin list',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'lists the origins that may embed',
    async run(tx, args) {
      const env = environment(need(args, 1, 'ENVIRONMENT'))
      const origins = await listOrigins(tx, await requireTenant(tx, need(args, 0, 'ENTERPRISE'), env))
      if (origins.length === 0) return ['No origin may embed.']
      return origins.map(({ id, origin, created_at }) => `${id}  created ${minute(created_at)}  ${origin}`)
    },
  },
  {
    name: 'embed-origin remove',
    args: 'ENTERPRISE ENVIRONMENT ID_OR_ORIGIN',
    does: 'forbids an origin to embed',
    async run(tx, args) {
      const env = environment(need(args, 1, 'ENVIRONMENT'))
      const tenant = await requireTenant(tx, need(args, 0, 'ENTERPRISE'), env)
      const { origin } = await removeOrigin(tx, tenant, need(args, 2, 'ID_OR_ORIGIN'))
      return [`${origin} may not embed any more.`]
    },
  },
  {
    name: 'connect decide',
    args: 'ENTERPRISE ENVIRONMENT CONNECTION OUTCOME',
    does: 'ends the identity check of a pending account connection: approved or rejected',
    async run(tx, args, { connections }) {
      const env = environment(need(args, 1, 'ENVIRONMENT'))
      const tenant = await requireTenant(tx, need(args, 0, 'ENTERPRISE'), env)
      const id = need(args, 2, 'CONNECTION')
      const outcome = need(args, 3, 'OUTCOME')
      if (outcome !== 'approved' && outcome !== 'rejected') {
        throw new StartError(`The outcome must be approved or rejected, not \`${outcome}\`.`)
      }
      const type = (await findConnection(tx, tenant, id))?.submitted_type
      if (!type) throw new StartError(`\`${id}\` does not wait for a check.`)
      const { status } = await completeConnect(tx, tenant, id, { type, outcome }, connections)
      return [`${id} is ${status}.`]
    },
  },
  {
    name: 'audit',
    args: '',
    does: 'checks every book, account, mirror and hold from the first transfer on; exits with 1 when anything disagrees',
    async run(tx) {
      const mismatches = await auditEverythingInSnapshot(tx)
      if (mismatches.length === 0)
        return ['Every book balances, every account equals its transfers, every mirror agrees.']
      throw new StartError(mismatches.map(({ tenant, what }) => `tenant ${tenant}: ${what}`).join('\n'))
    },
  },
  {
    name: 'payouts resume',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'lets payouts go on that the audit has stopped; `bank` for ENTERPRISE: those stopped by the book of the bank that production enterprises share',
    async run(tx, args) {
      const env = environment(need(args, 1, 'ENVIRONMENT'))
      const name = need(args, 0, 'ENTERPRISE')
      const isBank = name === 'bank' && env === 'production'
      const still = await resumePayouts(tx, isBank ? await productionBank(tx) : await requireTenant(tx, name, env))
      if (still) return [`Its own book stops payouts no more, but its bank's does: ${still}`, BANK_NEXT]
      return [isBank ? 'Payouts go on, but for enterprises whose own book stops them.' : 'Payouts go on.']
    },
  },
]

/** Every command there is. */
export const ALL_COMMANDS: readonly OperatorCommand[] = [
  ...COMMANDS,
  ...PEOPLE_COMMANDS,
  ...ACH_COMMANDS,
  ...PRODUCTION_COMMANDS,
  ...KEEPING_COMMANDS,
]

export function usage(): string {
  const rows = ALL_COMMANDS.map(
    ({ name, args, does }) => `  npm run operator -- ${`${name} ${args}`.trim()}\n      ${does}`,
  )
  return `Operator commands:\n\n${rows.join('\n')}\n`
}
