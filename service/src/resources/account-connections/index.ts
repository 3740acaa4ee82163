export { isVerifiedHolder } from './activation.ts'
export { announceConnection } from './apply-transition.ts'
export { changeConnection, connectionNotFound, isRightAnswer } from './commands.ts'
export { changePermissions, completeConnect } from './complete-connect.ts'
export { correctBankAccount } from './correct-bank-account.ts'
export { announceErased, eraseEvidence, eraseUnneeded } from './erasure.ts'
export { findConnectionSubjects } from './events.ts'
export { requireGivable } from './grants.ts'
export {
  ACCOUNT_NUMBER,
  accountLabel,
  bankLabel,
  type ConnectionRow,
  type ConnectionType,
  type ContractDecision,
  type GivenPermission,
  holds,
  isSameHolder,
  judgePayee,
  methodsOffered,
  type Party,
  type Payee,
  PERMISSIONS,
  payableFrom,
  type Recipient,
  STATUSES as CONNECTION_STATUSES,
  TYPES as CONNECTION_TYPES,
  WAITING_CODE,
  waitingEntry,
} from './model.ts'
export {
  activeDirectConnections,
  allConnections,
  connectionsOfCreator,
  creatorsOfConnections,
  everyConnectionOf,
  findBankAccounts,
  findBusinesses,
  findParties,
  findPayees,
  findPayeesToPay,
  findRecipients,
  typeOfConnection,
  withBankAccountAges,
} from './payment-parties.store.ts'
export type { BoundContracts, ConnectionDeps, ContractDecisions, WaitingPayouts } from './ports.ts'
export {
  CONNECTION_COLUMNS,
  type ConnectionFields,
  findConnectionNames,
  findConnectionsByExternalId,
  findConnectionsById,
  findConnectionsByName,
  findPayeesBy,
  walkConnections,
} from './read.store.ts'
export { describeConnection, readConnectionActivity } from './read.ts'
export { countReviews, listReviews } from './reviews.store.ts'
export { readReview } from './reviews.ts'
export { connectionRoutes } from './routes.ts'
export {
  BankAccountFields,
  ConnectionSchema,
  LegacyPayoutMethod,
  standingGrants,
  TypeSchema as ConnectionTypeSchema,
} from './schema.ts'
export { findConnection, lockConnection } from './store.ts'
export { replacementFor, suspendBankAccount, suspensionsDue } from './suspension.ts'
