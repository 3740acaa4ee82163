import { describe, expect, it } from 'vitest'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { sandboxAch } from '../../rails/ach/sandbox.ts'
import type { Transition } from '../transitions/index.ts'
import {
  EVENTS,
  STATES,
  stateOf,
  WITHDRAWAL_STATES,
  type Withdrawal,
  type WithdrawalEvent,
  type WithdrawalState,
} from './model.ts'
import { booksOf } from './postings.ts'
import { approve, fail, hold, initiate, release, reserve, returnFromBank, send } from './transition.ts'

const at = new Date('2026-11-15T10:20:00.000Z')
const books = booksOf(1 as TenantId)

const withdrawal = (state: WithdrawalState): Withdrawal => ({
  id: 'wdr_1' as Id<'withdrawal'>,
  status: state === 'awaiting' ? 'ready' : state,
  amount_in_cents: cents(1_000),
  description: 'x',
  destination: 'Checking ••••6789',
  approval: state === 'awaiting' ? 'apr_1' : null,
  awaits_until: state === 'awaiting' ? at : null,
  due_at: state === 'awaiting' ? null : at,
  batch_at: null,
  ach_file: null,
  return_code: null,
  activity: [],
  user_data: null,
  created_at: at,
  updated_at: at,
})

const bank = {
  name_on_account: 'Acme',
  account_number: '000123456789',
  routing_number: '021000021',
  account_type: 'checking',
} as const

/** Every event as the code makes it happen. */
const HAPPEN: Record<WithdrawalEvent, (before: Withdrawal) => Transition<Withdrawal>> = {
  accept: (before) => reserve(before, books, at),
  hold: (before) => hold(before, books, { approval: 'apr_1', until: at }, at),
  approve: (before) => approve(before, books, 'Pat', at),
  initiate: (before) => initiate(before, books, sandboxAch, at),
  send: (before) => send(before, books, at, { bank, ach: sandboxAch }),
  return: (before) => returnFromBank(before, books, 'R03', at),
  cancel: (before) => release(before, books, { event: 'cancel', why: 'Canceled' }, at),
  expire: (before) => release(before, books, { event: 'expire', why: 'Canceled' }, at),
  fail: (before) => fail(before, books, { code: 'payment_failed' }, at),
}

/** Written from the decisions, not from the code: where each event leads, `-` where it cannot happen. */
const EXPECTED: Record<WithdrawalState, string> = {
  //        accept  hold      approve  initiate send  return    cancel    expire    fail
  created: ' ready   awaiting  -        -        -     -         -         -         -    ',
  awaiting: '-       -         ready    -        -     -         canceled  canceled  error',
  ready: '   -       -         -        pending  -     -         canceled  -         error',
  pending: ' -       -         -        -        sent  -         -         -         error',
  sent: '    -       -         -        -        -     returned  -         -         -    ',
  error: '   -       -         -        -        -     -         -         -         -    ',
  returned: '-       -         -        -        -     -         -         -         -    ',
  canceled: '-       -         -        -        -     -         -         -         -    ',
}

const CASES = STATES.flatMap((state) => {
  const cells = EXPECTED[state].trim().split(/\s+/)
  return EVENTS.map((event, nth) => ({ state, event, to: cells[nth] as string }))
})

describe('every withdrawal state × every event', () => {
  it('is written out', () => {
    expect(Object.keys(EXPECTED)).toEqual(STATES)
    expect(CASES).toHaveLength(72)
  })

  it.each(CASES)('$event in $state: $to', ({ state, event, to }) => {
    expect(follow(WITHDRAWAL_STATES, state, event) ?? '-').toBe(to)
    const happen = () => HAPPEN[event](withdrawal(state))
    if (to === '-') {
      expect(happen).toThrow(`${event} cannot happen in ${state}`)
      return
    }
    const after = happen().to
    expect(stateOf(after)).toBe(to)
    expect(after.status).toBe(to === 'awaiting' ? 'ready' : to)
    expect(after.activity.findLast(({ type }) => type !== 'transfer')).toMatchObject({ status: after.status })
    expect(after.updated_at).toEqual(at)
  })

  it('none is sent without a bank account or a file that has it', () => {
    expect(() => send(withdrawal('pending'), books, at)).toThrow('no bank account')
    expect(send({ ...withdrawal('pending'), ach_file: 'ach_1' }, books, at).to.status).toBe('sent')
  })
})

describe('where the money goes', () => {
  const moves = ({ transfers }: Transition<Withdrawal>) =>
    [...transfers.tenant, ...transfers.bank].map(({ debit, credit, amount }) => `${debit} → ${credit}: ${amount}`)

  it.each([
    ['accept', 'created', ['operating → pending_withdrawals: 1000']],
    ['hold', 'created', ['operating → pending_withdrawals: 1000']],
    ['approve', 'awaiting', []],
    ['initiate', 'ready', []],
    ['send', 'pending', ['pending_withdrawals → due_to_bank: 1000', 'due_from:1 → ach_clearing: 1000']],
    ['return', 'sent', ['due_to_bank → operating: 1000', 'ach_clearing → due_from:1: 1000']],
    ['fail', 'pending', ['pending_withdrawals → operating: 1000']],
    ['fail', 'awaiting', ['pending_withdrawals → operating: 1000']],
    ['cancel', 'ready', ['pending_withdrawals → operating: 1000']],
    ['expire', 'awaiting', ['pending_withdrawals → operating: 1000']],
  ] as const)('%s in %s', (event, state, expected) => {
    expect(moves(HAPPEN[event](withdrawal(state)))).toEqual(expected)
  })

  it('every transfer of one withdrawal has a kind of its own, but for the ends of which one can happen', () => {
    const ends = new Set(['cancel', 'expire', 'fail'])
    const kinds = EVENTS.filter((event) => !ends.has(event) && event !== 'hold').flatMap((event) => {
      const from = CASES.find((one) => one.event === event && one.to !== '-')?.state as WithdrawalState
      const { transfers } = HAPPEN[event](withdrawal(from))
      return [...transfers.tenant, ...transfers.bank].map(({ kind }) => kind)
    })
    expect(new Set(kinds).size).toBe(kinds.length)
  })
})
