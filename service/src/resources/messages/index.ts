export type { NewMessage } from './model.ts'
export { queueingMessages, queueMessages } from './queue.ts'
