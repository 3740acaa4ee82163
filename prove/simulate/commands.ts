import fc from 'fast-check'
import { CONNECTION_COMMANDS, CONTRACT_COMMANDS, P2P_COMMANDS, PAYOUT_COMMANDS } from './creator-commands.ts'
import { hourAfter, type Resource } from './model/book.ts'
import type { Model } from './model/model.ts'
import { CARDS, type Card, type Network, wasPaid } from './model/purchases.ts'
import {
  type AnyKind,
  index,
  indexOrNone,
  keyed,
  kind,
  pick,
  pickRecent,
  post,
  put,
  type Step,
  seconds,
  tag,
  tagged,
} from './step.ts'

const NO_BUYER = 'buy_00000000000000000000000000'
const BUYERS_MAX = 6

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
/** Amounts of items; a discount is below nothing. */
const items = fc.array(fc.integer({ min: -500, max: 40_000 }), { minLength: 1, maxLength: 3, size: 'max' })

const BUYER_COMMANDS = {
  'create buyer': kind(
    4,
    {
      name: fc.option(fc.constant('Bob'), { nil: undefined }),
      external: fc.option(fc.nat(5), { nil: undefined }),
      keyed,
      tag,
    },
    ({ name, external, keyed, tag }, { purchases }, key) => {
      if (purchases.buyers.length >= BUYERS_MAX) return undefined
      const externalId = external === undefined ? undefined : `mine-${external}`
      const body = {
        ...(name === undefined ? {} : { first_name: name }),
        ...(externalId === undefined ? {} : { external_id: externalId }),
      }
      const step = post('/buyer', body, () => purchases.createBuyer(name, externalId))
      return { ...tagged(step, tag), key: keyed ? key : undefined }
    },
  ),
  'rename buyer': kind(1, { buyer: index, name: fc.constantFrom('Bob', 'Bert') }, (command, { purchases }) => {
    const buyer = pick(purchases.buyers, command.buyer)
    const { name } = command
    return buyer && put(`/buyer/${buyer.id}`, { first_name: name }, () => purchases.rename(buyer, name))
  }),
  'save card': kind(7, { buyer: index, card }, ({ buyer: nth, card }, { purchases }) => {
    const buyer = pick(purchases.buyers, nth)
    if (!buyer) return undefined
    const body = { buyer: buyer.id, number: CARDS[card].number, expiration_month: 12, expiration_year: 2040 }
    return post('/sandbox/card', body, () => purchases.saveCard(buyer, card))
  }),
}

const PURCHASE_COMMANDS = {
  'create purchase': kind(
    9,
    { buyer: indexOrNone, items, auto: fc.boolean(), keyed, tag },
    (command, { purchases }, key) => {
      const buyer = pick(purchases.buyers, command.buyer)
      const body = {
        buyer: buyer?.id ?? NO_BUYER,
        items: command.items.map((amount) => ({ name: 'Ticket', amount_in_cents: amount })),
        auto_refund_on_fraud: command.auto,
      }
      const step = post('/purchase', body, () => purchases.create(buyer, command.items, command.auto))
      return { ...tagged(step, command.tag), key: command.keyed ? key : undefined }
    },
  ),
  'commit purchase': kind(12, { purchase: index, line, keyed }, (command, { purchases }, unused): Step | undefined => {
    // Most often one that can be.
    const open = purchases.all.filter(({ status }) => status === 'created')
    const among = open.length > 0 && command.purchase % 4 > 0 ? open : purchases.all
    const purchase = pickRecent(among, command.purchase)
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
        return wasPaid(purchase) ? 'replay' : { status: 409, code: 'idempotency_in_progress' }
      },
    }
  }),
  'change purchase': kind(
    8,
    {
      purchase: index,
      target: fc.constantFrom<'canceled' | 'completed' | 'refunded'>('canceled', 'completed', 'refunded', 'refunded'),
      line,
    },
    ({ purchase: nth, target, line: how }, { purchases }) => {
      const purchase = pickRecent(purchases.all, nth)
      if (!purchase) return undefined
      // The line is bad when the refund is sent, not now.
      const line = { purchase: purchase.id, how }
      const step = put(`/purchase/${purchase.id}`, { status: target }, () => purchases.reach(purchase, target))
      return purchase.charge === 'in_flight' ? step : { ...step, line }
    },
  ),
  'refund on fraud': kind(2, { purchase: index, auto: fc.boolean() }, ({ purchase: nth, auto }, { purchases }) => {
    const purchase = pickRecent(purchases.all, nth)
    if (!purchase) return undefined
    const body = { auto_refund_on_fraud: auto }
    return put(`/purchase/${purchase.id}`, body, () => purchases.setAuto(purchase, auto))
  }),
  'fraud alert': kind(4, { purchase: index }, (command, { purchases }) => {
    const purchase = pickRecent(purchases.all, command.purchase)
    return purchase && post('/sandbox/fraud-alert', { purchase: purchase.id }, () => purchases.fraudAlert(purchase))
  }),
  chargeback: kind(3, { purchase: index }, (command, { purchases }) => {
    const purchase = pickRecent(purchases.all, command.purchase)
    return purchase && post('/sandbox/chargeback', { purchase: purchase.id }, () => purchases.chargeback(purchase))
  }),
}

const EVENTS = ['account_connection', 'payout', 'buyer', 'purchase', 'contract'].map((name) => `${name}.update`)

const WEBHOOK_COMMANDS = {
  subscribe: kind(2, { event: fc.constantFrom(...EVENTS), keyed }, ({ event, keyed }, model, key): Step => {
    const step = post('/webhook', { url: 'http://127.0.0.1:9/hook', event }, () => model.subscribe(event))
    const take = (id: string): void => {
      const made = model.webhooks.at(-1)
      if (made) made.id ||= id
    }
    return { ...step, take, key: keyed ? key : undefined }
  }),
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
  advance: kind(7, { seconds }, ({ seconds }, model) => planAdvance(seconds, model)),
  'advance to the hour': kind(2, { off: fc.integer({ min: -1, max: 1 }) }, ({ off }, model) =>
    planAdvance(Math.max(1, (hourAfter(model.book.now) - model.book.now) / 1_000 + off), model),
  ),
}

const KINDS: Record<string, AnyKind> = {
  ...CONNECTION_COMMANDS,
  ...PAYOUT_COMMANDS,
  ...P2P_COMMANDS,
  ...CONTRACT_COMMANDS,
  ...BUYER_COMMANDS,
  ...PURCHASE_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...TIME_COMMANDS,
}

/** A page of a list: those in the status of this one, made after that one and before the third. */
export interface Narrowing {
  readonly list: Resource
  readonly status: number | null
  readonly after: number | null
  readonly before: number | null
  readonly page: number
  readonly size: number
}

/** Those that are no request of the enterprise's own are the runner's to carry out. */
export type Command =
  | { readonly do: 'let time pass'; readonly seconds: number }
  | { readonly do: 'repeat'; readonly request: number; readonly changed: boolean }
  | { readonly do: 'ask for a stranger’s'; readonly which: number }
  | ({ readonly do: 'list' } & Narrowing)
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
  { weight: 6, arbitrary: fc.record({ do: constant('repeat'), request: index, changed: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: constant('ask for a stranger’s'), which: index }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: constant('list'),
      list: fc.constantFrom<Resource>(
        'payout',
        'payout',
        'payout',
        'account_connection',
        'p2p',
        'contract',
        'purchase',
      ),
      status: fc.option(index),
      after: fc.option(index, { freq: 2 }),
      before: fc.option(index, { freq: 2 }),
      page: fc.integer({ min: 1, max: 4 }),
      size: fc.integer({ min: 1, max: 7 }),
    }),
  },
)

const begin = (kind: string, fields: unknown): Command => ({ do: 'request', kind, fields })
const creator = (email: number) => begin('create connection', { email, permissions: 'both', legacy: 'none' })
const direct = (connection: number) => begin('connect', { connection, type: 'direct', outcome: 'approved' })

/** Every enterprise begins with two creators who can pay each other and with two buyers who can pay. */
export const BEGINNING: readonly Command[] = [
  creator(0),
  creator(1),
  direct(0),
  direct(1),
  ...[0, 1].map(() => begin('create buyer', { name: undefined, external: undefined, keyed: false })),
  begin('save card', { buyer: 0, card: 'good' }),
  begin('save card', { buyer: 1, card: 'unrefundable' }),
]
