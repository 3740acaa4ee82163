import type { Attention, DayVolume } from '../../../../contracts/dashboard/home.ts'
import type { LimitUse } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Cents, dollars } from '../../kernel/money.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { type DaySum, readBalances, readDaySums } from '../../ledger/index.ts'
import { countAwaiting } from '../../resources/approvals/index.ts'
import { limitInWords, readLimits } from '../../resources/limits/index.ts'
import {
  countClaimsEnding,
  countFailedSince,
  countPayouts,
  type PayoutReadDeps,
} from '../../resources/payouts/index.ts'
import { countPurchases, type PurchaseReadDeps } from '../../resources/purchases/index.ts'
import { type FailingWebhook, findFailingWebhooks } from '../../resources/webhooks/index.ts'
import { countFlaggedKeys, readTenant } from '../../tenants/index.ts'
import { countFailedFiles } from '../pay-file/index.ts'

export interface HomeDeps extends PayoutReadDeps, PurchaseReadDeps {}

const DAYS = 30

/** Payouts that were sent less those that came back, each on its own day. */
const isPayout = ({ code, kind }: DaySum): boolean =>
  code === 'due_to_bank' && (kind === 'payout.sent' || kind === 'payout.returned')
/** Purchases that settled less refunds and chargebacks: nothing else goes through card clearing. */
const isPurchase = ({ code }: DaySum): boolean => code === 'card_clearing'

export function volumeOf(sums: readonly DaySum[], since: string): DayVolume[] {
  const first = Date.parse(`${since}T00:00:00Z`)
  return Array.from({ length: DAYS }, (_none, nth) => {
    const date = new Date(first + nth * DAY_MS).toISOString().slice(0, 10)
    const ofDay = sums.filter(({ day }) => day === date)
    const debited = (which: (sum: DaySum) => boolean): number =>
      ofDay.filter(which).reduce((sum, { debits, credits }) => sum + debits - credits, 0)
    return { date, payouts_in_cents: 0 - debited(isPayout), purchases_in_cents: debited(isPurchase) }
  })
}

/** Fees charged less fees given back. Collecting moves the same fees on, so it counts for nothing. */
export function feesOf(sums: readonly DaySum[], month: string): number {
  const fees = sums.filter(({ code, day }) => code === 'fees_payable' && day >= month)
  return fees.reduce((sum, { kind, debits, credits }) => sum + credits - (kind === 'fees.collected' ? 0 : debits), 0)
}

/** A larger number is shown as this one: nobody reads the difference, and it would have to be counted. */
const COUNT_MAX = 1_000
const WEEK_MS = 7 * DAY_MS
/** Limits of each key by itself are shown for the one that has used most. */
const NOBODY = { id: '', role: 'viewer' } as const

/** Conditions that a person should look at. */
export interface Concerns {
  readonly payoutsStopped: boolean
  readonly awaitingApprovals: number
  /** Involuntary reversals that the operating account has not paid yet. */
  readonly refundsDue: Cents
  readonly failedPayouts: number
  readonly endingClaims: number
  readonly failedPayFiles: number
  readonly flaggedKeys: number
  readonly webhooks: readonly FailingWebhook[]
  /** Why the provider has suspended the enterprise. */
  readonly suspendedBecause: string | null
  readonly limits: readonly LimitUse[]
}

/** A limit is shown from here on. */
const NEARLY_USED = 0.8

const isNearlyUsed = ({ used_in_cents, max_in_cents, used_count, max_count }: LimitUse): boolean =>
  (used_in_cents ?? used_count ?? 0) > 0 &&
  (used_in_cents ?? used_count ?? 0) >= NEARLY_USED * (max_in_cents ?? max_count ?? 0)

const limitNotice = (limit: LimitUse): Attention => ({
  kind: 'limit_nearly_used',
  text: `The limit of ${limitInWords(limit)} ${(limit.left_in_cents ?? limit.left_count) === 0 ? 'is used up' : 'is nearly used up'}.`,
  link: '/settings',
})

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `One ${one}` : `${count >= COUNT_MAX ? `${COUNT_MAX} or more` : count} ${more}`

export function attentionOf(concerns: Concerns): Attention[] {
  const { payoutsStopped, awaitingApprovals, refundsDue, failedPayouts } = concerns
  const { endingClaims, failedPayFiles, flaggedKeys, webhooks, suspendedBecause, limits } = concerns
  const items: readonly (Attention | false)[] = [
    suspendedBecause !== null && {
      kind: 'enterprise_suspended',
      text: `Your provider has suspended your enterprise, so no new money moves out: ${suspendedBecause}`,
      link: '/settings',
    },
    payoutsStopped && {
      kind: 'payouts_stopped',
      text: 'Payouts are paused while the books are being checked.',
      link: '/ledger',
    },
    awaitingApprovals > 0 && {
      kind: 'approvals_awaiting',
      text: `${many(awaitingApprovals, 'request waits', 'requests wait')} for approval.`,
      link: '/approvals?status=awaiting',
    },
    refundsDue > 0 && {
      kind: 'refunds_due',
      text: `${dollars(refundsDue)} of reversals wait for money in the operating account.`,
      link: '/ledger',
    },
    failedPayouts > 0 && {
      kind: 'payouts_failed',
      text: `${many(failedPayouts, 'payout', 'payouts')} failed or came back in the last 7 days.`,
      link: '/payouts?status=error',
    },
    endingClaims > 0 && {
      kind: 'payouts_unclaimed',
      text: `${many(endingClaims, 'unclaimed payout', 'unclaimed payouts')} will be canceled within 7 days.`,
      link: '/payouts?status=ready',
    },
    failedPayFiles > 0 && {
      kind: 'pay_file_stopped',
      text: `${many(failedPayFiles, 'file was', 'files were')} not paid to the end.`,
      link: '/pay-file',
    },
    flaggedKeys > 0 && {
      kind: 'key_exposed',
      text: `${many(flaggedKeys, 'API key', 'API keys')} came over plain HTTP: replace it.`,
      link: '/keys',
    },
    ...limits.filter(isNearlyUsed).map(limitNotice),
    ...webhooks.map(({ id, event, disabled_because }) => ({
      kind: disabled_because === null ? 'webhook_failing' : 'webhook_disabled',
      text: `The webhook for ${event} ${disabled_because === null ? 'is failing' : 'is disabled'}.`,
      link: `/webhooks/${id}`,
    })),
  ]
  return items.filter((item) => item !== false)
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export async function readHome(deps: HomeDeps, tenant: TenantId) {
  const { sql } = deps.database
  // First: counting records what is due, and the balances must follow from that.
  const [payouts, purchases] = await Promise.all([countPayouts(deps, tenant), countPurchases(deps, tenant)])
  const { now, payouts_stopped_because, suspended_because } = await readTenant(sql, tenant)
  const since = dayOf(new Date(now.getTime() - (DAYS - 1) * DAY_MS))
  const month = `${dayOf(now).slice(0, 7)}-01`
  const [
    sums,
    balances,
    webhooks,
    failedPayouts,
    endingClaims,
    failedPayFiles,
    flaggedKeys,
    awaitingApprovals,
    limits,
  ] = await Promise.all([
    readDaySums(sql, tenant, ['due_to_bank', 'card_clearing', 'fees_payable'], month < since ? month : since),
    readBalances(sql, tenant, ['operating', 'pending_payouts', 'refunds_due']),
    findFailingWebhooks(sql, tenant),
    countFailedSince(sql, tenant, new Date(now.getTime() - WEEK_MS), COUNT_MAX),
    countClaimsEnding(sql, tenant, { after: now, before: new Date(now.getTime() + WEEK_MS) }, COUNT_MAX),
    countFailedFiles(sql, tenant, COUNT_MAX),
    countFlaggedKeys(sql, tenant),
    countAwaiting(sql, tenant, COUNT_MAX),
    readLimits(sql, tenant, { maker: NOBODY }),
  ])
  const concerns: Concerns = {
    payoutsStopped: payouts_stopped_because !== null,
    awaitingApprovals,
    refundsDue: -balances.refunds_due as Cents,
    failedPayouts,
    endingClaims,
    failedPayFiles,
    flaggedKeys,
    webhooks,
    suspendedBecause: suspended_because,
    limits: limits.limits,
  }
  return {
    operating_balance: balances.operating,
    pending_payouts: balances.pending_payouts,
    fees_this_month: feesOf(sums, month),
    volume: volumeOf(sums, since),
    payouts_by_status: payouts,
    purchases_by_status: purchases,
    webhooks,
    attention: attentionOf(concerns),
  }
}
