import { describe, expect, it } from 'vitest'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { cents, ZERO } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { sandboxAch } from '../../rails/ach/sandbox.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { withArrival } from './activity.ts'
import {
  ARRIVAL_MS,
  HELD_MS,
  PAYOUT_STATES,
  type Payout,
  type PayoutEvent,
  type PayoutState,
  STATES,
  stateOf,
} from './model.ts'
import {
  approve,
  claim,
  fail,
  hold,
  initiate,
  type PayoutTransition,
  release,
  returnFromBank,
  send,
} from './transition.ts'

const at = new Date('2026-11-15T10:20:00.000Z')

const settings: TenantSettings = {
  bank_id: 1 as TenantId,
  environment: 'sandbox',
  enterprise_name: 'Acme',
  ach_enabled: true,
  creator_verification_required: false,
  identity_ach: null,
  identity_wallet: null,
  connect_use_case: 'Payout',
  fee_payout_direct_in_cents: ZERO,
  fee_payout_wallet_in_cents: cents(10),
  fee_payout_ach_in_cents: cents(25),
  creator_opening_in_cents: ZERO,
  approval_rules: null,
  payout_limits: null,
  new_bank_account_wait_hours: 0,
  suspended_because: null,
  payouts_resumed_at: null,
  approval_expires_after_hours: 168,
  payouts_stopped_because: null,
  retired: false,
  now: at,
  database_now: at,
}

const tenant = 1 as TenantId

const payout = (state: PayoutState, type: Payout['type'] = 'ach'): Payout => ({
  id: 'pay_1' as Id<'payout'>,
  account_connection: 'acon_1',
  status: state === 'awaiting' ? 'ready' : state,
  type,
  amount_in_cents: cents(1_000),
  fee_in_cents: cents(25),
  description: 'x',
  date: at,
  destination: null,
  creator_id: type === 'ach' ? null : 'cre_1',
  due_at: state === 'awaiting' ? null : at,
  batch_at: state === 'awaiting' ? new Date(at.getTime() + HELD_MS) : null,
  ach_file: null,
  return_code: null,
  activity: [],
  user_data: null,
  created_at: at,
  updated_at: at,
})

const METHODS = { type: 'wallet', destination: 'Wallet', creatorId: 'cre_2' } as const

const bank = {
  name_on_account: 'Alice Alison',
  account_number: '000123456789',
  routing_number: '021000021',
  account_type: 'checking',
} as const

/** Every event as the code makes it happen; `accept` is part of creation. */
const EVENTS: Record<Exclude<PayoutEvent, 'accept'>, (payout: Payout) => PayoutTransition> = {
  hold: (before) => hold(before, tenant, at, at),
  approve: (before) => approve(before, tenant, { payee: undefined, by: 'Pat', at }),
  initiate: (before) => initiate(before, tenant, METHODS, settings, sandboxAch, at),
  send: (before) => send(before, tenant, at, before.type === 'ach' ? { bank, ach: sandboxAch } : undefined),
  return: (before) => returnFromBank(before, tenant, 'R03', at),
  cancel: (before) => release(before, tenant, 'cancel', 'Canceled', at),
  expire: (before) => release(before, tenant, 'expire', 'Canceled', at),
  fail: (before) => fail(before, tenant, { code: 'payment_failed' }, at),
}

const NAMES = ['accept', 'hold', 'approve', 'initiate', 'send', 'return', 'cancel', 'expire', 'fail'] as const

/** Written from the specification, not from the code: where each event leads, `-` where it cannot happen. */
const EXPECTED: Record<PayoutState, string> = {
  //        accept  hold      approve  initiate send  return    cancel    expire    fail
  created: ' ready   awaiting  -        -        -     -         -         -         -    ',
  awaiting: '-       -         ready    -        -     -         canceled  canceled  error',
  ready: '   -       -         -        pending  -     -         canceled  canceled  error',
  pending: ' -       -         -        -        sent  -         -         -         error',
  sent: '    -       -         -        -        -     returned  -         -         -    ',
  error: '   -       -         -        -        -     -         -         -         -    ',
  returned: '-       -         -        -        -     -         -         -         -    ',
  canceled: '-       -         -        -        -     -         -         -         -    ',
}

const CASES = STATES.flatMap((status) => {
  const cells = EXPECTED[status].trim().split(/\s+/)
  return NAMES.map((event, nth) => ({ status, event, to: cells[nth] as string }))
})

describe('every payout state × every event', () => {
  it('is written out', () => {
    expect(Object.keys(EXPECTED)).toEqual(STATES)
    expect(CASES.map(({ to }) => to).every((to) => to === '-' || STATES.includes(to as PayoutState))).toBe(true)
    expect(CASES).toHaveLength(72)
  })

  it.each(CASES)('$event in $status: $to', ({ status, event, to }) => {
    expect(follow(PAYOUT_STATES, status, event) ?? '-').toBe(to)
    if (event === 'accept') return
    const happen = () => EVENTS[event](payout(status))
    if (to === '-') {
      expect(happen).toThrow(`${event} cannot happen in ${status}`)
      return
    }
    const transition = happen()
    const face = to === 'awaiting' ? 'ready' : to
    expect(stateOf(transition.to)).toBe(to)
    expect(transition.to.status).toBe(face)
    expect(transition.to.activity.at(event === 'hold' ? -1 : 0)).toMatchObject({ status: face, date: at.toISOString() })
    expect(transition.to.updated_at).toEqual(at)
  })

  it('a payment whose arrival follows from its initiation stores no entry of it, any other does', () => {
    const pending = initiate(payout('ready', 'direct'), tenant, METHODS, settings, sandboxAch, at).to
    const arrived = pending.due_at as Date
    const onTime = send(pending, tenant, arrived)
    expect(onTime.to.activity).toEqual(pending.activity)
    expect(onTime.changed).not.toContain('activity')
    expect(withArrival(onTime.to).at(-1)).toMatchObject({ status: 'sent', date: arrived.toISOString() })
    const late = send(pending, tenant, new Date(arrived.getTime() + 1))
    const changedOnItsWay = send({ ...pending, updated_at: new Date(at.getTime() + 1) }, tenant, arrived)
    const changedThenLate = send({ ...pending, updated_at: arrived }, tenant, new Date(arrived.getTime() + ARRIVAL_MS))
    const byAch = send({ ...payout('pending', 'ach'), due_at: at }, tenant, at, { bank, ach: sandboxAch })
    for (const { to, changed } of [late, changedOnItsWay, changedThenLate, byAch]) {
      expect(to.activity.at(-1)).toMatchObject({ status: 'sent', date: to.updated_at.toISOString() })
      expect(changed).toContain('activity')
    }
  })

  it('no ACH payout is sent without a bank account', () => {
    expect(() => send(payout('pending'), tenant, at)).toThrow('no bank account')
  })

  it('a payout that awaits approval cannot be claimed', () => {
    expect(() => claim(payout('awaiting'), METHODS, at)).toThrow('awaits approval')
  })

  it('what is final needs no time any more', () => {
    for (const event of ['return', 'cancel', 'expire', 'fail'] as const) {
      const from = event === 'return' ? 'sent' : 'ready'
      expect(EVENTS[event](payout(from)).to.due_at).toBeNull()
    }
  })
})

describe('where the money goes', () => {
  const moves = ({ transfers }: PayoutTransition) =>
    [...transfers.tenant, ...transfers.bank].map(({ debit, credit, amount }) => `${debit} → ${credit}: ${amount}`)

  it.each([
    [
      'initiate, fee lower than reserved',
      EVENTS.initiate(payout('ready')),
      ['pending_payouts → fees_payable: 10', 'pending_payouts → operating: 15'],
    ],
    [
      'send by ACH',
      EVENTS.send(payout('pending')),
      ['pending_payouts → due_to_bank: 1000', 'due_from:1 → ach_clearing: 1000'],
    ],
    [
      'send to an account',
      EVENTS.send(payout('pending', 'direct')),
      ['pending_payouts → due_to_bank: 1000', 'due_from:1 → creator:cre_1: 1000'],
    ],
    ['return', EVENTS.return(payout('sent')), ['due_to_bank → operating: 1000', 'ach_clearing → due_from:1: 1000']],
    [
      'fail while pending',
      EVENTS.fail(payout('pending')),
      ['pending_payouts → operating: 1000', 'fees_payable → operating: 25'],
    ],
    ['fail while ready', EVENTS.fail(payout('ready')), ['pending_payouts → operating: 1025']],
    ['hold', EVENTS.hold(payout('created')), ['operating → pending_payouts: 1025']],
    ['approve', EVENTS.approve(payout('awaiting')), []],
    ['cancel while awaiting', EVENTS.cancel(payout('awaiting')), ['pending_payouts → operating: 1025']],
    ['expire while awaiting', EVENTS.expire(payout('awaiting')), ['pending_payouts → operating: 1025']],
    ['fail while awaiting', EVENTS.fail(payout('awaiting')), ['pending_payouts → operating: 1025']],
    ['cancel', EVENTS.cancel(payout('ready')), ['pending_payouts → operating: 1025']],
    ['expire', EVENTS.expire(payout('ready')), ['pending_payouts → operating: 1025']],
  ])('%s', (_name, transition, expected) => {
    expect(moves(transition)).toEqual(expected)
  })

  it('a fee raised since the funds were reserved is charged only as far as they reach', () => {
    const dear = { ...settings, fee_payout_wallet_in_cents: cents(99) }
    expect(initiate(payout('ready'), tenant, METHODS, dear, sandboxAch, at).to.fee_in_cents).toBe(25)
  })

  it('error gives amount and fee back, so the fee is 0; returned keeps it', () => {
    expect(EVENTS.fail(payout('pending')).to.fee_in_cents).toBe(0)
    expect(EVENTS.return(payout('sent')).to.fee_in_cents).toBe(25)
  })
})
