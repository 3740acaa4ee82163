import { setTimeout as sleep } from 'node:timers/promises'
import { type Checks, figure } from '../proof.ts'
import { Wire, type WireAnswer } from './wire.ts'

/** No single request but a batch may hold the event loop for longer. */
const HELD_MAX_MS = 250
const POLL_MS = 10
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

/** Reads of the largest pages that may be asked for. */
const READS = ['/sandbox/message', '/payout', '/event'].map((path): [string, Attack] => [
  `a page of a thousand of ${path}`,
  { bytes: (authorization) => readBytes(`${path}?page_size=1000`, authorization), status: 200 },
])

const readBytes = (path: string, authorization: string): Buffer =>
  Buffer.from(`GET ${BASE}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`)

/** The first request for the document makes it. */
export async function firstDocument(port: number, checks: Checks): Promise<void> {
  const alone = await longestWait(port, sleep(AFTER_MS))
  const wait = await longestWait(port, send(port, get(`${BASE}/openapi.json`, 'Host: x')('')))
  figure('longest wait of others beside the first request for the document', wait, 'ms')
  checks.check('beside the first request for the document nobody waits long', wait <= HELD_MAX_MS + alone, { wait })
}

/** Each attack several times at once, while somebody else asks every few milliseconds whether the service is up. */
export async function attacks(port: number, authorization: string, checks: Checks): Promise<void> {
  const alone = await longestWait(port, sleep(AFTER_MS))
  figure('longest wait of others alone', alone, 'ms')
  for (const read of READS) await attackAlone(port, authorization, read, alone, checks)
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const sent = Promise.all(Array.from({ length: AT_ONCE }, () => send(port, attack.bytes(authorization))))
    const [wait, answers] = await Promise.all([
      longestWait(
        port,
        sent.then(() => sleep(AFTER_MS)),
      ),
      sent,
    ])
    figure(`longest wait of others beside ${name}`, wait, 'ms')
    checks.check(`beside ${name} nobody waits long`, wait <= HELD_MAX_MS + alone, { wait, alone })
    const { status, says = '' } = attack
    const others = answers.filter(
      (answer) => answer instanceof Error || answer.status !== status || !answer.text.includes(says),
    )
    checks.check(`${name} is answered ${status}${says && ` with ${says}`}`, others.length === 0, others[0])
  }
}

/** One at a time: each is a single request. */
async function attackAlone(
  port: number,
  authorization: string,
  [name, { bytes, status }]: readonly [string, Attack],
  alone: number,
  checks: Checks,
): Promise<void> {
  const sent = send(port, bytes(authorization))
  const [wait, answer] = await Promise.all([longestWait(port, sent), sent])
  figure(`longest wait of others beside ${name}`, wait, 'ms')
  checks.check(`beside ${name} nobody waits long`, wait <= HELD_MAX_MS + alone, { wait, alone })
  const got = answer instanceof Error ? answer : answer.status
  checks.check(`${name} is answered ${status}`, got === status, got)
}

async function send(port: number, bytes: Buffer): Promise<WireAnswer | Error> {
  const wire = new Wire(port)
  const answer = await wire.send(bytes).catch((error: Error) => error)
  wire.close()
  return answer
}

async function longestWait(port: number, until: Promise<unknown>): Promise<number> {
  const wire = new Wire(port)
  let over = false
  const ended = until.finally(() => {
    over = true
  })
  let longest = 0
  while (!over) {
    const startedAt = performance.now()
    await wire.send(Buffer.from('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'))
    longest = Math.max(longest, performance.now() - startedAt)
    await sleep(POLL_MS)
  }
  await ended
  wire.close()
  return longest
}
