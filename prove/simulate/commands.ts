import fc from 'fast-check'
import { CONNECTION_COMMANDS, CONTRACT_COMMANDS, P2P_COMMANDS, PAYOUT_COMMANDS } from './creator-commands.ts'
import { type DeliveryQuery, deliveryQuery, type EventQuery, eventQuery } from './events.ts'
import { LIST_COMMANDS } from './list-commands.ts'
import { hourAfter, iso } from './model/book.ts'
import { CARDS, type Card, type Network } from './model/cards.ts'
import type { Model } from './model/model.ts'
import { type Dispute, type Item, type Person, type Purchase, type Refund, wasPaid } from './model/purchase.ts'
import {
  type AnyKind,
  given,
  index,
  indexOrNone,
  keyed,
  kind,
  NO_BUYER,
  pick,
  pickOften,
  pickRecent,
  post,
  put,
  type Step,
  seconds,
  sometimes,
  userData,
} from './step.ts'
import { WITHDRAWAL_COMMANDS } from './withdrawal-commands.ts'

const BUYERS_MAX = 6

/** A share of the total, now and then more than there is; or none, which means all that is left. */
const percentOrAll = sometimes(10, 25, 50, 70, 100, 101)
const shareOf = ({ total }: Purchase, percent: number | undefined): number | undefined =>
  percent === undefined ? undefined : Math.ceil((total * percent) / 100)

const card = fc.constantFrom<Card>(
  'good',
  'good',
  'good',
  'amex',
  'declined',
  'noFunds',
  'unsettled',
  'unrefundable',
  'unrefundable',
)
const line = fc.constantFrom<Network>('answers', 'answers', 'answers', 'unreached', 'lost')
/** A discount is below nothing. */
const item: fc.Arbitrary<Item> = fc.record({
  name: fc.constantFrom('Ticket', 'Früh’bird'),
  description: sometimes('Row 7'),
  amount_in_cents: fc.integer({ min: -500, max: 40_000 }),
  quantity: sometimes(1, 2, 3),
})
const items = fc.array(item, { minLength: 1, maxLength: 3, size: 'max' })
const person: fc.Arbitrary<Person> = fc
  .record({
    first_name: sometimes('Bob', 'Bert'),
    last_name: sometimes('Builder'),
    email: sometimes('bob@example.com'),
  })
  .map(given)

const BUYER_COMMANDS = {
  'create buyer': kind(
    4,
    { person, external: fc.option(fc.nat(5), { nil: undefined }), userData, keyed },
    ({ person, external, userData, keyed }, { buyers }, key) => {
      if (buyers.all.length >= BUYERS_MAX) return undefined
      const externalId = external === undefined ? undefined : `mine-${external}`
      const body = given({ ...person, external_id: externalId, user_data: userData })
      const step = post('/buyer', body, () => buyers.create(person, externalId, userData))
      return { ...step, key: keyed ? key : undefined }
    },
  ),
  'describe buyer': kind(2, { buyer: index, person, userData }, ({ buyer: nth, person, userData }, { buyers }) => {
    const buyer = pick(buyers.all, nth)
    const body = given({ ...person, user_data: userData })
    return buyer && put(`/buyer/${buyer.id}`, body, () => buyers.describe(buyer, person, userData))
  }),
  'save card': kind(7, { buyer: index, card }, ({ buyer: nth, card }, { buyers }) => {
    const buyer = pick(buyers.all, nth)
    if (!buyer) return undefined
    const body = { buyer: buyer.id, number: CARDS[card].number, expiration_month: 12, expiration_year: 2040 }
    return post('/sandbox/card', body, () => buyers.saveCard(buyer, card))
  }),
}

const PURCHASE_COMMANDS = {
  'create purchase': kind(
    9,
    { buyer: indexOrNone, items, auto: sometimes(true, false), userData, keyed },
    ({ buyer: nth, items, auto, userData, keyed }, { buyers, purchases }, key) => {
      const buyer = pick(buyers.all, nth)
      const body = given({
        buyer: buyer?.id ?? NO_BUYER,
        items,
        auto_refund_on_fraud: auto,
        user_data: userData,
      })
      const step = post('/purchase', body, () => purchases.create({ buyer, items, auto, userData }))
      return { ...step, key: keyed ? key : undefined }
    },
  ),
  'commit purchase': kind(12, { purchase: index, line, keyed }, (command, { purchases }, unused): Step | undefined => {
    const purchase = pickOften(
      purchases.all,
      command.purchase,
      ({ status, buyer }) => status === 'created' && !!buyer.card,
    )
    if (!purchase) return undefined
    const key = command.keyed ? unused : undefined
    return {
      method: 'POST',
      path: `/purchase/${purchase.id}/commit`,
      key,
      line: { purchase: purchase.id, how: command.line },
      expect: () => purchases.commit(purchase, command.line, key),
      expectAgain() {
        if (purchase.key === undefined || purchase.key !== key) return this.expect()
        if (!purchase.paidAs) return { status: 409, code: 'idempotency_in_progress' }
        return { status: 200, shows: purchase.paidAs, isReplay: true }
      },
    }
  }),
  'change purchase': kind(
    8,
    {
      purchase: index,
      target: fc.constantFrom<'canceled' | 'completed' | 'refunded'>('canceled', 'completed', 'refunded', 'refunded'),
      line,
      userData,
    },
    ({ purchase: nth, target, line: how, userData }, { purchases }) => {
      const purchase = pickRecent(purchases.all, nth)
      if (!purchase) return undefined
      // The line is bad when the refund is sent, not now.
      const line = { purchase: purchase.id, how }
      const body = given({ status: target, user_data: userData })
      const step = put(`/purchase/${purchase.id}`, body, () => purchases.reach(purchase, target, userData))
      return purchase.charge === 'in_flight' ? step : { ...step, line }
    },
  ),
  'refund purchase': kind(
    8,
    { purchase: index, percent: percentOrAll, reason: sometimes('Returned', 'Broken'), line, keyed },
    ({ purchase: nth, percent, reason, line: how, keyed }, { purchases }, key): Step | undefined => {
      const purchase = pickOften(purchases.all, nth, ({ charge }) => charge === 'settled')
      if (!purchase) return undefined
      const amount = shareOf(purchase, percent)
      let made: Refund | undefined
      const body = given({ amount_in_cents: amount, reason })
      const step = post(`/purchase/${purchase.id}/refund`, body, () => {
        const { expected, made: refund } = purchases.refund(purchase, amount, reason)
        made = refund
        return expected
      })
      return {
        ...step,
        key: keyed ? key : undefined,
        // The line is bad when the refund is sent, not now.
        ...(purchase.charge === 'in_flight' ? {} : { line: { purchase: purchase.id, how } }),
        take(answer, free) {
          if (made) made.id = free.idOf('rfd', answer.id)
          return made && `/refund/${made.id}`
        },
      }
    },
  ),
  'describe purchase': kind(
    2,
    { purchase: index, auto: fc.boolean(), userData },
    ({ purchase: nth, auto, userData }, { purchases }) => {
      const purchase = pickRecent(purchases.all, nth)
      const body = given({ auto_refund_on_fraud: auto, user_data: userData })
      return purchase && put(`/purchase/${purchase.id}`, body, () => purchases.change(purchase, { auto, userData }))
    },
  ),
  'fraud alert': kind(4, { purchase: index }, (command, { purchases }) => {
    const purchase = pickOften(purchases.all, command.purchase, wasPaid)
    return purchase && post('/sandbox/fraud-alert', { purchase: purchase.id }, () => purchases.fraudAlert(purchase))
  }),
  chargeback: kind(3, { purchase: index }, (command, { purchases }) => {
    const purchase = pickOften(purchases.all, command.purchase, wasPaid)
    return purchase && post('/sandbox/chargeback', { purchase: purchase.id }, () => purchases.chargeback(purchase))
  }),
  dispute: kind(
    7,
    {
      purchase: index,
      status: fc.constantFrom<Dispute['status']>('inquiry', 'needs_response', 'under_review', 'won', 'won', 'lost'),
      percent: percentOrAll,
    },
    ({ purchase: nth, status, percent }, { purchases }) => {
      const purchase = pickOften(
        purchases.all,
        nth,
        ({ charge, disputes }) => charge === 'settled' || disputes.length > 0,
      )
      if (!purchase) return undefined
      const amount = shareOf(purchase, percent)
      const body = given({ purchase: purchase.id, status, amount_in_cents: amount })
      return post('/sandbox/dispute', body, () => purchases.dispute(purchase, status, amount))
    },
  ),
}

const APPROVAL_COMMANDS = {
  approve: kind(
    8,
    { approval: index, as: fc.constantFrom(0, 1), keyed },
    ({ approval: nth, as, keyed }, { payouts: { approvals } }, key): Step | undefined => {
      const approval = pickOften(approvals.all, nth, ({ status }) => status === 'awaiting')
      if (!approval) return undefined
      const step = post(`/approval/${approval.id}/approve`, {}, () => approvals.approve(approval, as))
      return { ...step, as, key: keyed ? key : undefined }
    },
  ),
  reject: kind(
    2,
    { approval: index, as: fc.constantFrom(0, 1), reason: sometimes('not ours') },
    ({ approval: nth, as, reason }, { payouts: { approvals } }): Step | undefined => {
      const approval = pickOften(approvals.all, nth, ({ status }) => status === 'awaiting')
      if (!approval) return undefined
      const step = post(`/approval/${approval.id}/reject`, given({ reason }), () =>
        approvals.reject(approval, as, reason),
      )
      return { ...step, as }
    },
  ),
}

const EVENTS = ['account_connection', 'payout', 'buyer', 'purchase', 'contract', 'approval', 'withdrawal'].map(
  (name) => `${name}.update`,
)

const WEBHOOK_COMMANDS = {
  subscribe: kind(
    2,
    { event: fc.constantFrom(...EVENTS), userData, keyed },
    ({ event, userData, keyed }, model, key): Step => {
      const url = 'http://127.0.0.1:9/hook'
      const step = post('/webhook', given({ url, event, user_data: userData }), () =>
        model.subscribe(event, url, userData),
      )
      return {
        ...step,
        key: keyed ? key : undefined,
        take(body, free) {
          const made = model.webhooks.at(-1)
          if (!made) return undefined
          made.id = free.idOf('wh', body.id)
          return `/webhook/${made.id}`
        },
      }
    },
  ),
  unsubscribe: kind(1, { webhook: index }, (command, model): Step | undefined => {
    const webhook = pick(model.webhooks, command.webhook)
    return webhook && { method: 'DELETE', path: `/webhook/${webhook.id}`, expect: () => model.unsubscribe(webhook) }
  }),
}

const planAdvance = (by: number, model: Model): Step =>
  post('/sandbox/clock/advance', { seconds: by }, () => model.advance(by))

const TIME_COMMANDS = {
  fund: kind(2, { amount: fc.integer({ min: 1, max: 5_000_000 }) }, ({ amount }, model) =>
    post('/sandbox/funding', { amount_in_cents: amount }, () => model.fund(amount)),
  ),
  'fund ahead of its date': kind(
    1,
    { amount: fc.integer({ min: 1, max: 5_000_000 }), seconds },
    ({ amount, seconds }, model) => {
      const at = model.book.now + seconds * 1_000
      return post('/sandbox/funding', { amount_in_cents: amount, available_at: iso(at) }, () => model.fund(amount, at))
    },
  ),
  'take back': kind(1, { amount: fc.integer({ min: 1, max: 5_000_000 }) }, ({ amount }, model) =>
    post('/sandbox/funding-return', { amount_in_cents: amount }, () => model.takeBack(amount)),
  ),
  advance: kind(7, { seconds }, ({ seconds }, model) => planAdvance(seconds, model)),
  'advance to the hour': kind(2, { off: fc.integer({ min: -1, max: 1 }) }, ({ off }, model) =>
    planAdvance(Math.max(1, (hourAfter(model.book.now) - model.book.now) / 1_000 + off), model),
  ),
}

const KINDS: Record<string, AnyKind> = {
  ...CONNECTION_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...APPROVAL_COMMANDS,
  ...WITHDRAWAL_COMMANDS,
  ...P2P_COMMANDS,
  ...CONTRACT_COMMANDS,
  ...BUYER_COMMANDS,
  ...PURCHASE_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...TIME_COMMANDS,
  ...LIST_COMMANDS,
}

/** Those that are no request of the enterprise's own are the runner's to carry out. */
export type Command =
  | { readonly do: 'let time pass'; readonly seconds: number }
  | { readonly do: 'suspend' | 'resume' }
  | { readonly do: 'repeat'; readonly request: number; readonly changed: boolean }
  | { readonly do: 'ask for a stranger’s'; readonly which: number; readonly how: number }
  | ({ readonly do: 'list events' } & EventQuery)
  | ({ readonly do: 'list deliveries'; readonly webhook: number } & DeliveryQuery)
  | { readonly do: 'request'; readonly kind: string; readonly fields: unknown }

export function plan(command: Command & { do: 'request' }, model: Model, key: string): Step | undefined {
  return (KINDS[command.kind] as AnyKind).plan(command.fields as never, model, key)
}

const constant = <const T>(value: T) => fc.constant(value)

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  ...Object.entries(KINDS).map(([name, { weight, fields }]) => ({
    weight,
    arbitrary: fc.record({ do: constant('request'), kind: constant(name), fields: fc.record(fields) }),
  })),
  { weight: 7, arbitrary: fc.record({ do: constant('let time pass'), seconds }) },
  { weight: 1, arbitrary: fc.record({ do: constant('suspend') }) },
  { weight: 4, arbitrary: fc.record({ do: constant('resume') }) },
  { weight: 6, arbitrary: fc.record({ do: constant('repeat'), request: index, changed: fc.boolean() }) },
  { weight: 7, arbitrary: fc.record({ do: constant('ask for a stranger’s'), which: index, how: index }) },
  { weight: 2, arbitrary: fc.record({ do: constant('list events'), ...eventQuery }) },
  { weight: 1, arbitrary: fc.record({ do: constant('list deliveries'), webhook: index, ...deliveryQuery }) },
)

const begin = (kind: string, fields: unknown): Command => ({ do: 'request', kind, fields })
const creator = (email: number) =>
  begin('create connection', { email, details: {}, permissions: 'both', legacy: 'none', keyed: false })
const direct = (connection: number) => begin('connect', { connection, type: 'direct', outcome: 'approved' })

/** Every enterprise begins with two creators who can pay each other and with two buyers who can pay. */
export const BEGINNING: readonly Command[] = [
  creator(0),
  creator(1),
  direct(0),
  direct(1),
  ...[0, 1].map(() => begin('create buyer', { person: {}, keyed: false })),
  begin('save card', { buyer: 0, card: 'good' }),
  begin('save card', { buyer: 1, card: 'unrefundable' }),
]
