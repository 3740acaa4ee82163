export type { NewMessage } from './model.ts'
export { queueMessages } from './queue.ts'
