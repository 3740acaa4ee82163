import { describe, expect, it } from 'vitest'
import { sizesUpTo, superlinear } from '../test/support/growth.ts'
import { matchColumns } from './dashboard/pay-file/model.ts'
import { cleanName } from './dashboard/people/name.ts'
import { redact, redactSent, redactText, redactUrl } from './dashboard/request-log/redact.ts'
import { readKey } from './http/authentication.ts'
import { parseBody } from './http/body.ts'
import { FORMATS, parseUrl } from './http/formats.ts'
import { routedPath } from './http/request-headers.ts'
import { createValidate } from './http/validation.ts'
import { csvLine, readCsv } from './kernel/csv.ts'
import { isId } from './kernel/ids.ts'
import { canonical, DEPTH_MAX } from './kernel/json.ts'
import { duplicateKeys, hasMorePartsThan } from './kernel/json-text.ts'
import { parseDollars } from './kernel/money.ts'
import { isSpecial } from './platform/special-addresses.ts'
import { readAch, transliterate } from './rails/ach/nacha/index.ts'
import { brandOf, passesLuhn } from './rails/cards/number.ts'
import { normalizeAnswer } from './resources/account-connections/model.ts'
import { LegacyPayoutMethod } from './resources/account-connections/schema.ts'
import { normalizeMobile } from './resources/creators/model.ts'
import { readOrigin } from './resources/embed-origins/model.ts'
import { asName, inLine } from './resources/messages/layout.ts'
import { readRetryAfter } from './resources/webhooks/deliveries/schedule.ts'
import { viewDeliveries } from './resources/webhooks/log/schema.ts'
import type { AttemptRow, DeliveryRow } from './resources/webhooks/log/store.ts'

const KIB = 1_024
/** As long as the door lets a text become: a line of the head, a body, the part of a body that the request log keeps. */
const [HEADER, BODY, LOGGED] = [16 * KIB, KIB * KIB, 32 * KIB]
/** Far longer than what a schema lets through to those that come after it. */
const VALID = 16 * KIB

/** Repeated parts that make expressions and scanners start anew at every character, and fail late. */
const PARTS = [
  ...['a', 'aA', '1', '5', '1 ', '0.', ' ', '\t', '\n', '\r\n', '\r', '"', '""', '\\', '\\"', ',', ';', '=', 'a='],
  ...[
    'http://',
    'https://a/',
    'http://a?',
    '?',
    '#',
    '/',
    '/a',
    '[',
    '{',
    '{"a":',
    '@',
    'a@',
    '.',
    'a.',
    '-',
    '_',
    '%',
  ],
  ...['%41', '+', 'Basic ', 'account no ', 'sk_live_', '123-45-678', '5555555555555.', 'é', '\u0301', '\u{1F600}'],
  ...['\u202e', '\ufdfa', '\ud800', '<', '&', '::', '0:', 'xn--', '\u0000'],
]
/** Parts that each stand for a way to be slow; these are tried at the full length. Quadratic work shows long before it. */
const FULL_LENGTH = ['a', '1', ' ', '"', 'http://', '\ufdfa']
const SHORTER = 16 * KIB

const SHAPES: readonly ((part: string, size: number) => string)[] = [
  (part, size) => part.repeat(Math.ceil(size / part.length)),
  (part, size) => `account: Basic a=http://a@${part.repeat(Math.ceil(size / part.length))}!`,
]

const quietly =
  <T>(work: (input: T) => unknown) =>
  (input: T): unknown => {
    try {
      return work(input)
    } catch {
      return undefined
    }
  }

/** Everything that reads a text from outside, and how long that text may be. */
const READERS: readonly (readonly [name: string, limit: number, read: (text: string) => unknown])[] = [
  ['redaction of a text', LOGGED, redactText],
  ['redaction of a value', LOGGED, (text) => redact({ x: text })],
  ['redaction of a name', LOGGED, (text) => redact({ [text]: { [`${text}x`]: 1 } })],
  ['redaction of an answer', LOGGED, redactSent],
  ['redaction of an address', HEADER, (text) => redactUrl(`/v1/payout?${text}`)],
  ['a body that is a text', BODY, (text) => parseBody(Buffer.from(JSON.stringify({ x: text })))],
  ['a body with a name', BODY, (text) => parseBody(Buffer.from(JSON.stringify({ [text]: 1 })))],
  ['a body that may be no JSON', BODY, (text) => parseBody(Buffer.from(text))],
  ['the canonical spelling of a body', BODY, (text) => canonical({ b: text, a: [text] })],
  ...Object.entries(FORMATS).map(([name, format]) => [`format ${name}`, BODY, format.test] as const),
  ['the address of a webhook', BODY, (text) => parseUrl(`https://${text}`)],
  ['the path of a webhook', BODY, (text) => parseUrl(`https://example.com/${text}`)],
  ['an origin', BODY, (text) => readOrigin(`https://${text}`, 'sandbox')],
  ['a network address', BODY, isSpecial],
  ['Retry-After', HEADER, (text) => readRetryAfter(text, 0)],
  ['Authorization', HEADER, (text) => readKey(text)],
  ['Authorization: Basic', HEADER, (text) => readKey(`Basic ${text}`)],
  ['the path of a request', HEADER, routedPath],
  ['an id', BODY, (text) => isId('payout', `pay_${text}`)],
  ['an amount in a file', BODY, parseDollars],
  ['a CSV file', BODY, readCsv],
  ['a CSV file with a quoted cell', BODY, (text) => readCsv(`"${text}","b"\n`)],
  ['a CSV cell', BODY, (text) => csvLine([text])],
  ['the columns of a file', BODY, (text) => matchColumns([text])],
  ['an ACH file', BODY, readAch],
  ['a text for ACH', VALID, transliterate],
  ['a card number', VALID, (text) => [brandOf(text), passesLuhn(text)]],
  ['a mobile number', VALID, normalizeMobile],
  ['an answer', VALID, normalizeAnswer],
  ['the name of a person', BODY, cleanName],
  ['a name in a mail', VALID, asName],
  ['a text in a mail', VALID, inLine],
  ['what is searched for', BODY, (text) => text.trim().replaceAll(/\s+/g, ' ')],
]

describe('a text that is n times as long takes at most some n times as long to read', () => {
  it.each(READERS)('%s', (_name, limit, read) => {
    const steep = PARTS.flatMap((part) =>
      SHAPES.flatMap((shape, nth) => {
        const longest = nth === 0 && FULL_LENGTH.includes(part) ? limit : Math.min(limit, SHORTER)
        const why = superlinear((size) => shape(part, size), quietly(read), sizesUpTo(longest))
        return why ? [`${JSON.stringify(part)} in shape ${nth}: ${why}`] : []
      }),
    )
    expect(steep).toEqual([])
  })

  it('every pattern of a schema', () => {
    const validate = createValidate(LegacyPayoutMethod)
    const names = Object.keys(LegacyPayoutMethod.properties)
    const steep = PARTS.filter((part) =>
      superlinear(
        (size) => Object.fromEntries(names.map((name) => [name, part.repeat(Math.ceil(size / part.length))])),
        validate,
        sizesUpTo(SHORTER / names.length),
      ),
    )
    expect(steep).toEqual([])
  })
})

/** Bodies that are well-formed, and made of very many parts. */
const BODIES: Record<string, (size: number) => string> = {
  'lists in lists': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects in objects': (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  'entries of a list': (size) => `{"requested_permissions":[${Array(size / 2).join('1,')}1]}`,
  'members of an object': (size) => `{${Array.from({ length: size / 12 }, (_, nth) => `"k${nth}":1`).join(',')}}`,
  'members of one name': (size) =>
    `{${Array(Math.floor(size / 6))
      .fill('"a":1')
      .join(',')}}`,
  'duplicates in each entry': (size) =>
    `[${Array(Math.floor(size / 16))
      .fill('{"a":1,"a":2}')
      .join(',')}]`,
  'duplicates at each depth': (size) => `${'{"a":1,"a":'.repeat(size / 12)}1${'}'.repeat(size / 12)}`,
  'numbers that no double holds': (size) =>
    `[${Array(Math.floor(size / 21))
      .fill('12345678901234567891')
      .join(',')}]`,
  'one number that no double holds': (size) => `{"a":1${'0'.repeat(size)}1}`,
  'escapes in a name': (size) => `{"${'\\u0041'.repeat(size / 6)}":1}`,
  'backslashes in a text': (size) => `["${'\\\\'.repeat(size / 2)}"]`,
  'quotes in a text': (size) => `["${'\\"'.repeat(size / 2)}"]`,
}

describe('a body that is n times as large takes at most some n times as long to parse', () => {
  it.each(Object.entries(BODIES))('%s', (_name, make) => {
    const bytes = (size: number): Buffer => Buffer.from(make(size))
    expect(superlinear(bytes, quietly(parseBody), sizesUpTo(BODY))).toBeUndefined()
    const scan = (text: Buffer): unknown => [
      hasMorePartsThan(text, { max: 1 }),
      [...duplicateKeys(text.toString(), DEPTH_MAX)],
    ]
    expect(superlinear(bytes, quietly(scan), sizesUpTo(BODY))).toBeUndefined()
  })
})

const ATTEMPTS_OF_EACH = 10

/** A page of deliveries that have failed as often as they may. */
function failedDeliveries(attempts: number): { rows: DeliveryRow[]; attempts: AttemptRow[] } {
  const at = new Date(0)
  const idOf = (nth: number) => `dlv_${String(nth).padStart(26, '0')}` as DeliveryRow['id']
  const row = { position: 1, resource: 'pay_1', status: 'dead', due_at: at, attempt: 10, created_at: at } as const
  const made = { at, duration_ms: 1, status: 500, error: null, answer: null }
  return {
    rows: Array.from({ length: attempts / ATTEMPTS_OF_EACH }, (_, nth) => ({ ...row, id: idOf(nth) })),
    attempts: Array.from({ length: attempts }, (_, nth) => ({
      ...made,
      delivery_id: idOf(Math.floor(nth / ATTEMPTS_OF_EACH)),
      attempt: (nth % ATTEMPTS_OF_EACH) + 1,
    })),
  }
}

it('a page of deliveries with n times as many attempts takes at most some n times as long to show', () => {
  const steep = superlinear(failedDeliveries, ({ rows, attempts }) => viewDeliveries(rows, attempts), [1_000, 16_000])
  expect(steep).toBeUndefined()
  const { rows, attempts } = failedDeliveries(30)
  expect(viewDeliveries(rows, attempts).map((one) => one.attempts.map(({ attempt }) => attempt).length)).toEqual([
    10, 10, 10,
  ])
})
