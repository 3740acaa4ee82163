import { auditEverythingInSnapshot } from '../app/audit.ts'
import { StartError } from '../platform/start-error.ts'
import { productionBank, requireTenant, resumePayouts } from '../tenants/index.ts'
import { need, type OperatorCommand, readEnvironment } from './command.ts'

export const LEDGER_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'audit',
    args: '',
    does: 'checks every book, account, mirror and hold from the first transfer on; exits with 1 on a mismatch',
    async run(tx) {
      const mismatches = await auditEverythingInSnapshot(tx)
      if (mismatches.length === 0) {
        return ['Every book balances, every account equals its transfers, every mirror agrees.']
      }
      throw new StartError(mismatches.map(({ tenant, what }) => `tenant ${tenant}: ${what}`).join('\n'))
    },
  },
  {
    name: 'payouts resume',
    args: 'ENTERPRISE ENVIRONMENT',
    does: 'resumes payouts that the audit has stopped; with `bank` for ENTERPRISE, those stopped by the book of the bank that production enterprises share',
    action: 'payouts.resume',
    async change(tx, args) {
      const environment = readEnvironment(need(args, 1, 'ENVIRONMENT'))
      const name = need(args, 0, 'ENTERPRISE')
      const isBank = name === 'bank' && environment === 'production'
      const tenant = isBank ? await productionBank(tx) : await requireTenant(tx, name, environment)
      const stillStopped = await resumePayouts(tx, tenant)
      const where = { environment, ...(isBank ? {} : { enterprise: name }) }
      if (stillStopped) {
        const lines = [
          `The enterprise's own book no longer stops payouts, but its bank's book does: ${stillStopped}`,
          'Once that is corrected: `payouts resume bank production`.',
        ]
        return { ...where, lines, details: { still_stopped: stillStopped } }
      }
      return {
        ...where,
        lines: [isBank ? 'Payouts go on, except for enterprises that their own book stops.' : 'Payouts go on.'],
      }
    },
  },
]
