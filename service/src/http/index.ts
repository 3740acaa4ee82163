export { type Answers, createAnswers } from './answers.ts'
export { BASE_PATH } from './base-path.ts'
export { acceptSignedJson, entryFaultsOf } from './body.ts'
export { type Caller, callerOf, setCaller, setDelegate } from './caller.ts'
export { cookieHeader, cookieIn, DEVICE_SECONDS } from './cookies.ts'
export { sendCsv } from './csv.ts'
export {
  createDryRuns,
  DryRunOf,
  DryRunQuery,
  type DryRuns,
  type Expected,
  isDryRun,
  movesNothing,
  viewDryRun,
} from './dry-run.ts'
export { FORMATS, parseUrl } from './formats.ts'
export { homeRoute, sendNotFound } from './home.ts'
export { expireAnswer, findAnswers, forgetOldAnswers, type KnownAnswers } from './idempotency.store.ts'
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
export { type Language, languageOf } from './language.ts'
export { limitFields } from './limit-figures.ts'
export {
  amountQuery,
  constantQuery,
  OwnerFilter,
  Several,
  shortOrder,
  TypeFilter,
  WALKED,
  type WalkedQuery,
  walkQuery,
  walkQueryWith,
  walkRequest,
} from './list-query.ts'
export { accessCheck, type MetricsAccess } from './metrics-route.ts'
export { sendNdjson } from './ndjson.ts'
export type { RecordedExamples } from './openapi-document.ts'
export { assetRoutes, type Pages, readPages } from './pages.ts'
export { noteGuessing, toErrorBody, toProblem } from './problems.ts'
export type { AnsweredRequest, LoggedHeaders } from './request-log.ts'
export {
  Activity,
  Body,
  Clearable,
  Closed,
  Described,
  Entries,
  exampleId,
  FailureCode,
  HttpUrl,
  IdParam,
  ListOf,
  listRequest,
  NewPassword,
  Nullable,
  OneOf,
  PageQuery,
  periodQuery,
  Reference,
  ResourceId,
  Shape,
  Text,
  Times,
  Timestamp,
  UserData,
  Values,
  viewPage,
} from './schemas.ts'
export { sendUtf8 } from './send-utf8.ts'
export { type Api, createServer, type Request, type Response, type ServerOptions } from './server.ts'
export { createSharedSender, shareAnswers } from './shared-answers.ts'
export { createValidate } from './validation.ts'
export type { Wire } from './wire.ts'
