import { ENVIRONMENTS } from '../kernel/environment.ts'
import { StartError } from '../platform/start-error.ts'
import {
  createEnterprise,
  createKey,
  listTenants,
  lockApprovalRules,
  readSettings,
  requireTenant,
  resumeEnterprise,
  SETTINGS,
  setSetting,
  suspendEnterprise,
  writeApprovalRules,
} from '../tenants/index.ts'
import { BANK_ACCOUNT_COMMAND } from './bank-account-command.ts'
import { need, needTenant, type OperatorCommand } from './command.ts'

const NAME_MAX = 255

export const ENTERPRISE_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'enterprise create',
    args: 'NAME',
    does: 'creates an enterprise in both environments, with an API key for each',
    action: 'enterprise.create',
    async change(tx, args) {
      const name = need(args, 0, 'NAME')
      if (name.length > NAME_MAX) throw new StartError(`NAME must have at most ${NAME_MAX} characters.`)
      const id = await createEnterprise(tx, name)
      const lines = [`${id}  ${name}`]
      const keys: string[] = []
      for (const environment of ENVIRONMENTS) {
        const tenant = await requireTenant(tx, id, environment)
        const { id: keyId, key } = await createKey(tx, tenant, environment, 'First key')
        lines.push(`${environment.padEnd(12)}${key}  (${keyId}; shown only now)`)
        keys.push(keyId)
      }
      return { lines, enterprise: id, subject: id, details: { name, keys } }
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
    name: 'enterprise suspend',
    args: 'ENTERPRISE ENVIRONMENT REASON',
    does: 'stops all new money out of an enterprise; returns, refunds and reading go on. It reads the reason',
    action: 'enterprise.suspend',
    async change(tx, args) {
      const { tenant, enterprise, environment } = await needTenant(tx, args)
      const { reason } = await suspendEnterprise(tx, tenant, need(args, 2, 'REASON'))
      const lines = [`Suspended ${enterprise} in ${environment}: no new money moves out.`]
      return { lines, enterprise, environment, subject: enterprise, details: { reason } }
    },
  },
  {
    name: 'enterprise resume',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'lifts the suspension of an enterprise; what waited goes on',
    action: 'enterprise.resume',
    async change(tx, args) {
      const { tenant, enterprise, environment } = await needTenant(tx, args)
      const { reason } = await resumeEnterprise(tx, tenant)
      const lines = [`Resumed ${enterprise} in ${environment}.`]
      return { lines, enterprise, environment, subject: enterprise, details: { suspended_because: reason } }
    },
  },
  {
    name: 'settings set',
    args: 'ENTERPRISE ENVIRONMENT NAME=VALUE …',
    does: `changes settings of an enterprise: ${Object.keys(SETTINGS).join(', ')}`,
    action: 'settings.change',
    async change(tx, args) {
      const { tenant, enterprise, environment } = await needTenant(tx, args)
      need(args, 2, 'NAME=VALUE')
      const before = await readSettings(tx, tenant)
      const lines: string[] = []
      const changes: Record<string, unknown> = {}
      for (const pair of args.slice(2)) {
        const [name = '', ...rest] = pair.split('=')
        const value = rest.join('=')
        const setting = await setSetting(tx, tenant, name, value)
        changes[setting] = { before: before[setting], after: value }
        lines.push(`${name} = ${value}`)
      }
      return { lines, enterprise, environment, details: { changes } }
    },
  },
  BANK_ACCOUNT_COMMAND,
  {
    name: 'approval-rules clear',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'removes the approval rules of an enterprise that can no longer meet them; what awaits already goes on awaiting',
    action: 'approvals.rules',
    async change(tx, args) {
      const { tenant, enterprise, environment } = await needTenant(tx, args)
      const before = await lockApprovalRules(tx, tenant)
      await writeApprovalRules(tx, tenant, [])
      const lines = [`Removed ${before.length} approval ${before.length === 1 ? 'rule' : 'rules'}.`]
      return { lines, enterprise, environment, details: { before, after: [] } }
    },
  },
]
