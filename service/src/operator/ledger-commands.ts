import { auditEverythingInSnapshot } from '../app/audit.ts'
import { resumePayouts } from '../console/index.ts'
import { StartError } from '../platform/start-error.ts'
import { deedCommand, type OperatorCommand, readTenantWords } from './command.ts'

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
  deedCommand(
    resumePayouts,
    {
      name: 'payouts resume',
      args: 'ENTERPRISE ENVIRONMENT',
      does: 'resumes payouts that the audit has stopped; with `bank` for ENTERPRISE, those stopped by the book of the bank that production enterprises share',
    },
    readTenantWords,
    ({ isBank, stillStopped }) => {
      if (stillStopped) {
        return [
          `The enterprise's own book no longer stops payouts, but its bank's book does: ${stillStopped}`,
          'Once that is corrected: `payouts resume bank production`.',
        ]
      }
      return [isBank ? 'Payouts go on, except for enterprises that their own book stops.' : 'Payouts go on.']
    },
  ),
]
