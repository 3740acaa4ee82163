export { entryFaultsOf } from './body.ts'
export { callerOf } from './caller.ts'
export {
  type Commands,
  createCommands,
  type FreshAnswer,
  type KeyedRequest,
  keyedRequest,
  type Reply,
  replay,
  savingAnswers,
  sendReply,
  serialize,
} from './idempotency.ts'
export {
  Activity,
  Closed,
  Entries,
  IdParam,
  ListOf,
  listQuery,
  OneOf,
  PageQuery,
  pageRequest,
  Text,
  Timestamp,
  UserData,
  viewPage,
} from './schemas.ts'
export { type Api, BASE_PATH, createServer } from './server.ts'
export { findAnswers, forgetOldAnswers } from './store.ts'
export { createValidate } from './validation.ts'
