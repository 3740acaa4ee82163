import type { Free } from './free.ts'
import type { Approval } from './model/approvals.ts'
import { became, iso, type Resource, type Thing } from './model/book.ts'
import { CARDS } from './model/cards.ts'
import type { Connection, Method } from './model/connections.ts'
import type { Contract } from './model/contracts.ts'
import type { Model } from './model/model.ts'
import type { P2p } from './model/p2p.ts'
import { methodNow, type Payout } from './model/payout.ts'
import { type Buyer, feeOf, type Item, type Purchase, refundedOf, viewDispute, wasPaid } from './model/purchase.ts'
import type { Withdrawal } from './model/withdrawals.ts'

export type Shown = Record<string, unknown>

/** Where a thing is looked at, for what the service alone can know of it. */
export interface Sight {
  readonly model: Model
  readonly free: Free
  /** What came. */
  readonly found: Shown
  /** As one of a list, which may say less. */
  readonly isListed: boolean
}

/** How a resource is read: at which path, and what the model says that its whole body must be. */
interface View<T extends Thing> {
  readonly path: string
  readonly prefix: string
  /** To look at it does what was due, where the decisions say so. */
  look(things: readonly T[], model: Model): void
  /** The same of a page of a list. */
  lookThrough(page: readonly T[], model: Model): void
  /** To look for those of one status does so for all of them: none may hide behind what it was. */
  seek(model: Model): void
  /** As it stands now, also where nobody has written it yet. */
  asOf(thing: T, model: Model): T
  view(thing: T, sight: Sight): Shown
  all(model: Model): readonly T[]
}

const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
const times = ({ created, updated }: Thing): Shown => ({ created_at: iso(created), updated_at: iso(updated) })
const nothing = (): void => {}
const asItIs = <T>(thing: T): T => thing

/** Of a creator's own account only the last digits are shown. */
function labelOf(method: Method, { free, found }: Sight): string {
  if (method.type === 'ach') return `Checking ••••${method.account.slice(-4)}`
  const digits = free.lasting('account number', method.creator, String(found.destination).slice(-4))
  return `${method.type === 'direct' ? 'Tributary account' : 'Wallet'} ••••${digits}`
}

function rejectionOf({ activity }: Connection): Shown | undefined {
  const entry = activity.findLast(({ entry }) => entry.startsWith('Rejected: '))
  if (!entry?.code) return undefined
  const reason = entry.entry.replace(/^Rejected: (.)/, (_all, first: string) => first.toUpperCase())
  return { code: entry.code, reason: `${reason}.`, rejected_at: entry.date }
}

function suspensionOf({ method, suspended }: Connection): Shown | undefined {
  if (method?.type !== 'ach' || !suspended) return undefined
  const { code, reason, payout, at } = suspended
  return { code, reason, payout: payout.id, suspended_at: iso(at) }
}

const connections: View<Connection> = {
  path: '/account-connection',
  prefix: 'acon',
  look: nothing,
  lookThrough: nothing,
  seek: nothing,
  asOf: asItIs,
  all: (model) => model.connections.all,
  view: (connection, sight) => ({
    id: connection.id,
    external_id: connection.externalId,
    status: connection.status,
    type: connection.method?.type,
    first_name: connection.details.first_name,
    last_name: connection.details.last_name,
    email: connection.email,
    business_name: connection.details.business_name,
    display_name: connection.details.display_name,
    requested_permissions: connection.requested,
    permissions: connection.granted.length === 0 ? undefined : connection.granted.map((name) => ({ name })),
    verification_prompt: connection.details.verification_prompt,
    suspension: suspensionOf(connection),
    rejection: connection.status === 'active' ? undefined : rejectionOf(connection),
    user_data: connection.userData,
    ...times(connection),
    activity: sight.isListed ? undefined : [became('created', 'Created', connection.created), ...connection.activity],
    destination: sight.isListed || !connection.method ? undefined : labelOf(connection.method, sight),
  }),
}

const payouts: View<Payout> = {
  path: '/payout',
  prefix: 'pay',
  look: (things, model) => model.payouts.look(things),
  lookThrough: (_page, model) => model.payouts.look(model.payouts.all),
  seek: (model) => model.payouts.look(model.payouts.all),
  asOf: asItIs,
  all: (model) => model.payouts.all,
  view: (payout, sight) => {
    const { type, method } = methodNow(payout)
    return {
      id: payout.id,
      account_connection: payout.connection.id,
      amount_in_cents: payout.amount,
      description: payout.description,
      date: iso(payout.date),
      type,
      status: payout.status,
      destination: method && labelOf(method, sight),
      fee_in_cents: payout.fee,
      failure_code: payout.failure,
      approval: payout.approval && viewReference(payout.approval, sight),
      activity: payout.activity,
      user_data: payout.userData,
      ...times(payout),
    }
  },
}

/** The first payout of a batch that is shown tells the id of the approval. */
function viewReference(approval: Approval, { free, found }: Sight): Shown {
  if (approval.id === '') approval.id = free.idOf('apr', (found.approval as Shown | undefined)?.id)
  return { id: approval.id, status: approval.status }
}

const by = ({ model }: Sight, nth: number): string | undefined => model.approvers[nth]

const approvals: View<Approval> = {
  path: '/approval',
  prefix: 'apr',
  look: (things, model) => model.payouts.approvals.look(things),
  lookThrough: (_page, model) => model.payouts.approvals.look(model.payouts.approvals.all),
  seek: (model) => model.payouts.approvals.look(model.payouts.approvals.all),
  asOf: asItIs,
  all: (model) => model.payouts.approvals.all,
  view: (approval, sight) => {
    const [first] = approval.held
    const { rejected, subject } = approval
    return {
      id: approval.id,
      status: approval.status,
      deed: subject.deed,
      subject: {
        type: subject.type,
        id: subject.type === 'payout_batch' ? undefined : first?.id,
        count: approval.count,
        description: subject.description,
      },
      amount_in_cents: approval.amount,
      requested_by: sight.model.maker,
      needed: approval.needed,
      approvers: ['api_key'],
      given: approval.given.map((one) => ({ by: by(sight, one.by), at: iso(one.at) })),
      rejected: rejected && { by: by(sight, rejected.by), at: iso(rejected.at), reason: rejected.reason },
      activity: approval.activity,
      expires_at: iso(approval.expires),
      ...times(approval),
    }
  },
}

const withdrawals: View<Withdrawal> = {
  path: '/withdrawal',
  prefix: 'wdr',
  look: (things, model) => model.withdrawals.look(things),
  lookThrough: (_page, model) => model.withdrawals.look(model.withdrawals.all),
  seek: (model) => model.withdrawals.look(model.withdrawals.all),
  asOf: asItIs,
  all: (model) => model.withdrawals.all,
  view: (withdrawal, sight) => ({
    id: withdrawal.id,
    amount_in_cents: withdrawal.amount,
    fee_in_cents: 0,
    description: withdrawal.description,
    status: withdrawal.status,
    destination: sight.model.withdrawals.labelOf(withdrawal),
    failure_code: withdrawal.failure,
    approval: withdrawal.approval && viewReference(withdrawal.approval, sight),
    activity: withdrawal.activity,
    user_data: withdrawal.userData,
    ...times(withdrawal),
  }),
}

const p2ps: View<P2p> = {
  path: '/p2p',
  prefix: 'p2p',
  look: nothing,
  lookThrough: nothing,
  seek: (model) => model.p2ps.expire(),
  asOf: (payment, model) => model.p2ps.asOf(payment),
  all: (model) => model.p2ps.all,
  view: (payment) => ({
    id: payment.id,
    source: payment.source.id,
    destination: payment.destination.id,
    amount_in_cents: payment.amount,
    description: payment.description,
    status: payment.status,
    expires_at: iso(payment.expires),
    failed_commits: payment.wrong,
    activity: payment.activity,
    user_data: payment.userData,
    ...times(payment),
  }),
}

/** Where the sandbox's answers to contracts come from. */
const OUR_ADDRESS = '127.0.0.1'

const contracts: View<Contract> = {
  path: '/contract',
  prefix: 'con',
  look: nothing,
  lookThrough: nothing,
  seek: (model) => model.contracts.expire(),
  asOf: (contract, model) => model.contracts.asOf(contract),
  all: (model) => model.contracts.all,
  view: ({ terms, ...contract }, sight) => ({
    id: contract.id,
    account_connection: contract.connection.id,
    type: 'deposit_split',
    status: contract.status,
    deposit_source: terms.source,
    deposit_minimum_in_cents: terms.minimum ?? 0,
    deposit_maximum_in_cents: terms.maximum ?? null,
    split_percent_amount: (terms.permille ?? 0) / 10,
    split_fixed_amount_in_cents: terms.fixed ?? 0,
    split_amount_max_in_cents: terms.splitMax ?? null,
    fee_fixed_amount_in_cents: 0,
    fee_percent_amount: 0,
    fee_amount_max_in_cents: null,
    activity: sight.isListed ? contract.activity.slice(-10) : contract.activity,
    expires_at: isoOrNull(contract.expires),
    agreement_at: isoOrNull(contract.agreed),
    agreement_ip: contract.agreed === null ? null : OUR_ADDRESS,
    deleted_at: isoOrNull(contract.deleted),
    user_data: contract.userData,
    ...times(contract),
  }),
}

const buyers: View<Buyer> = {
  path: '/buyer',
  prefix: 'buy',
  look: nothing,
  lookThrough: nothing,
  seek: nothing,
  asOf: asItIs,
  all: (model) => model.buyers.all,
  view: (buyer, { free, found }) => ({
    id: buyer.id,
    external_id: buyer.externalId,
    first_name: buyer.person.first_name,
    last_name: buyer.person.last_name,
    email: buyer.person.email,
    payment_method_embed_url: free.chosen('card form', found.payment_method_embed_url),
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

const viewItem = ({ name, description, amount_in_cents, quantity = 1 }: Item): Item => ({
  name,
  description,
  amount_in_cents,
  quantity,
})

const purchases: View<Purchase> = {
  path: '/purchase',
  prefix: 'pch',
  look: (things, model) => model.purchases.look(things),
  lookThrough: (page, model) => model.purchases.look(page),
  seek: (model) => model.purchases.look(model.purchases.all),
  asOf: asItIs,
  all: (model) => model.purchases.all,
  view(purchase, { free, found }) {
    const { id, charge, status, total, card } = purchase
    const isFree = charge === 'voided' || (charge === 'none' && status !== 'created')
    const fee = isFree ? 0 : feeOf(purchase)
    const paid = wasPaid(purchase)
    const shown = paid && card ? CARDS[card] : undefined
    return {
      id,
      buyer: purchase.buyer.id,
      status,
      items: purchase.items.map(viewItem),
      total_in_cents: total,
      fee_in_cents: fee,
      net_total_in_cents: isFree ? 0 : total - fee,
      receipt_pdf_url: paid ? free.lasting('receipt', id, found.receipt_pdf_url) : undefined,
      payment_card_brand: shown?.brand,
      payment_card_last_four: shown?.number.slice(-4),
      refunded_in_cents: paid ? refundedOf(purchase) : undefined,
      dispute: viewDispute(purchase),
      activity: purchase.activity,
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
  approval: approvals,
  withdrawal: withdrawals,
}

export const pathOf = ({ kind, id }: Thing): string => `${VIEWS[kind].path}/${id}`

export function viewOf(thing: Thing, sight: Sight): Shown {
  const { asOf, view } = VIEWS[thing.kind]
  return view(asOf(thing, sight.model), sight)
}
