import { TributaryError } from './errors.ts'
import type { Notification } from './generated/api.ts'

/** Why a notification is not taken for one of Tributary's. */
export type SignatureFailure =
  | 'missing_header'
  | 'malformed_header'
  | 'malformed_secret'
  | 'body_missing'
  | 'body_changed'
  | 'wrong_secret'
  | 'clock'

/** The signature of a notification does not hold; `reason` says why, `message` what to do. */
export class SignatureError extends TributaryError {
  override name = 'SignatureError'
  readonly reason: SignatureFailure

  constructor(reason: SignatureFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Headers as fetch, Node's requests or frameworks have them; names count in any case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How far the clock of the sender may be from yours, in seconds. */
  readonly toleranceSeconds?: number | undefined
  /** Your clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

const TOLERANCE_SECONDS = 300
const encoder = new TextEncoder()

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * Verifies a notification and answers it. `body` is what came, byte for byte: not JSON that was parsed and written again.
 * Throws a `SignatureError` whose `reason` says what is wrong.
 */
export async function verify(
  body: string | Uint8Array,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyOptions = {},
): Promise<Notification> {
  const { id, timestamp, signatures } = readHeaders(headers)
  const keys = await Promise.all([secrets].flat().map(importKey))
  if (keys.length === 0) throw new SignatureError('malformed_secret', 'No secret was given to verify with.')
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new SignatureError('body_changed', `The body was parsed before it was verified. ${RAW}`)
  }
  const isSigned = (bytes: Uint8Array): Promise<boolean> => anySigned(keys, signatures, id, timestamp, bytes)
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  if (!(await isSigned(bytes))) throw await mismatch(bytes, isSigned)
  checkClock(Number(timestamp), Math.floor(now() / 1_000), toleranceSeconds)
  return JSON.parse(new TextDecoder().decode(bytes))
}

export interface SignOptions {
  readonly id: string
  readonly secret: string
  /** When it is sent; now, when absent. */
  readonly sentAt?: Date | undefined
}

/** The headers of a notification as the service sends it: for tests of a receiver. */
export async function sign(
  body: string | Uint8Array,
  { id, secret, sentAt = new Date() }: SignOptions,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000))
  const key = await importKey(secret)
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const signature = await crypto.subtle.sign('HMAC', key, signedContent(id, timestamp, bytes))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  }
}

function readHeaders(headers: HeadersLike) {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const found = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new SignatureError('malformed_header', '`webhook-timestamp` is not a number of seconds.')
  }
  const signatures = found
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => fromBase64(one.slice('v1,'.length)))
    .filter((one) => one !== undefined)
  if (signatures.length === 0) {
    throw new SignatureError('malformed_header', '`webhook-signature` holds no signature of the form `v1,…`.')
  }
  return { id, timestamp, signatures }
}

function headerOf(headers: HeadersLike, name: string): string {
  const value = 'get' in headers && typeof headers.get === 'function' ? headers.get(name) : anyCase(headers, name)
  if (typeof value === 'string' && value !== '') return value
  throw new SignatureError(
    'missing_header',
    `The header \`${name}\` is missing: the call is not Tributary's, or a proxy in between has dropped the header.`,
  )
}

function anyCase(headers: object, wanted: string): unknown {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
  return Array.isArray(found) ? found[0] : found
}

async function importKey(secret: string): Promise<Key> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : undefined
  if (!bytes || bytes.length === 0) {
    throw new SignatureError(
      'malformed_secret',
      'The secret is not of the form `whsec_…`; read it from GET /webhook/{id}/secret, whole and without white space.',
    )
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = encoder.encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  return content
}

/** While secrets overlap there are several of both. Each comparison takes the same time, whatever differs. */
async function anySigned(
  keys: readonly Key[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  id: string,
  timestamp: string,
  body: Uint8Array,
): Promise<boolean> {
  const content = signedContent(id, timestamp, body)
  const results = await Promise.all(
    keys.flatMap((key) => signatures.map((one) => crypto.subtle.verify('HMAC', key, one, content))),
  )
  return results.includes(true)
}

const RAW =
  'Verify the bytes that came: read the raw body of the request, in front of any parser (in Express `express.raw()`, in Next.js `await request.text()`).'

/** Finds out why no signature matches: whether the body would match as it was before something changed it. */
async function mismatch(body: Uint8Array, isSigned: (bytes: Uint8Array) => Promise<boolean>): Promise<SignatureError> {
  if (body.length === 0) return new SignatureError('body_missing', `The body is empty; was it read before? ${RAW}`)
  const text = new TextDecoder().decode(body)
  for (const [changed, original] of beforeChange(text)) {
    if (await isSigned(original)) return new SignatureError('body_changed', `The body was ${changed}. ${RAW}`)
  }
  if (!isAsWritten(text)) {
    return new SignatureError('body_changed', `The body is not as Tributary writes one, so it was changed. ${RAW}`)
  }
  return new SignatureError(
    'wrong_secret',
    'None of the secrets made this signature. Each webhook has a secret of its own, in each environment: compare it with GET /webhook/{id}/secret; for 24 hours after a rotation give both.',
  )
}

/** Changes that parsers, proxies and runtimes make to a body, each with the bytes that it was before. */
function beforeChange(text: string): (readonly [string, Uint8Array])[] {
  const found: (readonly [string, Uint8Array])[] = []
  const parsed = parse(text)
  if (typeof parsed === 'object' && parsed !== null) {
    found.push(['parsed and written again', encoder.encode(JSON.stringify(inOrder(parsed)))])
  }
  if (typeof parsed === 'string') found.push(['written as a JSON string', encoder.encode(parsed)])
  if (text.trim() !== text) found.push(['given other white space at its ends', encoder.encode(text.trim())])
  const decoded = fromBase64(text)
  if (decoded) found.push(['encoded as base64', decoded])
  // UTF-8 that was read as Latin-1 and written as UTF-8 again.
  if (isLatin1(text)) {
    found.push(['read as Latin-1', Uint8Array.from(text, (character) => character.charCodeAt(0))])
  }
  return found
}

const isLatin1 = (text: string): boolean => {
  const codes = Array.from(text, (character) => character.charCodeAt(0))
  return codes.every((code) => code < 0x100) && codes.some((code) => code >= 0x80)
}

const FIELDS = ['event', 'id', 'timestamp', 'user_data']

/** Some parsers sort the fields by name, which is the order they are sent in; others keep none. */
const inOrder = (body: object): object => {
  const known = FIELDS.filter((name) => name in body).map((name) => [name, (body as Record<string, unknown>)[name]])
  const rest = Object.entries(body).filter(([name]) => !FIELDS.includes(name))
  return Object.fromEntries([...known, ...rest])
}

/** Whether the body begins as every notification does, without white space between its parts. */
const isAsWritten = (text: string): boolean => parse(text) !== undefined && /^\{"event":"[^"]*","id":"/.test(text)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function checkClock(sentAt: number, now: number, toleranceSeconds: number): void {
  const age = now - sentAt
  if (Math.abs(age) <= toleranceSeconds) return
  throw new SignatureError(
    'clock',
    age > 0
      ? `It is signed, but was sent ${age} seconds ago by its \`webhook-timestamp\`: an old call that somebody repeats, or your clock is fast.`
      : `It is signed, but will be sent in ${-age} seconds by its \`webhook-timestamp\`: your clock is slow.`,
  )
}
