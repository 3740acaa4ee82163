import { dollars, type Entry, iso, moved, type Thing, type UserData } from './book.ts'
import type { Card } from './cards.ts'

/** What the enterprise says of a buyer, as it is shown. */
export interface Person {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly email?: string | undefined
}

export interface Buyer extends Thing {
  readonly kind: 'buyer'
  readonly externalId: string | undefined
  person: Person
  card: Card | undefined
}

export interface Item {
  readonly name: string
  readonly description?: string | undefined
  readonly amount_in_cents: number
  readonly quantity?: number | undefined
}

export interface PurchaseRequest {
  readonly buyer: Buyer | undefined
  readonly items: readonly Item[]
  readonly auto: boolean | undefined
  readonly userData: UserData | undefined
}

/** What of it an update says anew. */
export interface PurchaseChanges {
  readonly auto?: boolean | undefined
  readonly userData?: UserData | undefined
}

export interface Refund {
  id: string
  readonly purchase: Purchase
  readonly amount: number
  readonly reason: string | undefined
  readonly created: number
  readonly activity: Entry[]
  updated: number
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  /** When the network must be asked. */
  call: number | undefined
  /** The place among all refunds. */
  readonly nth: number
}

export interface Dispute {
  status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost'
  amount: number
  /** What the bank has and has not given back. */
  taken: number
  isTaken: boolean
  readonly respondBy: number
}

export interface Purchase extends Thing {
  readonly kind: 'purchase'
  readonly buyer: Buyer
  readonly items: readonly Item[]
  readonly total: number
  status: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'
  charge: 'none' | 'in_flight' | 'captured' | 'settled' | 'voided' | 'returned'
  refund: 'none' | 'due' | 'done' | 'failed'
  auto: boolean
  card: Card | undefined
  paid: number | undefined
  due: number | undefined
  /** When the network must be asked. */
  call: number | undefined
  /** The idempotency key of the commit that is in flight or has paid, and how the purchase stood when it had. */
  key: string | undefined
  paidAs: Purchase | undefined
  refunds: Refund[]
  /** Newest last. */
  disputes: Dispute[]
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

export const refundedOf = ({ refunds }: Purchase): number =>
  sum(refunds.filter(({ status }) => status === 'pending' || status === 'succeeded').map(({ amount }) => amount))

export const leftOf = (purchase: Purchase): number =>
  purchase.total - refundedOf(purchase) - sum(purchase.disputes.map(({ taken }) => taken))

export const nameOf = ({ amount, purchase }: Refund): string =>
  amount === purchase.total ? 'Refund' : `Refund of ${dollars(amount)}`

export const isOpen = ({ status }: Dispute): boolean => status !== 'won' && status !== 'lost'

export const feeOf = ({ total }: Purchase): number => Math.min(Math.floor((total * 290 + 5_000) / 10_000) + 30, total)
export const wasPaid = ({ charge }: Purchase): boolean => charge !== 'none' && charge !== 'in_flight'

/** The net amount and the fee, as far as there are any. */
export function settled(purchase: Purchase, status: string, at: number): Entry[] {
  const fee = feeOf(purchase)
  const net = purchase.total - fee
  const charged = moved(status, `${dollars(fee)} charged as the fee`, at)
  return [...(net > 0 ? [deposited(status, net, at)] : []), ...(fee > 0 ? [charged] : [])]
}

export const deposited = (status: string, amount: number, at: number): Entry =>
  moved(status, `${dollars(amount)} moved to the operating account`, at)

export const pendingOf = ({ refunds }: Purchase): Refund[] => refunds.filter(({ status }) => status === 'pending')

export const byEnterprise = (name: string): string => `${name} issued by the enterprise`

export const viewRefund = ({ id, purchase, status, amount, reason, activity, created, updated }: Refund) => ({
  id,
  purchase: purchase.id,
  status,
  amount_in_cents: amount,
  reason,
  activity,
  created_at: iso(created),
  updated_at: iso(updated),
})

export const viewDispute = ({ disputes }: Purchase) => {
  const dispute = disputes.at(-1)
  if (!dispute) return undefined
  const { status, amount, respondBy } = dispute
  return { status, amount_in_cents: amount, ...(isOpen(dispute) ? { respond_by: iso(respondBy) } : {}) }
}
