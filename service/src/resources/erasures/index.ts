// The erasure of creators: their right to be forgotten against the law's duty to keep. Read: commands.ts, store.ts.

export { askErasure, eraseDue } from './commands.ts'
