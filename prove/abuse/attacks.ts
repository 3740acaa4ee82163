import { setTimeout as sleep } from 'node:timers/promises'
import type { Checks } from '../proof.ts'
import { checkWait } from './prober.ts'
import { Wire, type WireAnswer } from './wire.ts'

/** Longer than the request log waits before it redacts what came. */
const AFTER_MS = 1_500
/** As many of each at once, since what is done for several may come to the same moment. */
const AT_ONCE = 5

interface Attack {
  readonly bytes: (authorization: string) => Buffer
  /** The status of the answer. */
  readonly status: number
  /** Words that the answer must have. */
  readonly says?: string
}

const BASE = '/enterprise/v1'
const MIB = 1_048_576

/** `filled('ab', 5)` is `abab`. */
const filled = (part: string, length: number): string => part.repeat(Math.floor(length / part.length))

function post(path: string, body: string, more: readonly string[] = []): Attack['bytes'] {
  return (authorization) => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...more,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

const get = (path: string, ...lines: readonly string[]): Attack['bytes'] => {
  return () => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`)
}

const refusedText = (name: string, path: string, field: string, text: string): [string, Attack] => [
  name,
  { bytes: post(`${BASE}${path}`, JSON.stringify({ [field]: text })), status: 400 },
]

/** The request log keeps 32 KiB of a body and searches it for secrets. */
const LOGGED = 32_000

const REDACTION = [
  'aA',
  'http://',
  'https://a/',
  '5',
  '5555555555555.',
  'a ',
  'account no ',
  'sk_live_',
  'a=',
  '\\"',
].map((part) => refusedText(`redaction of ${JSON.stringify(part)} over and over`, '/buyer', 'x', filled(part, LOGGED)))

const NAMES_BOMB = JSON.stringify(Object.fromEntries(Array.from({ length: 3_000 }, (_, nth) => [`k${nth}`, nth])))

const ATTACKS: Readonly<Record<string, Attack>> = {
  'an amount that is given twice': {
    bytes: post(`${BASE}/payout`, '{"account_connection":"acon_x","amount_in_cents":1,"amount_in_cents":500000}'),
    status: 400,
    says: '`amount_in_cents` must not be given twice',
  },
  'an amount that is given twice under another spelling': {
    bytes: post(`${BASE}/payout`, '{"account_connection":"acon_x","amount_in_cents":1,"amount_in_\\u0063ents":500000}'),
    status: 400,
    says: '`amount_in_cents` must not be given twice',
  },
  'a key twice in an entry of a batch': {
    bytes: post(
      `${BASE}/payout/batch`,
      '{"payouts":[{"account_connection":"acon_x","amount_in_cents":1,"amount_in_cents":2}]}',
    ),
    status: 400,
    says: '`amount_in_cents` must not be given twice',
  },
  'a key twice at every depth': {
    bytes: post(`${BASE}/payout`, `${'{"a":1,"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`),
    status: 400,
  },
  'half a million entries in a list': {
    bytes: post(`${BASE}/account-connection`, `{"requested_permissions":[${filled('1,', MIB - 100)}1]}`),
    status: 400,
    says: 'too_many',
  },
  'two hosts': { bytes: get('/healthz', 'Host: x', 'Host: y'), status: 400, says: 'more than one `Host`' },
  'a host that is none': { bytes: get('/healthz', 'Host: x, y'), status: 400, says: 'not a host name' },
  'a length beside chunks': {
    bytes: post(`${BASE}/buyer`, '2\r\n{}\r\n0\r\n\r\n', ['Transfer-Encoding: chunked']),
    status: 400,
    says: 'malformed_request',
  },
  'two lengths': { bytes: post(`${BASE}/buyer`, '{}', ['Content-Length: 3']), status: 400, says: 'malformed_request' },
  'two content types': {
    bytes: post(`${BASE}/buyer`, '{}', ['Content-Type: text/plain']),
    status: 400,
    says: 'more than one `Content-Type`',
  },
  'two idempotency keys': {
    bytes: post(`${BASE}/buyer`, '{}', ['Idempotency-Key: a', 'Idempotency-Key: b']),
    status: 400,
    says: 'more than one `Idempotency-Key`',
  },
  'a `__proto__` under another spelling': {
    bytes: post(`${BASE}/buyer`, '{"user_data":{"__pro\\u0074o__":{"x":1}}}'),
    status: 400,
    says: 'forbidden_key',
  },
  'an e-mail address with a Kelvin sign': {
    bytes: post(`${BASE}/buyer`, '{"email":"\u212Aate@example.com"}'),
    status: 400,
    says: 'invalid_format',
  },
  'a path out of the API': { bytes: get(`${BASE}/..%2f..%2fmetrics`, 'Host: x'), status: 401 },
  'a file out of the pages': { bytes: get('/assets/..%2f..%2fpackage.json', 'Host: x'), status: 404 },
  'an upgrade to HTTP/2': {
    bytes: get(
      '/healthz',
      'Host: x',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
    ),
    status: 200,
  },
  'an upgrade to a WebSocket': {
    bytes: get('/healthz', 'Host: x', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'),
    status: 200,
  },
  'HTTP/2 without asking': { bytes: () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), status: 400 },
  ...Object.fromEntries(REDACTION),
  'redaction of thousands of names': { bytes: post(`${BASE}/buyer`, NAMES_BOMB), status: 400 },
  ...Object.fromEntries([
    refusedText('a megabyte of a host name', '/webhook', 'url', `https://${filled('ä.', MIB / 2 - 200)}`),
    refusedText('a megabyte of a path', '/webhook', 'url', `https://example.com/${filled('/..', MIB - 200)}`),
    refusedText('a megabyte of an e-mail address', '/buyer', 'email', `${filled('a.', MIB - 200)}@`),
    refusedText('a megabyte of white space', '/buyer', 'first_name', filled(' ', MIB - 200)),
  ]),
}

/** The first request for the document makes it, and only that one can be measured. */
export const firstDocument = (port: number, checks: Checks): Promise<void> =>
  checkWait(
    port,
    'the first request for the document',
    () => send(port, get(`${BASE}/openapi.json`, 'Host: x')('')),
    checks,
    1,
  )

/** Each attack several times at once, while somebody else asks every few milliseconds whether the service is up. */
export async function attacks(port: number, authorization: string, checks: Checks): Promise<void> {
  for (const [name, { bytes, status, says = '' }] of Object.entries(ATTACKS)) {
    let answers: (WireAnswer | Error)[] = []
    const attack = async (): Promise<void> => {
      answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(port, bytes(authorization))))
      await sleep(AFTER_MS)
    }
    await checkWait(port, name, attack, checks)
    const others = answers.filter(
      (answer) => answer instanceof Error || answer.status !== status || !answer.text.includes(says),
    )
    checks.check(`${name} is answered ${status}${says && ` with ${says}`}`, others.length === 0, others[0])
  }
}

async function send(port: number, bytes: Buffer): Promise<WireAnswer | Error> {
  const wire = new Wire(port)
  const answer = await wire.send(bytes).catch((error: Error) => error)
  wire.close()
  return answer
}
