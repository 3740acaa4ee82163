import type { StoredLimit } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { lockPayoutLimits, readTenant, type TenantSettings, writePayoutLimits } from '../../tenants/index.ts'
import type { Maker } from '../approvals/index.ts'
import {
  asUsageRows,
  countedScopes,
  countsMakers,
  findMakers,
  findUsage,
  type LimitedPayout,
  type LimitVerdict,
  limitInWords,
  type PayoutMaker,
  periodStart,
  replaceUsage,
  takeUsageBack,
  UsageTally,
  usageKeysOf,
} from '../limits/index.ts'
import { firstPositionSince, sumBySubject } from './limits.store.ts'
import type { Payout } from './model.ts'
import type { PayoutTransition } from './transition.ts'

/** A request that limits count. */
interface LimitedRequest {
  readonly entries: readonly { readonly input: LimitedPayout }[]
  readonly maker: Maker | undefined
}

/** Usage that these requests may add to, as it stands. Without limits nothing is read. */
export async function readTally(
  sql: Queryable,
  tenant: TenantId,
  { payout_limits: limits, now }: TenantSettings,
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

/** Rows that keep who asked for these payouts, where a limit needs it when they are given back. */
export function makersFor(
  limits: readonly StoredLimit[],
  payouts: readonly Payout[],
  maker: Maker | undefined,
): PayoutMaker[] {
  if (maker === undefined || !countsMakers(limits)) return []
  return payouts.map(({ id, created_at }) => ({ payout: id, made_by: maker.id, made_as: maker.role, created_at }))
}

/** Why others must approve, for the description of the approval. */
export function whyToApprove({ toApprove: [exceeded] }: LimitVerdict): string {
  return exceeded ? `, above the limit of ${limitInWords(exceeded.limit)}` : ''
}

/** A payout that ends before it left no longer counts; one that a bank returns does. */
const isGivenBack = ({ from, to }: PayoutTransition): boolean =>
  from.status !== to.status && (to.status === 'canceled' || to.status === 'error')

/** Gives back what canceled and failed payouts have used up of limits. Needs the lock of `operating`. */
export async function giveBackLimits(
  tx: Tx,
  tenant: TenantId,
  { payout_limits: limits }: TenantSettings,
  transitions: readonly PayoutTransition[],
): Promise<void> {
  if (limits === null) return
  const ended = transitions.filter(isGivenBack).map(({ to }) => to)
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const makers = countsMakers(limits) ? await findMakers(tx, tenant, ids) : new Map<string, Maker>()
  const back = new UsageTally()
  for (const payout of ended) {
    const { amount_in_cents, created_at } = payout
    const keys = usageKeysOf(limits, payout, makers.get(payout.id), created_at)
    for (const key of keys) back.add(key, { amount_in_cents, count: 1 })
  }
  await takeUsageBack(tx, tenant, back.added())
}

/** Locks the limits of a tenant: `operating` first, as every step that decides about payouts. */
export async function lockLimits(tx: Tx, tenant: TenantId): Promise<readonly StoredLimit[]> {
  await lockOperating(tx, tenant)
  return lockPayoutLimits(tx, tenant)
}

/**
 * Replaces the limits of a tenant. The payouts of the running day and month are counted anew, so that a limit holds for
 * all of its first period. By key and by role only payouts count that were created while such a limit was set.
 */
export async function setPayoutLimits(tx: Tx, tenant: TenantId, limits: readonly StoredLimit[]): Promise<void> {
  const scopes = countedScopes(limits)
  await lockOperating(tx, tenant)
  const { now } = await readTenant(tx, tenant)
  const first = scopes.length === 0 ? 0 : await firstPositionSince(tx, tenant, periodStart('month', now))
  await writePayoutLimits(tx, tenant, limits)
  const rows = []
  for (const { scope, period } of scopes) {
    const since = periodStart(period, now)
    rows.push(...asUsageRows(scope, period, since, await sumBySubject(tx, tenant, { scope, first, since })))
  }
  await replaceUsage(tx, tenant, rows)
}
