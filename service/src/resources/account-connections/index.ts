export { type ConnectionDeps, connectionNotFound, type WaitingPayouts } from './commands.ts'
export { completeConnect } from './connect.ts'
export {
  bankLabel,
  type ConnectionType,
  judgePayee,
  type Payee,
  type Recipient,
  TYPES as CONNECTION_TYPES,
} from './model.ts'
export { connectionRoutes } from './routes.ts'
export { ConnectionSchema, viewConnection } from './schema.ts'
export { findBankAccounts, findConnection, findCreatorEmails, findPayees, findRecipients } from './store.ts'
