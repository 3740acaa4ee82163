import { describe, expect, it } from 'vitest'
import { at, purchase } from '../../../test/support/purchase-row.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Cents, cents, ZERO } from '../../kernel/money.ts'
import { follow, mustFollow } from '../../kernel/state-machine.ts'
import { DISPUTE_STATUSES } from '../../rails/cards/port.ts'
import { sandboxCards } from '../../rails/cards/sandbox.ts'
import { DISPUTE_EVENTS, DISPUTE_STATES, type Dispute, EVENTS_TO } from './disputes/model.ts'
import { takeBack, winBack } from './disputes/transition.ts'
import {
  CHARGE_EVENTS,
  CHARGE_STATES,
  CHARGES,
  type ChargeEvent,
  type ChargeState,
  leftOf,
  NOTHING_RETURNED,
  PURCHASE_EVENTS,
  PURCHASE_STATES,
  type Purchase,
  type PurchaseEvent,
  parseKey,
  returnedOf,
  STATUSES,
} from './model.ts'
import { REFUND_EVENTS, REFUND_STATES, REFUND_STATUSES, type Refund } from './refunds/model.ts'
import { callOffRefund, giveBack, moveRefund, processRefund, refundFails } from './refunds/transition.ts'
import {
  capture,
  collect,
  complete,
  decline,
  fail,
  noteFraudAlert,
  type PurchaseTransition,
  reverseUncharged,
} from './transition.ts'

const RICH = cents(1_000_000)

/** The charge that a purchase in that state usually has. */
const USUAL: Record<Purchase['status'], ChargeState> = {
  created: 'none',
  pending: 'captured',
  settling: 'captured',
  completed: 'settled',
  error: 'voided',
  canceled: 'voided',
  refunded: 'returned',
  reversed: 'returned',
}

const REFUND = { id: 'rfd_1', amount_in_cents: cents(10_000) }
const PART = { id: 'rfd_1', amount_in_cents: cents(3_000) }
const WHOLE = { refunded: cents(10_000), taken: ZERO }
const SOME = { refunded: cents(3_000), taken: ZERO }

const dispute = (more: Partial<Dispute> = {}): Dispute => ({
  id: 'dsp_1' as Id<'dispute'>,
  purchase: 'pch_1',
  reference: null,
  status: 'under_review',
  amount_in_cents: cents(10_000),
  taken_in_cents: cents(10_000),
  is_taken: true,
  reason: null,
  respond_by: at,
  created_at: at,
  updated_at: at,
  ...more,
})

const reverse = (before: Purchase, event: 'refund' | 'cancel', text: string, funds = RICH) =>
  before.charge === 'none'
    ? reverseUncharged(before, event, text, at)
    : giveBack(before, REFUND, { event, text, returned: NOTHING_RETURNED, funds }, at)

const refundPart = (before: Purchase) =>
  giveBack(before, PART, { event: 'refund', text: 'Refunded', returned: NOTHING_RETURNED, funds: RICH }, at)

const chargeback = (before: Purchase, funds: Cents, amount = before.charge === 'settled' ? cents(10_000) : ZERO) =>
  takeBack(before, { id: 'dsp_1' as Id<'dispute'> }, { amount, isWhole: amount === 10_000, funds, related: {} }, at)

const won = dispute({ status: 'won', taken_in_cents: ZERO })

/** Every event as the code makes it happen. */
const EVENTS: Record<PurchaseEvent, (before: Purchase) => PurchaseTransition> = {
  commit: (before) => capture({ ...before, charge: 'in_flight' }, 'charge_approved_1', at),
  collect: (before) => collect(before, sandboxCards, at),
  complete: (before) => complete(before, 'Completed', at),
  fail: (before) => fail(before, 'no', at),
  cancel: (before) => reverse(before, 'cancel', 'Canceled'),
  refund: (before) => reverse(before, 'refund', 'Refunded'),
  refund_part: refundPart,
  process: (before) => processRefund({ ...before, refund: 'due' }, REFUND, true, at),
  refund_fails: (before) => refundFails({ ...before, charge: 'returned', refund: 'done' }, REFUND, WHOLE, 'no', at),
  chargeback: (before) => chargeback(before, RICH),
  win: (before) => winBack({ ...before, charge: 'returned' }, dispute(), won, at),
}

describe('every purchase state × every event', () => {
  for (const status of STATUSES) {
    for (const event of PURCHASE_EVENTS) {
      const to = follow(PURCHASE_STATES, status, event)
      const before = purchase(status, USUAL[status])
      // These events also reach a purchase in another status; then only the charge moves.
      const quiet = to === undefined && ['process', 'refund_fails', 'chargeback', 'win'].includes(event)
      if (quiet) {
        it(`${event} leaves ${status} as it is`, () => {
          expect(EVENTS[event](before).to.status).toBe(status)
        })
      } else if (to === undefined) {
        it(`${event} cannot happen in ${status}`, () => {
          expect(() => EVENTS[event](before)).toThrow('cannot happen in')
        })
      } else {
        it(`${event} leads from ${status} to ${to}, with an entry that says so`, () => {
          const transition = EVENTS[event](before)
          expect(transition.to.status).toBe(to)
          expect(transition.to.activity[0]).toMatchObject({ status: to, date: at.toISOString() })
          expect(transition.to.updated_at).toEqual(at)
        })
      }
    }
  }

  it('what is final has no way out', () => {
    for (const status of ['error', 'canceled'] as const) expect(PURCHASE_STATES[status]).toEqual({})
    // Except for a refund that the network later reports as failed, and for a dispute that is won.
    expect(PURCHASE_STATES.reversed).toEqual({ refund_fails: 'refunded', win: 'completed' })
  })
})

/** A transition that makes each event of a charge happen, from each state of the charge. */
const CHARGING: Record<Exclude<ChargeEvent, 'send'>, (before: Purchase) => PurchaseTransition> = {
  capture: (before) => capture({ ...before, status: 'created' }, 'charge', at),
  decline: (before) => decline({ ...before, status: 'created' }, 'no', 'no', at),
  settle: (before) => complete({ ...before, status: 'settling' }, 'Settled', at),
  void: (before) => fail({ ...before, status: 'settling' }, 'no', at),
  refund: (before) => reverse({ ...before, status: 'completed' }, 'refund', 'Refunded'),
  refund_part: (before) => refundPart({ ...before, status: 'completed' }),
  refund_fails: (before) => refundFails({ ...before, status: 'refunded' }, REFUND, WHOLE, 'no', at),
  call_off: (before) => callOffRefund({ ...before, status: 'refunded' }, REFUND, WHOLE, at),
  take: (before) => chargeback({ ...before, status: 'completed' }, RICH),
  take_part: (before) => chargeback({ ...before, status: 'completed' }, RICH, cents(4_000)),
  win: (before) => winBack({ ...before, status: 'reversed' }, dispute(), won, at),
}

/** Where the event leaves a charge; `undefined` when it cannot happen. */
function chargeAfter(event: keyof typeof CHARGING, charge: ChargeState): ChargeState | undefined {
  try {
    return CHARGING[event](purchase('settling', charge)).to.charge
  } catch {
    return undefined
  }
}

const same = (charge: ChargeState): ChargeState => charge
const voids = (charge: ChargeState): ChargeState | undefined => follow(CHARGE_STATES, charge, 'void')

/** Money that goes back before it settled voids the charge; what was never settled is neither taken nor called off. */
const ELSE: Partial<Record<ChargeEvent, (charge: ChargeState) => ChargeState | undefined>> = {
  refund: (charge) => voids(charge) ?? (charge === 'none' ? 'none' : undefined),
  refund_part: voids,
  take: (charge) => voids(charge) ?? charge,
  take_part: (charge) => voids(charge) ?? charge,
  call_off: (charge) => (charge === 'voided' ? 'voided' : undefined),
  settle: same,
}

describe('every state of a charge × every event', () => {
  for (const charge of CHARGES) {
    for (const event of CHARGE_EVENTS.filter((one) => one !== 'send')) {
      const to = follow(CHARGE_STATES, charge, event) ?? ELSE[event]?.(charge)
      it(`${event} of a charge that is ${charge} ${to === undefined ? 'cannot happen' : `leaves it ${to}`}`, () => {
        expect(chargeAfter(event, charge)).toBe(to)
      })
    }
  }
})

const refund = (status: Refund['status']): Refund => ({
  id: 'rfd_1' as Id<'refund'>,
  purchase: 'pch_1',
  status,
  amount_in_cents: cents(3_000),
  reason: null,
  activity: [],
  call_at: at,
  leased_until: at,
  created_at: at,
  updated_at: at,
})

describe('every state of a refund × every event', () => {
  for (const status of REFUND_STATUSES) {
    for (const event of REFUND_EVENTS) {
      const to = follow(REFUND_STATES, status, event)
      it(`${event} of a refund that is ${status} ${to === undefined ? 'cannot happen' : `leaves it ${to}`}`, () => {
        const move = () =>
          moveRefund(refund(status), event, (became) => ({ entry: '', date: '', type: 'error', status: became }), at).to
        if (to === undefined) expect(move).toThrow('cannot happen in')
        else expect(move()).toMatchObject({ status: to, leased_until: null })
        if (to !== undefined && to !== 'pending') expect(move().call_at).toBeNull()
      })
    }
  }
})

describe('every state of a dispute × every event', () => {
  it.each(DISPUTE_STATUSES)('the events that lead to %s do so from the beginning', (target) => {
    const from = target === 'inquiry' || target === 'needs_response' ? target : 'inquiry'
    const reached = EVENTS_TO[target].reduce(
      (status, event) => (status === target ? status : mustFollow(DISPUTE_STATES, status, event)),
      from as Dispute['status'],
    )
    expect(reached).toBe(target)
  })

  it('a dispute that is decided stays so: nothing is given back or taken twice', () => {
    for (const status of ['won', 'lost'] as const) {
      for (const event of DISPUTE_EVENTS) expect(follow(DISPUTE_STATES, status, event)).toBeUndefined()
    }
  })
})

describe('where the money goes', () => {
  const moves = ({ transfers }: PurchaseTransition) =>
    transfers.tenant.map(({ kind, debit, credit, amount }) => `${kind}: ${debit} → ${credit} ${amount}`)
  const settled = purchase('completed', 'settled')
  const short = cents(2_500)

  it.each([
    ['a charge', EVENTS.commit(purchase('created', 'none')), []],
    ['collecting', EVENTS.collect(purchase('pending', 'captured')), []],
    [
      'settling',
      EVENTS.complete(purchase('settling', 'captured')),
      ['purchase.settled: card_clearing → operating 9680', 'purchase.fee: card_clearing → fees_payable 320'],
    ],
    [
      '`completed` by update of a captured charge',
      EVENTS.complete(purchase('pending', 'captured')),
      ['purchase.settled: card_clearing → operating 9680', 'purchase.fee: card_clearing → fees_payable 320'],
    ],
    ['`completed` by update of what was never charged', EVENTS.complete(purchase('created', 'none')), []],
    ['a failed collection', EVENTS.fail(purchase('settling', 'captured')), []],
    ['a refund before it settled', EVENTS.refund(purchase('settling', 'captured')), []],
    ['a cancel before it settled', EVENTS.cancel(purchase('pending', 'captured')), []],
    ['a chargeback before it settled', EVENTS.chargeback(purchase('settling', 'captured')), []],
    ['a refund', EVENTS.refund(settled), ['purchase.reversal: operating → card_clearing 10000']],
    ['a cancel', EVENTS.cancel(settled), ['purchase.reversal: operating → card_clearing 10000']],
    ['a refund in part', refundPart(settled), ['purchase.reversal: operating → card_clearing 3000']],
    [
      'a refund after a fraud alert that finds the account short',
      reverse(settled, 'refund', 'Refunded', short),
      ['purchase.reversal: operating → card_clearing 2500', 'purchase.reversal.due: refunds_due → card_clearing 7500'],
    ],
    ['a chargeback', EVENTS.chargeback(settled), ['purchase.chargeback: operating → card_clearing 10000']],
    [
      'a chargeback that finds the account short',
      chargeback(settled, short),
      [
        'purchase.chargeback: operating → card_clearing 2500',
        'purchase.chargeback.due: refunds_due → card_clearing 7500',
      ],
    ],
    [
      'a chargeback that finds the account empty',
      chargeback(settled, ZERO),
      ['purchase.chargeback.due: refunds_due → card_clearing 10000'],
    ],
    ['a chargeback after a refund', EVENTS.chargeback(purchase('refunded', 'returned')), []],
    [
      'a refund that a chargeback calls off',
      callOffRefund(purchase('refunded', 'returned', { refund: 'due' }), REFUND, WHOLE, at),
      ['purchase.reversal.back: card_clearing → operating 10000'],
    ],
    [
      'a refund of a voided charge that a chargeback calls off',
      callOffRefund(purchase('refunded', 'voided', { refund: 'due' }), REFUND, WHOLE, at),
      [],
    ],
    [
      'a dispute that is won',
      EVENTS.win(purchase('reversed', 'returned')),
      ['purchase.chargeback.back: card_clearing → operating 10000'],
    ],
    [
      'a dispute of a voided charge that is won: the money comes after all',
      winBack(purchase('reversed', 'voided'), dispute({ taken_in_cents: ZERO }), won, at),
      ['purchase.settled: card_clearing → operating 9680', 'purchase.fee: card_clearing → fees_payable 320'],
    ],
    ['a refund that is processed', EVENTS.process(purchase('refunded', 'returned')), []],
    [
      'a refund that fails',
      refundFails(purchase('refunded', 'returned'), REFUND, WHOLE, 'no', at),
      ['purchase.reversal.back: card_clearing → operating 10000'],
    ],
    [
      'a refund that fails before it settled: the money comes after all',
      refundFails(purchase('refunded', 'voided'), REFUND, WHOLE, 'no', at),
      ['purchase.settled: card_clearing → operating 9680', 'purchase.fee: card_clearing → fees_payable 320'],
    ],
    [
      'a refund in part that fails',
      refundFails(settled, PART, SOME, 'no', at),
      ['purchase.reversal.back: card_clearing → operating 3000'],
    ],
    [
      'a chargeback after a refund that failed',
      EVENTS.chargeback(purchase('refunded', 'settled', { refund: 'failed' })),
      ['purchase.chargeback: operating → card_clearing 10000'],
    ],
    ['a fraud alert that refunds nothing', noteFraudAlert(settled, at), []],
  ])('%s', (_name, transition, expected) => {
    expect(moves(transition)).toEqual(expected)
  })

  it('every transfer of a refund or dispute names it as its source, and those of a settlement the purchase', () => {
    const sources = ({ transfers }: PurchaseTransition) => transfers.tenant.map(({ sourceId }) => sourceId)
    expect(sources(refundPart(settled))).toEqual(['rfd_1'])
    expect(sources(chargeback(settled, short))).toEqual(['dsp_1', 'dsp_1'])
    expect(sources(EVENTS.win(purchase('reversed', 'returned')))).toEqual(['dsp_1'])
    expect(sources(refundFails(purchase('refunded', 'voided'), REFUND, WHOLE, 'no', at))).toEqual(['pch_1', 'pch_1'])
  })

  it('a chargeback calls off the refund that was on its way', () => {
    const before = purchase('refunded', 'returned', { refund: 'due', call_at: at })
    expect(callOffRefund(before, REFUND, WHOLE, at).to).toMatchObject({ refund: 'none', call_at: null, due_at: null })
  })

  it('a refund in part leaves the status; the last part is the refund of the whole', () => {
    expect(refundPart(settled).to).toMatchObject({ status: 'completed', charge: 'settled', refund: 'none' })
    const rest = { id: 'rfd_2', amount_in_cents: cents(7_000) }
    const issue = { event: 'refund' as const, text: 'Refunded', returned: SOME, funds: RICH }
    const last = giveBack(refundPart(settled).to, rest, issue, at)
    expect(last.to).toMatchObject({ status: 'refunded', charge: 'returned', refund: 'due' })
    expect(processRefund(last.to, PART, false, at).to.status).toBe('refunded')
    expect(processRefund(last.to, rest, true, at).to.status).toBe('reversed')
  })

  it('what is left is the total less refunds and disputes; a refund of version 0.1 was of the total', () => {
    expect(leftOf(settled, { refunded: cents(3_000), taken: cents(2_500) })).toBe(4_500)
    expect(returnedOf({ ...settled, refund: 'done' }, undefined)).toEqual(WHOLE)
    expect(returnedOf({ ...settled, refund: 'done' }, SOME)).toEqual(SOME)
    expect(returnedOf(settled, undefined)).toEqual(NOTHING_RETURNED)
  })

  it('the key of a refund at the network names its purchase and itself', () => {
    expect(parseKey('12.pch_1.1')).toEqual({ tenant: 12, id: 'pch_1' })
    expect(parseKey('12.pch_1.1.refund')).toEqual({ tenant: 12, id: 'pch_1' })
    expect(parseKey('12.pch_1.1.rfd_9')).toEqual({ tenant: 12, id: 'pch_1', refund: 'rfd_9' })
    for (const foreign of ['', 'pch_1', '12.pch_1.1.rfd_', '12.pch_1.1.rfd_9.x', 'x.pch_1.1']) {
      expect(parseKey(foreign)).toBeUndefined()
    }
  })

  it('a fraud alert that refunds nothing leaves what is due', () => {
    expect(noteFraudAlert(purchase('settling', 'captured'), at).to.due_at).toEqual(at)
  })
})
