import type Stripe from 'stripe'
import { type Cents, cents } from '../../kernel/money.ts'
import type { BalanceTransaction, CardEvent, Movement, ProcessorBooks } from './port.ts'
import { disputeReport, keyReader } from './stripe-events.ts'

/** Stripe's `reporting_category`, which is stable where `type` is not: disputes are of type `adjustment`. */
const MOVEMENTS: Readonly<Record<string, Movement>> = {
  charge: 'sale',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  payout: 'payout',
  payout_reversal: 'payout_reversal',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
}

const PAGE = 100
const MS = 1_000

type Source = Exclude<Stripe.BalanceTransaction['source'], string>

/** A fee that Stripe gives back adds to the balance. */
function movementOf({ reporting_category, amount }: Stripe.BalanceTransaction): Movement {
  const movement = MOVEMENTS[reporting_category] ?? 'other'
  return movement === 'fee' && amount > 0 ? 'fee_back' : movement
}

/** The event that a movement of a dispute or a refund stands for: the webhook may have been lost. */
function eventOf(movement: Movement, key: string | undefined, source: Source): CardEvent | undefined {
  if (key === undefined || source === null) return undefined
  if (source.object === 'dispute') {
    const isTaken = movement === 'dispute'
    const report = disputeReport(source, isTaken)
    return { kind: 'dispute', key, dispute: isTaken ? report : { ...report, status: 'won' } }
  }
  if (movement === 'refund') return { kind: 'refund_processed', key }
  if (movement === 'refund_failure') return { kind: 'refund_failed', key }
  return undefined
}

const dayOf = (seconds: number): string => new Date(seconds * MS).toISOString().slice(0, 10)

/** The balance of a Stripe account. Sources are expanded, so that one call tells what a transaction is about. */
export function stripeBooks(stripe: Stripe, metadataKey: string): ProcessorBooks {
  const keyOfIntent = keyReader(stripe, metadataKey)

  /** A charge has the metadata of its payment intent, a refund its own; a dispute is looked up by its charge. */
  async function keyOf(source: Source): Promise<string | undefined> {
    if (source === null) return undefined
    if (source.object === 'charge' || source.object === 'refund') return source.metadata?.[metadataKey]
    return source.object === 'dispute' ? keyOfIntent(source.payment_intent) : undefined
  }

  async function read(found: Stripe.BalanceTransaction): Promise<BalanceTransaction> {
    const source: Source = typeof found.source === 'string' ? null : found.source
    const movement = movementOf(found)
    const key = await keyOf(source)
    const event = eventOf(movement, key, source)
    const trace = source?.object === 'payout' ? (source.trace_id?.value ?? null) : null
    return {
      id: found.id,
      movement,
      category: found.reporting_category,
      amount: cents(found.amount),
      fee: cents(found.fee),
      currency: found.currency,
      reference: source?.id ?? (typeof found.source === 'string' ? found.source : null),
      key: key ?? null,
      createdAt: new Date(found.created * MS),
      availableAt: new Date(found.available_on * MS),
      isAvailable: found.status === 'available',
      ...(event ? { event } : {}),
      ...(source?.object === 'payout' ? { payout: { arrivesOn: dayOf(source.arrival_date), trace } } : {}),
    }
  }

  return {
    async *transactions(since) {
      let after: string | undefined
      for (;;) {
        const page = await stripe.balanceTransactions.list({
          created: { gte: Math.floor(since.getTime() / MS) },
          limit: PAGE,
          expand: ['data.source'],
          ...(after === undefined ? {} : { starting_after: after }),
        })
        yield await Promise.all(page.data.map(read))
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return
      }
    },

    async isAvailable(id) {
      return (await stripe.balanceTransactions.retrieve(id)).status === 'available'
    },

    async balance() {
      const { available, pending } = await stripe.balance.retrieve()
      const usd = [...available, ...pending].filter(({ currency }) => currency === 'usd')
      return cents(usd.reduce((sum, { amount }) => sum + amount, 0)) satisfies Cents
    },
  }
}
