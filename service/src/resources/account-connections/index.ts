export { type BoundContracts, type ConnectionDeps, connectionNotFound, type WaitingPayouts } from './commands.ts'
export { completeConnect } from './connect.ts'
export {
  bankLabel,
  type ConnectionType,
  holds,
  judgePayee,
  type Party,
  type Payee,
  TYPES as CONNECTION_TYPES,
} from './model.ts'
export { connectionRoutes } from './routes.ts'
export { ConnectionSchema, viewConnection } from './schema.ts'
export {
  type ConnectionRow,
  findBankAccounts,
  findConnection,
  findParties,
  findPayees,
  lockConnection,
} from './store.ts'
