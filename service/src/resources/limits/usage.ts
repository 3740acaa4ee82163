import type { StoredLimit } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import type { Maker } from '../approvals/index.ts'
import { countedScopes, countsMakers, type LimitedPayment, UsageTally, usageKeysOf } from './model.ts'
import { findMakers, findUsage, type PaymentMaker, takeUsageBack } from './store.ts'

// The part that payouts and withdrawals have in common: what they read before they are judged, and what they give back.

/** A request that limits count. */
export interface LimitedRequest {
  readonly entries: readonly { readonly input: LimitedPayment }[]
  readonly maker: Maker | undefined
}

/** Usage that these requests may add to, as it stands. Without limits nothing is read. */
export async function readTally(
  sql: Queryable,
  tenant: TenantId,
  { payout_limits: limits, now }: Pick<TenantSettings, 'payout_limits' | 'now'>,
  requests: readonly LimitedRequest[],
): Promise<UsageTally> {
  if (limits === null || countedScopes(limits).length === 0) return new UsageTally()
  const wanted = new UsageTally()
  for (const { entries, maker } of requests) {
    const inputs = entries.map(({ input }) => input)
    wanted.count(limits, inputs, maker, now)
  }
  return new UsageTally(await findUsage(sql, tenant, wanted.added()))
}

/** A payment that was created. */
export interface CountedPayment extends LimitedPayment {
  readonly id: string
  readonly amount_in_cents: Cents
  readonly created_at: Date
}

/** Rows that keep who asked for these payments, where a limit needs it when they are given back. */
export function makersFor(
  limits: readonly StoredLimit[],
  payments: readonly Pick<CountedPayment, 'id' | 'created_at'>[],
  maker: Maker | undefined,
): PaymentMaker[] {
  if (maker === undefined || !countsMakers(limits)) return []
  return payments.map(({ id, created_at }) => ({ payout: id, made_by: maker.id, made_as: maker.role, created_at }))
}

interface Moved {
  readonly from: { readonly status: string }
  readonly to: CountedPayment & { readonly status: string }
}

/** A payment that ends before it left no longer counts; one that a bank returns does. */
const isGivenBack = ({ from, to }: Moved): boolean =>
  from.status !== to.status && (to.status === 'canceled' || to.status === 'error')

/** Gives back what canceled and failed payments have used up of limits. Needs the lock of `operating`. */
export async function giveBackLimits(
  tx: Tx,
  tenant: TenantId,
  { payout_limits: limits }: Pick<TenantSettings, 'payout_limits'>,
  transitions: readonly Moved[],
): Promise<void> {
  if (limits === null) return
  const ended = transitions.filter(isGivenBack).map(({ to }) => to)
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const makers = countsMakers(limits) ? await findMakers(tx, tenant, ids) : new Map<string, Maker>()
  const back = new UsageTally()
  for (const payment of ended) {
    const { amount_in_cents, created_at } = payment
    const keys = usageKeysOf(limits, payment, makers.get(payment.id), created_at)
    for (const key of keys) back.add(key, { amount_in_cents, count: 1 })
  }
  await takeUsageBack(tx, tenant, back.added())
}
