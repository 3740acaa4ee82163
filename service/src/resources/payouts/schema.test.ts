import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createValidate } from '../../http/index.ts'
import { statusEntry, transferEntry } from '../../kernel/activity.ts'
import { newId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { fromUtf8 } from '../../kernel/utf8.ts'
import { waitingEntry } from '../account-connections/index.ts'
import { acceptedEntries, initiatedEntry, type Payout } from './model.ts'
import {
  PayoutBatchSchema,
  PayoutCreate,
  PayoutSchema,
  payoutBatchUtf8,
  payoutUtf8,
  type ShownPayout,
  storedPayoutUtf8,
  viewPayout,
} from './schema.ts'

const faultsOf = createValidate(PayoutCreate)
const paramsOf = (body: object): string[] => faultsOf(body).map(({ param }) => param)
const GOOD = { account_connection: 'acon_any', amount_in_cents: 1 }

describe('a payout', () => {
  it.each([
    {},
    { description: 'Royalties', date: '2031-02-28T00:00:00Z', user_data: { a: 1 } },
    { description: null, date: null, user_data: null },
  ])('may be asked for with %j', (more) => {
    expect(faultsOf({ ...GOOD, ...more })).toEqual([])
  })

  it.each([
    ['true', true],
    ['null', null],
    ['text', '100'],
    ['an array', [100]],
    ['a fraction', 1.5],
    ['nothing', 0],
    ['less than nothing', -1],
    ['more than ACH can carry', 10_000_000_000],
    ['beyond the safe integers', 2 ** 53],
  ])('is refused when its amount is %s', (_name, amount_in_cents) => {
    expect(paramsOf({ ...GOOD, amount_in_cents })).toEqual(['amount_in_cents'])
  })

  it.each([
    ['account_connection', undefined],
    ['account_connection', 7],
    ['amount_in_cents', undefined],
    ['description', ''],
    ['description', 'x'.repeat(1_001)],
    ['date', 'tomorrow'],
    ['date', '2031-02-30T00:00:00Z'],
    ['date', 1_900_000_000],
    ['user_data', { a: 'x'.repeat(1_016) }],
    ['status', 'ready'],
  ])('is refused when %s is %j', (field, value) => {
    expect(paramsOf(JSON.parse(JSON.stringify({ ...GOOD, [field]: value })))).toEqual([field])
  })
})

describe('the text of a payout', () => {
  const at = new Date('2031-02-28T09:30:00.120Z')
  const payout: Payout = {
    id: newId('payout'),
    account_connection: 'acon_any',
    status: 'ready',
    type: 'direct',
    amount_in_cents: cents(12_500),
    fee_in_cents: cents(25),
    description: 'Royalties for October',
    date: at,
    destination: null,
    creator_id: null,
    due_at: at,
    batch_at: null,
    ach_file: null,
    return_code: null,
    activity: acceptedEntries(cents(12_525), at),
    user_data: null,
    created_at: at,
    updated_at: at,
  }
  const shown: ShownPayout[] = [
    payout,
    { ...payout, status: 'pending', destination: 'Checking ••••6789' },
    {
      ...payout,
      description: 'Ré "royalties" \\ 日本 💸 \u2028',
      user_data: { order: 'A-1', nested: { a: [1, null] } },
    },
    { ...payout, approval: { id: newId('approval'), status: 'awaiting' } },
    { ...payout, status: 'returned', return_code: 'R03' },
  ]

  async function bySchema(schema: object, body: object): Promise<string> {
    const app = fastify()
    app.get('/', { schema: { response: { 200: schema } } }, async () => body)
    const { body: text } = await app.inject('/')
    return text
  }

  it.each(shown.map((one) => [one.status, one] as const))(
    'is what the schema makes of it: %s',
    async (_status, one) => {
      expect(fromUtf8(payoutUtf8(one))).toBe(await bySchema(PayoutSchema, viewPayout(one)))
    },
  )

  const sentAt = statusEntry('sent', 'Sent', at)
  const braces = statusEntry('sent', 'Sent {"as" told}', at)
  const initiated = [...payout.activity, initiatedEntry('direct', at)]
  it.each([
    ['ready, its fee reserved', { status: 'ready', fee_in_cents: cents(25) }],
    ['pending', { status: 'pending' }],
    ['pending, for a fee', { status: 'pending', fee_in_cents: cents(25), activity: initiated }],
    [
      'pending, a part of the reserved fee returned',
      {
        status: 'pending',
        fee_in_cents: cents(25),
        activity: [...initiated, transferEntry('pending', '$0.25 of the reserved fee returned', at)],
      },
    ],
    [
      'pending, waiting for a new bank account',
      { status: 'pending', fee_in_cents: cents(25), activity: [...initiated, waitingEntry('pending', at, at)] },
    ],
    ['sent on time', { status: 'sent', activity: [...payout.activity, initiatedEntry('direct', at)] }],
    [
      'sent on time, for a fee',
      { status: 'sent', fee_in_cents: cents(25), activity: [...payout.activity, initiatedEntry('direct', at)] },
    ],
    ['sent, its last entry looked at alone', { status: 'sent', activity: [...payout.activity, sentAt] }],
    ['sent for a fee', { status: 'sent', fee_in_cents: cents(25), activity: [...payout.activity, sentAt] }],
    ['sent, with braces in the last entry', { status: 'sent', activity: [...payout.activity, braces] }],
    [
      'sent, and told something since',
      { status: 'sent', activity: [sentAt, { ...sentAt, type: 'error', code: 'R03' }] },
    ],
    [
      'returned',
      { status: 'returned', return_code: 'R03', activity: [sentAt, statusEntry('returned', 'Back', at, 'R03')] },
    ],
    [
      'error',
      { status: 'error', return_code: 'x', activity: [statusEntry('error', 'Zürich ••••', at, 'payment_failed')] },
    ],
    ['canceled', { status: 'canceled' }],
  ] as const)('has the same bytes when its activity comes as it is stored: %s', (_name, changes) => {
    const told = { description: 'of "activity":[] ••', destination: 'Checking ••••6789', user_data: { activity: [] } }
    const one = { ...payout, ...told, fee_in_cents: cents(0), ...changes } as Payout
    const stored = JSON.stringify(one.activity)
    const byPostgres = stored.replaceAll('":', '": ').replaceAll(',"', ', "')
    for (const activity of [stored, byPostgres]) expect(storedPayoutUtf8({ ...one, activity })).toBe(payoutUtf8(one))
  })

  it('is what the schema makes of a batch', async () => {
    const payouts = shown.map(viewPayout)
    const stored = shown.map((one) => ({ ...one, activity: JSON.stringify(one.activity) }))
    expect(fromUtf8(payoutBatchUtf8(stored))).toBe(await bySchema(PayoutBatchSchema, { payouts }))
  })
})
