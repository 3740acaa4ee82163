// The only writer of ledger tables. Read: chart.ts (the accounts), posting.ts (tables of transfers, pure), accounts.ts (open
// and lock), post.ts (write), then the readers: days.ts, period.ts, statement.ts, and audit.ts, which checks them all.

export {
  type LockedAccounts,
  lockAccounts,
  lockOperating,
  openAccounts,
  openBook,
  openCreatorAccount,
  openCreatorReceivable,
  openProcessorAccounts,
  rememberAccountIds,
} from './accounts.ts'
export {
  type AuditCheck,
  audit,
  auditInSnapshot,
  auditNewTransfers,
  findUnexplainedBalances,
  findUnmatchedTransfers,
  type Mismatch,
} from './audit.ts'
export {
  BANK_ACCOUNTS,
  creatorAccount,
  creatorReceivable,
  dueFrom,
  TENANT_ACCOUNTS,
} from './chart.ts'
export { type DaySum, readDaySums, rollUpDays } from './days.ts'
export { countTransfers, ledgerFigures } from './figures.ts'
export {
  type AccountPeriod,
  type AccountTotals,
  listAccounts,
  type PeriodDay,
  type PeriodLine,
  readDayLines,
  readLines,
  readPeriod,
  readTrialBalance,
  type TrialLine,
} from './period.ts'
export { post, postLast, postStatements, type Transfer } from './post.ts'
export {
  type BookTransfers,
  joinTransfers,
  NO_TRANSFERS,
  type Posting,
  transfersOf,
} from './posting.ts'
export { type Movement, readStatement } from './statement.ts'
export { findTransfersOf, readBalances, type TransferRow, transfersOfKinds } from './transfers.ts'
export { accountsView, transfersView } from './views.ts'
