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
  readonly entry: string
  readonly type: string
  readonly status: string
  readonly date: string
  readonly code?: string
}

const amountsIn = (text: string): string[] =>
  [...text.matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount = '']) => amount.replaceAll(',', ''))

/** What a line of a log means, whatever its words: what it became, or how much moved, and when. */
const meant = ({ entry, type, status, date, code }: Entry): string => {
  const more = type === 'transfer' ? amountsIn(entry).join(' ') : code
  return `${status} ${type}${more ? ` ${more}` : ''} ${date}`
}

const logOf = (body: Shown): string[] => (body.activity as Entry[]).map(meant)

/** How a resource is read: at which path, what of the answer is the service's own to choose, and what the model says the rest must be. */
interface View<T extends Thing> {
  readonly path: string
  /** To look at it does what was due, where the decisions say so. */
  look(things: readonly T[], model: Model): void
  /** The whole answer; of what is the service's own to choose, only that it is there. */
  seen(body: Shown): Shown
  /** A list narrowed by status writes what is due first, so that nothing hides. */
  readonly narrowed?: (model: Model) => void
  view(thing: T, model: Model): Shown
  all(model: Model): readonly T[]
}

const times = ({ created, updated }: Thing): Shown => ({ created_at: iso(created), updated_at: iso(updated) })
const nothing = (): void => {}

const NAME = { first_name: 'Alice', last_name: 'Alison' }
const FULL_NAME = `${NAME.first_name} ${NAME.last_name}`

const connections: View<Connection> = {
  path: '/account-connection',
  look: nothing,
  narrowed: nothing,
  all: (model) => model.connections.all,
  // Lists leave it out; payouts show the same.
  seen: ({ destination: _shown, ...body }) => body,
  view: (connection) => ({
    id: connection.id,
    status: connection.status,
    type: connection.method?.type,
    ...NAME,
    email: connection.email,
    requested_permissions: connection.requested,
    permissions: connection.granted.length === 0 ? undefined : connection.granted.map((name) => ({ name })),
    verification_prompt: 'Your number?',
    user_data: connection.userData,
    ...times(connection),
  }),
}

const payouts: View<Payout> = {
  path: '/payout',
  look: (things, model) => model.payouts.look(things),
  narrowed: (model) => model.payouts.look(model.payouts.all),
  all: (model) => model.payouts.all,
  seen(body) {
    const { destination } = body
    const isBank = typeof destination === 'string' && destination.startsWith('Checking')
    const shown = destination === undefined || isBank ? {} : { destination: HIDDEN }
    return { ...body, ...shown, activity: logOf(body) }
  },
  view: (payout) => ({
    id: payout.id,
    account_connection: payout.connection.id,
    amount_in_cents: payout.amount,
    description: payout.description ?? `Payment from ${ENTERPRISE}`,
    date: iso(payout.date),
    type: payout.type,
    status: payout.status,
    destination: destinationOf(payout),
    fee_in_cents: payout.fee,
    activity: payout.history,
    user_data: payout.userData,
    ...times(payout),
  }),
}

function destinationOf({ method }: Payout): string | undefined {
  if (!method) return undefined
  return method.type === 'ach' ? `Checking ••••${method.account.slice(-4)}` : HIDDEN
}

const p2ps: View<P2p> = {
  path: '/p2p',
  look: nothing,
  narrowed: (model) => model.catchUp([model.p2ps]),
  all: (model) => model.p2ps.all,
  seen: (body) => ({ ...body, activity: logOf(body) }),
  view(payment, model) {
    const seen = model.p2ps.asOf(payment)
    return {
      id: seen.id,
      source: seen.source.id,
      destination: seen.destination.id,
      amount_in_cents: seen.amount,
      description: `Payment from ${FULL_NAME} to ${FULL_NAME}`,
      status: seen.status,
      expires_at: iso(seen.expires),
      failed_commits: seen.wrong,
      activity: seen.history,
      user_data: seen.userData,
      ...times(seen),
    }
  },
}

/** A contract's log has no fields for what happened: the first word says it, or the amounts. */
function contractLog(body: Shown): string[] {
  return (body.activity as Entry[]).map(({ entry, date }) => {
    const amounts = amountsIn(entry)
    return `${amounts.length > 0 ? `split ${amounts.join(' of ')}` : (/^\w+/.exec(entry)?.[0] ?? '')} ${date}`
  })
}

const contracts: View<Contract> = {
  path: '/contract',
  look: nothing,
  narrowed: (model) => model.catchUp([model.contracts]),
  all: (model) => model.contracts.all,
  seen: (body) => ({ ...body, activity: contractLog(body), agreement_ip: typeof body.agreement_ip }),
  view(contract, model) {
    const seen = model.contracts.asOf(contract)
    const { terms } = seen
    return {
      id: seen.id,
      account_connection: seen.connection.id,
      type: 'deposit_split',
      status: seen.status,
      deposit_source: terms.source,
      deposit_minimum_in_cents: terms.minimum ?? 0,
      deposit_maximum_in_cents: terms.maximum ?? null,
      split_percent_amount: (terms.permille ?? 0) / 10,
      split_fixed_amount_in_cents: terms.fixed ?? 0,
      split_amount_max_in_cents: terms.splitMax ?? null,
      fee_fixed_amount_in_cents: 0,
      fee_percent_amount: 0,
      fee_amount_max_in_cents: null,
      activity: seen.history,
      expires_at: isoOrNull(seen.expires),
      agreement_at: isoOrNull(seen.agreed),
      agreement_ip: seen.agreed === null ? 'object' : 'string',
      deleted_at: isoOrNull(seen.deleted),
      user_data: seen.userData,
      ...times(seen),
    }
  },
}

const buyers: View<Buyer> = {
  path: '/buyer',
  look: nothing,
  all: (model) => model.purchases.buyers,
  seen: (body) => ({ ...body, payment_method_embed_url: typeof body.payment_method_embed_url }),
  view: (buyer) => ({
    id: buyer.id,
    external_id: buyer.externalId,
    first_name: buyer.name,
    payment_method_embed_url: 'string',
    card:
      buyer.card === undefined
        ? null
        : {
            last_four: CARDS[buyer.card].number.slice(-4),
            brand: CARDS[buyer.card].brand,
            expiration_month: 12,
            expiration_year: 2040,
          },
    user_data: buyer.userData,
    ...times(buyer),
  }),
}

const purchases: View<Purchase> = {
  path: '/purchase',
  look: (things, model) => model.purchases.look(things),
  all: (model) => model.purchases.all,
  seen: (body) => ({
    ...body,
    ...('receipt_pdf_url' in body ? { receipt_pdf_url: typeof body.receipt_pdf_url } : {}),
    activity: logOf(body),
  }),
  view(purchase) {
    const { charge, status, total, card, items } = purchase
    const free = charge === 'voided' || (charge === 'none' && status !== 'created')
    const fee = free ? 0 : feeOf(purchase)
    const shown = wasPaid(purchase) && card ? CARDS[card] : undefined
    return {
      id: purchase.id,
      buyer: purchase.buyer.id,
      status,
      items: items.map((amount) => ({ name: 'Ticket', amount_in_cents: amount, quantity: 1 })),
      total_in_cents: total,
      fee_in_cents: fee,
      net_total_in_cents: free ? 0 : total - fee,
      receipt_pdf_url: wasPaid(purchase) ? 'string' : undefined,
      payment_card_brand: shown?.brand,
      payment_card_last_four: shown?.number.slice(-4),
      activity: purchase.history,
      auto_refund_on_fraud: purchase.auto,
      user_data: purchase.userData,
      ...times(purchase),
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
