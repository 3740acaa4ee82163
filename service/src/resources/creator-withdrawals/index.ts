// Withdrawals of creators, from their accounts in the bank's book to a bank account that they have added and proven. Read:
// model.ts (states), postings.ts (both pure), store.ts, settle.ts (writes transitions), commands.ts, correct.ts (the
// receiving bank corrects an account), bank-file.ts, due.ts.
// The state table and the transitions of a withdrawal are those of withdrawals/. No enterprise sees any of it.

export { creatorWithdrawalChecks } from './audit.store.ts'
export { failUnsendable as failUnsendableOfCreators, takeForFile as takeCreatorsForFile } from './bank-file.ts'
export {
  addBankAccount,
  eraseCreatorBankAccounts,
  proveBankAccount,
  removeBankAccount,
  returnCreatorWithdrawal,
  withdraw,
} from './commands.ts'
export { correctCreatorBankAccount } from './correct.ts'
export { creatorWithdrawalsDue } from './due.ts'
export { type CreatorBankAccount, type CreatorWithdrawal, TRIES_MAX } from './model.ts'
export { CreatorWithdrawalSchema, viewCreatorWithdrawal } from './schema.ts'
export type { CreatorWithdrawalDeps } from './settle.ts'
export {
  dueFromFile as deliverCreatorWithdrawals,
  findBankAccount as findCreatorBankAccount,
  findNewest as findCreatorWithdrawals,
  hasOpenWithdrawals,
  lockBankAccount as lockCreatorBankAccount,
  putIntoFile as putCreatorsIntoFile,
  undeliveredFilesOfCreators,
  waitingForFile as creatorsWaitingForFile,
} from './store.ts'
