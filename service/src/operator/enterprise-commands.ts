import { ENVIRONMENTS } from '../kernel/environment.ts'
import { StartError } from '../platform/start-error.ts'
import {
  createEnterprise,
  createKey,
  listKeys,
  listTenants,
  requireTenant,
  revokeKey,
  SETTINGS,
  setSetting,
} from '../tenants/index.ts'
import { minute, need, needTenant, type OperatorCommand } from './command.ts'

const NAME_MAX = 255

export const ENTERPRISE_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'enterprise create',
    args: 'NAME',
    does: 'creates an enterprise in both environments, with an API key for each',
    async run(tx, args) {
      const name = need(args, 0, 'NAME')
      if (name.length > NAME_MAX) throw new StartError(`NAME must have at most ${NAME_MAX} characters.`)
      const id = await createEnterprise(tx, name)
      const lines = [`${id}  ${name}`]
      for (const environment of ENVIRONMENTS) {
        const tenant = await requireTenant(tx, id, environment)
        const { id: keyId, key } = await createKey(tx, tenant, environment, 'First key')
        lines.push(`${environment.padEnd(12)}${key}  (${keyId}; shown only now)`)
      }
      return lines
    },
  },
  {
    name: 'enterprise list',
    args: '',
    does: 'lists the enterprises and how many API keys each has in each environment',
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
      const { tenant, environment } = await needTenant(tx, args)
      const { id, key } = await createKey(tx, tenant, environment, args[2] ?? 'Operator')
      return [`${key}  (${id}; shown only now)`]
    },
  },
  {
    name: 'key list',
    args: 'ENTERPRISE',
    does: 'lists the API keys of an enterprise: when each was created, last used and revoked (UTC)',
    async run(tx, args) {
      const enterprise = need(args, 0, 'ENTERPRISE')
      await requireTenant(tx, enterprise, 'sandbox')
      const keys = await listKeys(tx, enterprise)
      if (keys.length === 0) return ['The enterprise has no API key yet.']
      return keys.map((key) =>
        [
          key.id,
          `${key.prefix}…`.padEnd(16),
          key.environment.padEnd(10),
          `created ${minute(key.created_at)}`,
          `last used ${minute(key.last_used_at)}`.padEnd(26),
          (key.revoked_at ? `revoked ${minute(key.revoked_at)}` : 'valid').padEnd(24),
          ...(key.flagged_at ? [`sent over plain HTTP ${minute(key.flagged_at)}: replace it`] : []),
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
    does: `changes settings of an enterprise: ${Object.keys(SETTINGS).join(', ')}`,
    async run(tx, args) {
      const { tenant } = await needTenant(tx, args)
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
]
