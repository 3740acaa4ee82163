export {
  type BoundContracts,
  type ConnectionDeps,
  type ContractDecisions,
  connectionNotFound,
  isRightAnswer,
  type WaitingPayouts,
} from './commands.ts'
export { changePermissions, completeConnect, isVerifiedHolder } from './connect.ts'
export { correctBankAccount } from './correct.ts'
export {
  ACCOUNT_NUMBER,
  accountLabel,
  bankLabel,
  type ConnectionType,
  type ContractDecision,
  type GivenPermission,
  holds,
  isSameHolder,
  judgePayee,
  methodsOffered,
  needsDirect,
  type Party,
  type Payee,
  PERMISSIONS,
  type Recipient,
  STATUSES as CONNECTION_STATUSES,
  TYPES as CONNECTION_TYPES,
} from './model.ts'
export {
  type ConnectionFields,
  findConnectionNames,
  findConnectionsByExternalId,
  findConnectionsById,
  findConnectionsByName,
  findPayeesBy,
  walkConnections,
} from './read.store.ts'
export { connectionRoutes } from './routes.ts'
export { ConnectionSchema, LegacyPayoutMethod, standingGrants, viewConnection } from './schema.ts'
export {
  type ConnectionRow,
  connectionsOfCreator,
  findBankAccounts,
  findConnection,
  findCreatorEmails,
  findParties,
  findPayees,
  findRecipients,
  lockConnection,
} from './store.ts'
