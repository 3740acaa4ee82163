// Withdrawals of an enterprise, from its operating account to its own bank account. Read: model.ts (types, states),
// postings.ts, transition.ts (one event each; all pure), store.ts, bank-account.ts (where the money goes), limits.ts
// (how limits count them), settle.ts (writes transitions), approved.ts (those that awaited approval), commands.ts,
// bank-file.ts (ACH files), read.ts, schema.ts, routes.ts, due.ts (steps that are due). audit.store.ts has the checks of
// the audit.

export { heldWithdrawals } from './approved.ts'
export { withdrawalChecks } from './audit.store.ts'
export { putWithdrawalsIntoFile, tenantsWithWithdrawals, undeliveredFiles } from './bank-file.store.ts'
export { deliverWithdrawals, failUnsendableWithdrawals, takeWithdrawalsForFile } from './bank-file.ts'
export {
  correctBankAccount as correctWithdrawalAccount,
  failWithdrawal,
  returnWithdrawal,
  setBankAccount,
} from './commands.ts'
export { withdrawalsDue } from './due.ts'
export { findWithdrawalSubjects } from './event-subjects.ts'
export { sumWithdrawals } from './limits.ts'
export {
  type AnyWithdrawal,
  FAILURE_CODES as WITHDRAWAL_FAILURE_CODES,
  isDue,
  STATUSES as WITHDRAWAL_STATUSES,
  type WithdrawalEvent,
  type WithdrawalStatus,
} from './model.ts'
export type { WithdrawalFields } from './read.store.ts'
export {
  findWithdrawalsById,
  readWithdrawal,
  walkWithdrawals,
  withApproval as withWithdrawalApproval,
} from './read.ts'
export { withdrawalRoutes } from './routes.ts'
export { viewWithdrawal, WithdrawalSchema } from './schema.ts'
export type { WithdrawalDeps } from './settle.ts'
export { isWithdrawalOf } from './store.ts'
export {
  dueTransition,
  fail,
  followedBy,
  initiate,
  reserve,
  returnFromBank,
  type WithdrawalBooks,
} from './transition.ts'
