import { ENVIRONMENTS, type Environment } from '../kernel/environment.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import {
  createEnterprise,
  createKey,
  listTenants,
  requireTenant,
  revokeKey,
  SETTINGS,
  setSetting,
} from '../tenants/index.ts'

export interface OperatorCommand {
  readonly name: string
  readonly args: string
  readonly does: string
  run(tx: Tx, args: readonly string[]): Promise<string[]>
}

function need(args: readonly string[], index: number, what: string): string {
  const value = args[index]?.trim()
  if (!value) throw new StartError(`${what} is missing.\n\n${usage()}`)
  return value
}

function environment(text: string): Environment {
  if (!ENVIRONMENTS.includes(text as Environment)) {
    throw new StartError(`The environment must be ${ENVIRONMENTS.join(' or ')}, not \`${text}\`.`)
  }
  return text as Environment
}

export const COMMANDS: readonly OperatorCommand[] = [
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
        const [name = '', value = ''] = pair.split('=', 2)
        await setSetting(tx, tenant, name, value)
        lines.push(`${name} = ${value}`)
      }
      return lines
    },
  },
]

export function usage(): string {
  const rows = COMMANDS.map(
    ({ name, args, does }) => `  npm run operator -- ${`${name} ${args}`.trim()}\n      ${does}`,
  )
  return `Operator commands:\n\n${rows.join('\n')}\n`
}
