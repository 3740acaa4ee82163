import { describe, expect, it } from 'vitest'
import { BATCH_MAX } from '../../resources/payouts/index.ts'
import { attemptDetails, attemptedPayees, outcomeOf } from './deed.ts'

const outcomeDetails = (status: number, answer: unknown) => outcomeOf(status, answer).details

describe('the audit log keeps of a request', () => {
  it('whom it concerns and how much, and no secret', () => {
    const body = {
      account_connection: 'acon_1',
      amount_in_cents: 12_500,
      date: '2090-01-01T00:00:00Z',
      description: 'Royalties',
      verification_answer: '4711',
      code: '000000',
      number: '4242424242424242',
      basic_secret: 'hush',
      url: 'https://user:token@example.com/?key=1',
      legacy_payout_method: { account_number: '123456789' },
    }
    expect(attemptDetails(body)).toEqual({
      account_connection: 'acon_1',
      amount_in_cents: 12_500,
      date: '2090-01-01T00:00:00Z',
    })
  })

  it('the number and the sum of a batch, and the total of a purchase', () => {
    const pay = (amount_in_cents: unknown) => ({ account_connection: 'acon_1', amount_in_cents })
    expect(attemptDetails({ payouts: [pay(100), pay(250)] })).toEqual({ payouts: 2, amount_in_cents: 350 })
    expect(attemptDetails({ payouts: [pay(100), pay('much')] })).toEqual({ payouts: 2 })
    const items = [
      { name: 'Ticket', amount_in_cents: 4_500, quantity: 2 },
      { name: 'Discount', amount_in_cents: -900 },
    ]
    expect(attemptDetails({ buyer: 'buy_1', items })).toEqual({ buyer: 'buy_1', total_in_cents: 8_100 })
  })

  it('every payee of a batch with the amount, in order, and nothing else of it', () => {
    const entry = { account_connection: 'acon_1', amount_in_cents: 100, description: 'Royalties', user_data: { a: 1 } }
    const odd = { account_connection: 'acon_2 or\0 any text', amount_in_cents: Number.POSITIVE_INFINITY }
    expect(attemptedPayees({ payouts: [entry, odd, { account_connection: 'acon_3', amount_in_cents: '5' }] })).toEqual([
      { account_connection: 'acon_1', amount_in_cents: 100 },
      {},
      { account_connection: 'acon_3' },
    ])
    for (const none of [undefined, [], { payouts: 'acon_1' }, entry]) expect(attemptedPayees(none)).toEqual([])
    expect(attemptedPayees({ payouts: Array(BATCH_MAX + 1).fill(entry) })).toHaveLength(BATCH_MAX)
  })

  it.each([
    undefined,
    null,
    'text',
    42,
    [],
    [{ amount_in_cents: 1 }],
    {},
    { amount_in_cents: { a: 1 }, buyer: 'b'.repeat(256), payouts: {}, items: [1] },
  ])('nothing of %j', (body) => {
    expect(attemptDetails(body)).toEqual({})
  })
})

describe('the audit log keeps of an answer', () => {
  it('the status, what was made, what it cost and what it became', () => {
    const answer = { id: 'pay_1', amount_in_cents: 100, fee_in_cents: 25, status: 'pending', destination: 'Checking' }
    expect(outcomeDetails(201, JSON.stringify(answer))).toEqual({
      status: 201,
      id: 'pay_1',
      amount_in_cents: 100,
      fee_in_cents: 25,
      became: 'pending',
    })
  })

  it('the code of an error, and not its message', () => {
    const answer = { code: 'insufficient_funds', message: 'The balance is too low.', request_id: 'req_1' }
    expect(outcomeDetails(402, JSON.stringify(answer))).toEqual({ status: 402, code: 'insufficient_funds' })
  })

  it.each([[{ data: [{ id: 'pay_1' }, { id: 'pay_2' }] }], [[{ id: 'pay_1' }, { id: 'pay_2' }]]])(
    'the ends of a list: %j',
    (answer) => {
      expect(outcomeDetails(201, JSON.stringify(answer))).toEqual({
        status: 201,
        first_id: 'pay_1',
        last_id: 'pay_2',
        count: 2,
      })
    },
  )

  it('the payouts of a batch, each with its payee and amount', () => {
    const made = {
      id: 'pay_1',
      account_connection: 'acon_1',
      amount_in_cents: 100,
      status: 'pending',
      destination: 'X',
    }
    const { details, payees } = outcomeOf(201, JSON.stringify({ payouts: [made, { ...made, id: 'pay_2' }] }))
    expect(details).toEqual({ status: 201, first_id: 'pay_1', last_id: 'pay_2', count: 2 })
    expect(payees).toEqual([
      { id: 'pay_1', account_connection: 'acon_1', amount_in_cents: 100 },
      { id: 'pay_2', account_connection: 'acon_1', amount_in_cents: 100 },
    ])
    expect(outcomeOf(201, JSON.stringify(made)).payees).toEqual([])
  })

  it.each([undefined, '', 'no JSON', 'null', '1', {}])('the status alone where it says nothing: %j', (answer) => {
    expect(outcomeDetails(200, answer)).toEqual({ status: 200 })
  })
})
