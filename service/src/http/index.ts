export { type Answers, createAnswers } from './answers.ts'
export { entryFaultsOf } from './body.ts'
export { type Caller, callerOf } from './caller.ts'
export { FORMATS, parseUrl } from './formats.ts'
export {
  type Commands,
  createCommands,
  type FreshAnswer,
  hasAnswer,
  type KeyedRequest,
  keyedRequest,
  type Reply,
  replay,
  savingAnswers,
  sendReply,
  serialize,
} from './idempotency.ts'
export { assetRoutes, type Pages, readPages } from './pages.ts'
export { noteGuessing, toErrorBody } from './problems.ts'
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
  periodQuery,
  Text,
  Timestamp,
  UserData,
  viewPage,
} from './schemas.ts'
export { type Api, BASE_PATH, createServer, type ServerOptions } from './server.ts'
export { findAnswers, forgetOldAnswers, type KnownAnswers } from './store.ts'
export { createValidate } from './validation.ts'
