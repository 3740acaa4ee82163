import type { FastifyRequest } from 'fastify'
import { type Problem, type ProblemCode, problem } from '../kernel/errors.ts'
import {
  type Caller,
  type Delegate,
  delegateOf,
  type FindCaller,
  isRejection,
  type KeyRejection,
  setCaller,
} from './caller.ts'

const HOW_TO_AUTHENTICATE =
  'send `Authorization: Basic` with base64 of `<API_KEY>:`, the key as user name and an empty password'

const CHALLENGE = { 'www-authenticate': 'Basic realm="enterprise"' }

const unauthorized = (message: string): Problem => problem('unauthorized', { message, headers: CHALLENGE })

const UNKNOWN: KeyRejection = { reason: 'unknown' }

const REJECTIONS: Record<KeyRejection['reason'], readonly [code: ProblemCode, message: string]> = {
  unknown: ['unauthorized', 'This API key is unknown; create one in the dashboard or with the operator command.'],
  revoked: ['unauthorized', 'This API key was revoked; use another one.'],
  expired: ['key_expired', 'This API key has expired; use another one.'],
  other_environment: [
    'unauthorized',
    'This API key belongs to the other environment; use its base address, or a key of this one.',
  ],
  network_not_allowed: [
    'network_not_allowed',
    'This API key may not be used from the network of this request; add the network to the key, or use another key.',
  ],
}

/** Longer than any key. Longer texts are refused without a query. */
const KEY_MAX = 256
const couldBeKey = (text: string): boolean => text.length <= KEY_MAX && text.startsWith('sk_')

/** Keys by the headers that they were read from: taking a header apart costs more than finding its caller. */
const keysRead = new Map<string, string>()
const KEYS_READ_MAX = 1_000

/** The API key in a Basic header. Throws a problem that says what is wrong with the header. */
export function readKey(header: string | undefined): string {
  if (header === undefined) throw unauthorized(`No Authorization header; ${HOW_TO_AUTHENTICATE}.`)
  const known = keysRead.get(header)
  if (known !== undefined) return known
  const key = takeApart(header)
  if (couldBeKey(key) && header.length <= 2 * KEY_MAX) {
    if (keysRead.size >= KEYS_READ_MAX) keysRead.delete(keysRead.keys().next().value as string)
    keysRead.set(header, key)
  }
  return key
}

function takeApart(header: string): string {
  const [scheme = '', ...rest] = header.split(' ')
  const encoded = rest.join(' ').trimStart()
  if (scheme.toLowerCase() !== 'basic')
    throw unauthorized(`The Authorization header is not Basic; ${HOW_TO_AUTHENTICATE}.`)
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded))
    throw unauthorized(`The Basic credential is not base64; ${HOW_TO_AUTHENTICATE}.`)
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 0) throw unauthorized(`The Basic credential has no colon; ${HOW_TO_AUTHENTICATE}.`)
  if (colon < text.length - 1)
    throw unauthorized(`The password of the Basic credential is not empty; ${HOW_TO_AUTHENTICATE}.`)
  if (colon === 0) throw unauthorized(`The Basic credential has no user name; ${HOW_TO_AUTHENTICATE}.`)
  return text.slice(0, colon)
}

/**
 * Finds the caller before anything else of the request is read. Returns without a promise when the key is in the
 * process's cache, as it is for nearly every request.
 */
export function authenticate(request: FastifyRequest, findCaller: FindCaller): Caller | Promise<Caller> {
  const delegate = delegateOf(request.raw)
  if (delegate) return permit(request, delegate)
  const key = readKey(request.headers.authorization)
  const found = couldBeKey(key) ? findCaller(key, request) : UNKNOWN
  return found instanceof Promise ? found.then((later) => accept(request, later)) : accept(request, found)
}

async function permit(request: FastifyRequest, { caller, permit }: Delegate): Promise<Caller> {
  const route = request.routeOptions.url
  if (route !== undefined) await permit(request.method, route, request.id)
  setCaller(request, caller)
  return caller
}

function accept(request: FastifyRequest, found: Caller | KeyRejection): Caller {
  if (isRejection(found)) throw rejected(request, found)
  setCaller(request, found)
  return found
}

function rejected(request: FastifyRequest, { reason, caller }: KeyRejection): Problem {
  // The request log shows whose key it was.
  if (caller) setCaller(request, caller)
  const [code, message] = REJECTIONS[reason]
  return problem(code, code === 'network_not_allowed' ? message : { message, headers: CHALLENGE })
}

/** The key of a request that is refused anyway; `undefined` where the header holds nothing that could be one. */
export function readKeyIfAny(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  try {
    const key = readKey(header)
    return couldBeKey(key) ? key : undefined
  } catch {
    return undefined
  }
}
