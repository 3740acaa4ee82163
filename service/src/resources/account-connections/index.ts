// Account connections: the tie between an enterprise and a creator, and how that creator is paid. Read: model.ts
// (states, permissions; pure), schema.ts and legacy-payout-method.ts (the wire), activity.ts and events.ts (the entry
// and the event of a transition), store.ts, apply-transition.ts (writes a transition, with what follows in other rooms
// by ports.ts), commands.ts (the enterprise's changes), complete-connect.ts and activation.ts (the end of Connect),
// grants.ts, correct-bank-account.ts and suspension.ts (the receiving bank's word on an account), reviews.ts (identity
// checks that wait for an operator), erasure.ts, read.ts, routes.ts. payment-parties.store.ts is for rooms that pay.

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
export { isSuspendedBy, replacementFor, suspendBankAccount, suspensionsDue } from './suspension.ts'
