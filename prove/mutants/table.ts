import { APPROVAL_MUTANTS } from './approvals.ts'
import { BANK_MUTANTS } from './bank.ts'
import { LIMIT_MUTANTS } from './limits.ts'
import type { Mutant } from './mutant.ts'
import { PAYOUT_MUTANTS } from './payouts.ts'
import { PROCESSOR_MUTANTS } from './processor.ts'
import { PURCHASE_MUTANTS } from './purchases.ts'
import { SERVICE_MUTANTS } from './service.ts'
import { WITHDRAWAL_MUTANTS } from './withdrawals.ts'

export const MUTANTS: readonly Mutant[] = [
  ...PAYOUT_MUTANTS,
  ...APPROVAL_MUTANTS,
  ...LIMIT_MUTANTS,
  ...PURCHASE_MUTANTS,
  ...PROCESSOR_MUTANTS,
  ...WITHDRAWAL_MUTANTS,
  ...BANK_MUTANTS,
  ...SERVICE_MUTANTS,
]
