export { type Answers, createAnswers } from './answers.ts'
export { BASE_PATH } from './base-path.ts'
export { entryFaultsOf } from './body.ts'
export { type Caller, callerOf, setCaller, setDelegate } from './caller.ts'
export { sendCsv } from './csv.ts'
export { FORMATS, parseUrl } from './formats.ts'
export { findAnswers, forgetOldAnswers, type KnownAnswers } from './idempotency.store.ts'
export {
  type Commands,
  createCommands,
  createIsKeyReused,
  hasAnswer,
  type KeyedRequest,
  keyedRequest,
  keyReused,
  type Reply,
  sendReply,
  serialize,
} from './idempotency.ts'
export { accessCheck, type MetricsAccess } from './metrics-route.ts'
export { sendNdjson } from './ndjson.ts'
export { assetRoutes, type Pages, readPages } from './pages.ts'
export { noteGuessing, toErrorBody, toProblem } from './problems.ts'
export type { AnsweredRequest } from './request-log.ts'
export {
  Activity,
  Body,
  Clearable,
  Closed,
  Entries,
  IdParam,
  ListOf,
  listQuery,
  listRequest,
  Nullable,
  OneOf,
  PageQuery,
  periodQuery,
  Reference,
  Shape,
  Text,
  Timestamp,
  UserData,
  viewPage,
} from './schemas.ts'
export { type Api, createServer, type Request, type Response, type ServerOptions } from './server.ts'
export { type ListQuery, shareAnswers } from './shared-answers.ts'
export { createValidate } from './validation.ts'
export type { Wire } from './wire.ts'
