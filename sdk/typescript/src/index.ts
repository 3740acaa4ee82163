export { createTributary, type Method, Tributary, type TributaryOptions } from './client.ts'
export { ApiError, ConnectionError, type ErrorFields, TimeoutError, TributaryError } from './errors.ts'
export type { FollowOptions } from './events.ts'
export type * from './generated/api.ts'
export { OPERATIONS } from './generated/api.ts'
export { List, type NumberedPage, type Page, type PositionedPage } from './lists.ts'
export { RESOURCES } from './resources.ts'
export type { Attempt, CallOptions, Fetch, Hooks, Outcome } from './transport.ts'
export { API_VERSION, VERSION } from './version.ts'
export {
  type HeadersLike,
  SignatureError,
  type SignatureFailure,
  type SignOptions,
  sign,
  type VerifyOptions,
  verify,
} from './webhooks.ts'
