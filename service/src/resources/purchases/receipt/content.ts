import { BRAND_NAMES } from '../../../../../contracts/card-brands.ts'
import { type Cents, cents, dollars, ZERO } from '../../../kernel/money.ts'
import { iso } from '../../../kernel/time.ts'
import type { Item, Purchase } from '../model.ts'
import type { ShownPurchase } from '../schema.ts'

export interface ReceiptLine {
  readonly name: string
  readonly description?: string
  readonly quantity: string
  readonly each: string
  readonly amount: string
}

/** The content of a receipt, as text. */
export interface Receipt {
  readonly enterprise: string
  readonly number: string
  readonly date: string
  /** Name, then e-mail address, as far as they are known. */
  readonly buyer: readonly string[]
  readonly lines: readonly ReceiptLine[]
  /** The sum before discounts, and the discounts; absent where there are none. */
  readonly subtotal?: string
  readonly discounts?: string
  readonly total: string
  readonly card: string
  /** False when the charge could not be collected in the end. */
  readonly paid: boolean
  /** A note that the money was refunded or never collected, and when. */
  readonly mark?: string
}

interface Customer {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
}

const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** `2026-11-15T01:12:00.000Z` → `November 15, 2026 at 1:12 AM UTC`, as mails write it. The narrow space is in few fonts. */
const readable = (date: string): string => `${MINUTE.format(new Date(date)).replaceAll('\u202f', ' ')} UTC`

const amountOf = ({ amount_in_cents, quantity }: Item): number => amount_in_cents * quantity
const sum = (items: readonly Item[]): Cents => cents(items.reduce((total, item) => total + amountOf(item), 0))

export function receiptOf(purchase: ShownPurchase, enterprise: string, buyer: Customer | undefined): Receipt {
  const discounts = purchase.items.filter((item) => item.amount_in_cents < 0)
  const charged = purchase.items.filter((item) => item.amount_in_cents >= 0)
  const mark = markOf(purchase)
  const name = [buyer?.first_name, buyer?.last_name].filter(Boolean).join(' ')
  return {
    enterprise,
    number: purchase.id,
    date: readable(iso(purchase.paid_at as Date)),
    buyer: [name, buyer?.email ?? ''].filter((text) => text !== ''),
    lines: purchase.items.map((item) => ({
      name: item.name,
      ...(item.description === undefined ? {} : { description: item.description }),
      quantity: item.quantity.toLocaleString('en-US'),
      each: dollars(cents(item.amount_in_cents)),
      amount: dollars(cents(amountOf(item))),
    })),
    ...(discounts.length === 0 ? {} : { subtotal: dollars(sum(charged)), discounts: dollars(sum(discounts)) }),
    total: dollars(purchase.total_in_cents),
    card: `${purchase.card_brand === null ? 'Card' : BRAND_NAMES[purchase.card_brand]} ending in ${purchase.card_last_four}`,
    paid: purchase.status !== 'error',
    ...(mark === undefined ? {} : { mark }),
  }
}

/** The note of each status, and the status whose entry dates it: a refund was made when it was asked for. */
const MARKS: Partial<Record<Purchase['status'], { readonly word: string; readonly since: Purchase['status'] }>> = {
  refunded: { word: 'Refunded', since: 'refunded' },
  reversed: { word: 'Refunded', since: 'refunded' },
  canceled: { word: 'Canceled', since: 'canceled' },
  error: { word: 'Not collected', since: 'error' },
}

function markOf(purchase: ShownPurchase): string | undefined {
  // A chargeback is shown first, also for a purchase that was refunded or canceled before; not once the dispute is won.
  const takenBack = purchase.activity.findLast(({ code }) => code === 'chargeback')
  if (takenBack && purchase.dispute?.status !== 'won') return `Charged back on ${readable(takenBack.date)}`
  const refunded = purchase.refunded_in_cents ?? ZERO
  if (purchase.status === 'completed' && refunded > 0) return `Refunded in part: ${dollars(refunded)}`
  const mark = MARKS[purchase.status]
  // A refund that could not be made leaves the purchase paid.
  if (mark === undefined || purchase.charge === 'settled') return undefined
  const entry = purchase.activity.find(({ status, type }) => status === mark.since && type !== 'transfer')
  return `${mark.word}${entry === undefined ? '' : ` on ${readable(entry.date)}`}`
}
