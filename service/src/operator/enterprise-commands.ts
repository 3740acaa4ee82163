import { ENVIRONMENTS } from '../kernel/environment.ts'
import { StartError } from '../platform/start-error.ts'
import {
  createEnterprise,
  createKey,
  listTenants,
  requireTenant,
  SETTINGS,
  setSetting,
} from '../tenants/index.ts'
import { need, needTenant, type OperatorCommand } from './command.ts'

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
