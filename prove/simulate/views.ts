import type { Resource, Thing } from './model/book.ts'
import type { Connection } from './model/connections.ts'
import type { Contract } from './model/contracts.ts'
import type { Model } from './model/model.ts'
import type { P2p } from './model/p2p.ts'
import type { Payout } from './model/payouts.ts'
import { type Buyer, CARDS, feeOf, type Purchase, wasPaid } from './model/purchases.ts'

export type Shown = Record<string, unknown>

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
const ENTERPRISE = 'Simulated Enterprise'

export { ENTERPRISE }

/** Of the creator's own account only the last digits are shown, and they are the service's to choose. */
const HIDDEN = 'an account of ours'

interface Entry {
  readonly type: string
  readonly status: string
  readonly date: string
  readonly code?: string
}

/** How a resource is read: at which path, what of the answer is looked at, and what the model says that must be. */
interface View<T extends Thing> {
  readonly path: string
  /** To look at it does what was due, where the decisions say so. */
  look(things: readonly T[], model: Model): void
  seen(body: Shown): Shown
  view(thing: T, model: Model): Shown
  all(model: Model): readonly T[]
}

const pickFields = (body: Shown, names: readonly string[]): Shown =>
  Object.fromEntries(names.map((name) => [name, body[name]]))

const times = ({ created, updated }: Thing): Shown => ({ created_at: iso(created), updated_at: iso(updated) })
const nothing = (): void => {}

const connections: View<Connection> = {
  path: '/account-connection',
  look: nothing,
  all: (model) => model.connections.all,
  seen: (body) =>
    pickFields(body, [
      'id',
      'email',
      'status',
      'type',
      'requested_permissions',
      'permissions',
      'created_at',
      'updated_at',
    ]),
  view: (connection) => ({
    id: connection.id,
    email: connection.email,
    status: connection.status,
    type: connection.method?.type,
    requested_permissions: connection.requested,
    permissions: connection.granted.length === 0 ? undefined : connection.granted.map((name) => ({ name })),
    ...times(connection),
  }),
}

const statusesOf = (body: Shown): string[] =>
  (body.activity as Entry[]).filter(({ type }) => type !== 'transfer').map(({ status, date }) => `${status} ${date}`)

const payouts: View<Payout> = {
  path: '/payout',
  look: (things, model) => model.payouts.look(things),
  all: (model) => model.payouts.all,
  seen(body) {
    const { destination } = body
    const isBank = typeof destination === 'string' && destination.startsWith('Checking')
    return {
      ...pickFields(body, ['id', 'account_connection', 'amount_in_cents', 'fee_in_cents', 'status', 'type', 'date']),
      ...pickFields(body, ['description', 'created_at', 'updated_at']),
      destination: destination === undefined || isBank ? destination : HIDDEN,
      history: statusesOf(body),
    }
  },
  view: (payout) => ({
    id: payout.id,
    account_connection: payout.connection.id,
    amount_in_cents: payout.amount,
    fee_in_cents: payout.fee,
    status: payout.status,
    type: payout.type,
    date: iso(payout.date),
    description: payout.description ?? `Payment from ${ENTERPRISE}`,
    ...times(payout),
    destination: destinationOf(payout),
    history: payout.history,
  }),
}

function destinationOf({ method }: Payout): string | undefined {
  if (!method) return undefined
  return method.type === 'ach' ? `Checking ••••${method.account.slice(-4)}` : HIDDEN
}

const p2ps: View<P2p> = {
  path: '/p2p',
  look: nothing,
  all: (model) => model.p2ps.all,
  seen: (body) => ({
    ...pickFields(body, ['id', 'source', 'destination', 'amount_in_cents', 'status', 'expires_at', 'failed_commits']),
    ...pickFields(body, ['user_data', 'created_at', 'updated_at']),
    history: (body.activity as Entry[]).map(({ status, date, code }) => `${status}${code ? ` ${code}` : ''} ${date}`),
  }),
  view(payment, model) {
    const seen = model.p2ps.asOf(payment)
    return {
      id: seen.id,
      source: seen.source.id,
      destination: seen.destination.id,
      amount_in_cents: seen.amount,
      status: seen.status,
      expires_at: iso(seen.expires),
      failed_commits: seen.wrong,
      user_data: seen.userData,
      ...times(seen),
      history: seen.history,
    }
  },
}

const contracts: View<Contract> = {
  path: '/contract',
  look: nothing,
  all: (model) => model.contracts.all,
  seen: (body) => ({
    ...pickFields(body, ['id', 'account_connection', 'status', 'deposit_source', 'split_percent_amount']),
    ...pickFields(body, ['split_fixed_amount_in_cents', 'split_amount_max_in_cents', 'deposit_minimum_in_cents']),
    ...pickFields(body, ['deposit_maximum_in_cents', 'expires_at', 'agreement_at', 'deleted_at']),
    ...pickFields(body, ['created_at', 'updated_at']),
    history: (body.activity as Entry[]).map(({ date }) => date),
  }),
  view(contract, model) {
    const seen = model.contracts.asOf(contract)
    const { terms } = seen
    return {
      id: seen.id,
      account_connection: seen.connection.id,
      status: seen.status,
      deposit_source: terms.source,
      split_percent_amount: (terms.permille ?? 0) / 10,
      split_fixed_amount_in_cents: terms.fixed ?? 0,
      split_amount_max_in_cents: terms.splitMax ?? null,
      deposit_minimum_in_cents: terms.minimum ?? 0,
      deposit_maximum_in_cents: terms.maximum ?? null,
      expires_at: isoOrNull(seen.expires),
      agreement_at: isoOrNull(seen.agreed),
      deleted_at: isoOrNull(seen.deleted),
      ...times(seen),
      history: seen.history,
    }
  },
}

const buyers: View<Buyer> = {
  path: '/buyer',
  look: nothing,
  all: (model) => model.purchases.buyers,
  seen: (body) => ({
    ...pickFields(body, ['id', 'external_id', 'first_name', 'card', 'created_at', 'updated_at']),
    form: typeof body.payment_method_embed_url,
  }),
  view: (buyer) => ({
    id: buyer.id,
    external_id: buyer.externalId,
    first_name: buyer.name,
    card:
      buyer.card === undefined
        ? null
        : {
            last_four: CARDS[buyer.card].number.slice(-4),
            brand: CARDS[buyer.card].brand,
            expiration_month: 12,
            expiration_year: 2040,
          },
    ...times(buyer),
    form: 'string',
  }),
}

const purchases: View<Purchase> = {
  path: '/purchase',
  look: (things, model) => model.purchases.look(things),
  all: (model) => model.purchases.all,
  seen: (body) => ({
    ...pickFields(body, ['id', 'buyer', 'status', 'total_in_cents', 'fee_in_cents', 'net_total_in_cents']),
    ...pickFields(body, ['payment_card_brand', 'payment_card_last_four', 'auto_refund_on_fraud']),
    ...pickFields(body, ['created_at', 'updated_at']),
    receipt: typeof body.receipt_pdf_url,
    history: (body.activity as Entry[])
      .filter(({ type }) => type !== 'transfer')
      .map(({ status, type, code, date }) => `${status} ${type}${code ? ` ${code}` : ''} ${date}`),
  }),
  view(purchase) {
    const { charge, status, total, card } = purchase
    const free = charge === 'voided' || (charge === 'none' && status !== 'created')
    const fee = free ? 0 : feeOf(purchase)
    const shown = wasPaid(purchase) && card ? CARDS[card] : undefined
    return {
      id: purchase.id,
      buyer: purchase.buyer.id,
      status,
      total_in_cents: total,
      fee_in_cents: fee,
      net_total_in_cents: free ? 0 : total - fee,
      payment_card_brand: shown?.brand,
      payment_card_last_four: shown?.number.slice(-4),
      auto_refund_on_fraud: purchase.auto,
      ...times(purchase),
      receipt: wasPaid(purchase) ? 'string' : 'undefined',
      history: purchase.history,
    }
  },
}

export const VIEWS: Record<Resource, View<Thing>> = {
  account_connection: connections,
  payout: payouts,
  p2p: p2ps,
  contract: contracts,
  buyer: buyers,
  purchase: purchases,
}

export const pathOf = ({ kind, id }: Thing): string => `${VIEWS[kind].path}/${id}`
export const seenOf = (kind: Resource, body: Shown): Shown => VIEWS[kind].seen(body)
export const viewOf = (thing: Thing, model: Model): Shown => VIEWS[thing.kind].view(thing, model)
