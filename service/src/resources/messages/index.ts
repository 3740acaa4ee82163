export { openClaimToken } from './claim-token.ts'
export { messageFigures } from './figures.store.ts'
export type { NewMessage, SecurityEvent } from './model.ts'
export { queueMessages, queueMessagesStatements } from './queue.ts'
export {
  findMailHtml,
  KindSchema as MessageKindSchema,
  MESSAGE_STATUSES,
  MessageSchema,
  storedStatuses,
  viewMessage,
} from './schema.ts'
export { messageSending } from './send.ts'
export { listMessages } from './store.ts'
