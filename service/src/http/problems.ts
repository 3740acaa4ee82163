import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from '../../../contracts/errors.ts'
import { Problem, problem, unavailable } from '../kernel/errors.ts'
import { errorCode, isDatabaseAway } from '../platform/database.ts'
import { DISK_FULL_MESSAGE } from '../platform/disk-space.ts'
import type { Logger } from '../platform/logs.ts'
import { JSON_TYPE } from './serialization.ts'

/** Problems for errors of Fastify and PostgreSQL, by their error code. */
const BY_ERROR_CODE: Record<string, () => Problem> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    problem('malformed_request', 'The length of the body differs from `Content-Length`.'),
  FST_ERR_BAD_URL: () =>
    problem('malformed_request', 'The path has an invalid percent-encoding; write a literal `%` as `%25`.'),
  // deadlock_detected, serialization_failure, lock_not_available, query_canceled by its time limit
  '40P01': () => unavailable('The service is busy; retry in a moment.'),
  '40001': () => unavailable('The service is busy; retry in a moment.'),
  '55P03': () => unavailable('The service is busy; retry in a moment.'),
  '57014': () => unavailable('The service is busy; retry in a moment.'),
  // A prepared statement no longer fits its table, during an upgrade: the next connection prepares it again.
  '0A000': () => unavailable('The service is being upgraded; retry in a moment.'),
  '26000': () => unavailable('The service is being upgraded; retry in a moment.'),
  // disk_full, out_of_memory
  '53100': () => unavailable(DISK_FULL_MESSAGE),
  '53200': () => unavailable('The database has too little memory; retry in a moment.'),
}

/** Problems for Fastify's other 4xx errors, by status. It answers 414 when a path parameter is too long for any id. */
const BY_CLIENT_ERROR_STATUS: Record<number, () => Problem> = {
  404: () => problem('not_found', 'The path does not exist.'),
  414: () => problem('not_found', 'The path does not exist.'),
  415: () =>
    problem('unsupported_media_type', 'The `Content-Type` is not JSON; send `Content-Type: application/json`.'),
}

const KIB = 1_024
const formatBytes = (bytes: number): string => (bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${bytes / (KIB * KIB)} MiB`)

const bodyTooLarge = (bodyMax: number): Problem =>
  problem('body_too_large', `The body is larger than ${formatBytes(bodyMax)}, the most this path accepts.`)

/** The problem to answer for any error. `bodyMax` is the body limit of the requested path, in bytes. */
export function toProblem(error: unknown, bodyMax = 0): Problem {
  if (error instanceof Problem) return error
  const known = BY_ERROR_CODE[errorCode(error)]
  if (known) return known()
  const status = (error as { statusCode?: unknown } | null | undefined)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    if (status === 413) return bodyTooLarge(bodyMax)
    return BY_CLIENT_ERROR_STATUS[status]?.() ?? problem('malformed_request', 'The request is not well-formed HTTP.')
  }
  if (isDatabaseAway(error)) return unavailable('The database cannot be reached; retry in a moment.')
  return problem('internal_error', 'Something went wrong on our side; it is logged under this request id.')
}

export function toErrorBody(found: Problem, requestId: string): ErrorBody {
  const { message, errors, existing_id, failed_commits, attempts_left, scope, limit, decline_code, details } =
    found.details
  return {
    message,
    code: found.code,
    request_id: requestId,
    ...(errors ? { errors } : {}),
    ...(existing_id ? { existing_id } : {}),
    ...(failed_commits === undefined ? {} : { failed_commits }),
    ...(attempts_left === undefined ? {} : { attempts_left }),
    ...(scope === undefined ? {} : { scope }),
    ...(limit === undefined ? {} : { limit }),
    ...(decline_code === undefined ? {} : { decline_code }),
    ...(details ? { details } : {}),
  }
}

/** Logs a caller that tries too many keys, tokens, answers or codes. The values that it tried are not logged. */
export function noteGuessing({ details, code }: Problem, { id, ip }: FastifyRequest, log: Logger): void {
  const guessing = details.guessing ?? (details.attempts_left === 0 ? code : undefined)
  if (guessing) log.warn({ request_id: id, address: ip, guessing }, 'too many wrong tries')
}

/** The code of the problem that a request was answered with, for its log line and the metrics. */
const answeredWith = new WeakMap<FastifyRequest, string>()
export const problemOf = (request: FastifyRequest): string | undefined => answeredWith.get(request)

/** Answers a request with an error. All error responses of routes are made here. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const found = toProblem(error, request.routeOptions.bodyLimit)
  if (found.status >= 500 && !found.details.isSimulated)
    log.error({ err: error, request_id: request.id }, found.message)
  noteGuessing(found, request, log)
  answeredWith.set(request, found.code)
  return reply
    .code(found.status)
    .headers(found.details.headers ?? {})
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(toErrorBody(found, request.id)))
}
