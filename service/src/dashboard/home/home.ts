import { ALERT_PAGES } from '../../../../contracts/alerts.ts'
import type { Attention, DayVolume, VolumeDays } from '../../../../contracts/dashboard/home.ts'
import type { LimitUse } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Cents, dollars, ZERO } from '../../kernel/money.ts'
import { DAY_MS, iso } from '../../kernel/time.ts'
import { type DaySum, readBalances, readDaySums } from '../../ledger/index.ts'
import { type Alert, findRaised } from '../../resources/alerts/index.ts'
import { countAwaiting } from '../../resources/approvals/index.ts'
import { limitInWords, readLimits } from '../../resources/limits/index.ts'
import {
  CLAIM_MS,
  countClaimsEnding,
  countFailedSince,
  countPayouts,
  findUpcomingPayouts,
  type PayoutReadDeps,
} from '../../resources/payouts/index.ts'
import { countPurchases, type PurchaseReadDeps } from '../../resources/purchases/index.ts'
import { type FailingWebhook, findFailingWebhooks } from '../../resources/webhooks/index.ts'
import { countFlaggedKeys, readTenant } from '../../tenants/index.ts'
import { countFailedFiles } from '../pay-file/index.ts'

export interface HomeDeps extends PayoutReadDeps, PurchaseReadDeps {}

const UPCOMING_MAX = 5

/** Payouts that were sent less those that came back, each on its own day. */
const isPayout = ({ code, kind }: DaySum): boolean =>
  code === 'due_to_bank' && (kind === 'payout.sent' || kind === 'payout.returned')
/** Purchases that settled less refunds and chargebacks: nothing else goes through card clearing. */
const isPurchase = ({ code }: DaySum): boolean => code === 'card_clearing'

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Money out and money in. */
function movedIn(sums: readonly DaySum[]): Omit<DayVolume, 'date'> {
  const debited = (which: (sum: DaySum) => boolean): number =>
    sums.filter(which).reduce((sum, { debits, credits }) => sum + debits - credits, 0)
  return { payouts_in_cents: 0 - debited(isPayout), purchases_in_cents: debited(isPurchase) }
}

export const volumeOf = (sums: readonly DaySum[], since: string, days: number): DayVolume[] =>
  Array.from({ length: days }, (_none, nth) => {
    const date = dayAfter(since, nth)
    return { date, ...movedIn(sums.filter(({ day }) => day === date)) }
  })

/** The sums of as many days before, to compare with. */
export const volumeBefore = (sums: readonly DaySum[], since: string, days: number): Omit<DayVolume, 'date'> =>
  movedIn(sums.filter(({ day }) => day < since && day >= dayAfter(since, -days)))

/** Collecting moves fees on that were counted when they were charged. */
const isFee = ({ code, kind }: DaySum): boolean => code === 'fees_payable' && kind !== 'fees.collected'

/** Fees charged less fees given back, and the kinds of transfers that they are. */
export function feesOf(sums: readonly DaySum[], month: string): { readonly total: number; readonly kinds: string[] } {
  const fees = sums.filter((sum) => isFee(sum) && sum.day >= month)
  return {
    total: fees.reduce((sum, { debits, credits }) => sum + credits - debits, 0),
    kinds: [...new Set(fees.map(({ kind }) => kind))].sort(),
  }
}

/** A larger number is shown as this one: nobody reads the difference, and it would have to be counted. */
const COUNT_MAX = 1_000
const WEEK_MS = 7 * DAY_MS
const ALERTS_MAX = 20
/** Limits of each key by itself are shown for the one that has used most. */
const NOBODY = { id: '', role: 'viewer' } as const

/** Conditions that a person should look at. */
export interface Concerns {
  /** The tenant's clock when they were counted: links name the same rows. */
  readonly now: Date
  readonly payoutsStopped: boolean
  readonly awaitingApprovals: number
  /** Involuntary reversals that the operating account has not paid yet. */
  readonly refundsDue: Cents
  /** Money that the bank took back after it was spent. */
  readonly receivables: Cents
  readonly failedPayouts: number
  readonly endingClaims: number
  readonly failedPayFiles: number
  readonly flaggedKeys: number
  readonly webhooks: readonly FailingWebhook[]
  /** Why the provider has suspended the enterprise. */
  readonly suspendedBecause: string | null
  readonly limits: readonly LimitUse[]
  readonly alerts: readonly Pick<Alert, 'kind' | 'subject' | 'summary'>[]
}

/** A limit is shown from here on. */
const NEARLY_USED = 0.8

const isNearlyUsed = ({ used_in_cents, max_in_cents, used_count, max_count }: LimitUse): boolean =>
  (used_in_cents ?? used_count ?? 0) > 0 &&
  (used_in_cents ?? used_count ?? 0) >= NEARLY_USED * (max_in_cents ?? max_count ?? 0)

/** A failing webhook has a line of its own, from its first failure on. */
const isNotSaidElsewhere = ({ kind }: Pick<Alert, 'kind'>): boolean => kind !== 'webhook'

const alertNotice = ({ kind, subject, summary }: Pick<Alert, 'kind' | 'subject' | 'summary'>): Attention => ({
  kind: `alert_${kind}`,
  text: summary,
  link: ALERT_PAGES[kind](subject),
})

const limitNotice = (limit: LimitUse): Attention => ({
  kind: 'limit_nearly_used',
  text: `The limit of ${limitInWords(limit)} ${(limit.left_in_cents ?? limit.left_count) === 0 ? 'is used up' : 'is nearly used up'}.`,
  link: '/settings',
})

const before = (now: Date, ms: number): string => iso(new Date(now.getTime() - ms))

/** Exactly the payouts that `countFailedSince` counts. */
const failedPayoutsLink = (now: Date): string => `/payouts?status=error,returned&updated_after=${before(now, WEEK_MS)}`

/** Exactly the payouts that `countClaimsEnding` counts: a claim ends 30 days after the date of its payout. */
const endingClaimsLink = (now: Date): string =>
  `/payouts?status=ready&type=unclaimed&date_after=${before(now, CLAIM_MS)}&date_before=${before(now, CLAIM_MS - WEEK_MS)}`

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `One ${one}` : `${count >= COUNT_MAX ? `${COUNT_MAX} or more` : count} ${more}`

export function attentionOf(concerns: Concerns): Attention[] {
  const { now, payoutsStopped, awaitingApprovals, refundsDue, receivables, failedPayouts } = concerns
  const { endingClaims, failedPayFiles, flaggedKeys, webhooks, suspendedBecause, limits, alerts } = concerns
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
      link: '/ledger/statement?account=refunds_due',
    },
    receivables > 0 && {
      kind: 'receivables',
      text: `The bank took back ${dollars(receivables)} that was spent already. The next credits repay it.`,
      link: '/ledger/statement?account=receivables',
    },
    failedPayouts > 0 && {
      kind: 'payouts_failed',
      text: `${many(failedPayouts, 'payout', 'payouts')} failed or came back in the last 7 days.`,
      link: failedPayoutsLink(now),
    },
    endingClaims > 0 && {
      kind: 'payouts_unclaimed',
      text: `${many(endingClaims, 'unclaimed payout', 'unclaimed payouts')} will be canceled within 7 days.`,
      link: endingClaimsLink(now),
    },
    failedPayFiles > 0 && {
      kind: 'pay_file_stopped',
      text: `${many(failedPayFiles, 'file was', 'files were')} not paid to the end.`,
      link: '/pay-file?state=failed',
    },
    flaggedKeys > 0 && {
      kind: 'key_exposed',
      text: `${many(flaggedKeys, 'API key', 'API keys')} came over plain HTTP: replace ${flaggedKeys === 1 ? 'it' : 'them'}.`,
      link: '/keys?only=exposed',
    },
    ...alerts.filter(isNotSaidElsewhere).map(alertNotice),
    ...limits.filter(isNearlyUsed).map(limitNotice),
    ...webhooks.map(({ id, event, disabled_because }) => ({
      kind: disabled_because === null ? 'webhook_failing' : 'webhook_disabled',
      text: `The webhook for ${event} ${disabled_because === null ? 'is failing' : 'is disabled'}.`,
      link: `/webhooks/${id}`,
    })),
  ]
  return items.filter((item) => item !== false)
}

/** The amount of the payouts that are `sent`: what was sent less what came back, since the books were opened. */
export const sentOf = (sums: readonly DaySum[]): number =>
  0 - sums.filter(isPayout).reduce((sum, { debits, credits }) => sum + debits - credits, 0)

/** Before every book. */
const FIRST_DAY = '0001-01-01'

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export async function readHome(deps: HomeDeps, tenant: TenantId, days: VolumeDays) {
  const { sql } = deps.database
  // First: counting records what is due, and the balances must follow from that.
  const [payouts, purchases] = await Promise.all([countPayouts(deps, tenant), countPurchases(deps, tenant)])
  const { now, payouts_stopped_because, suspended_because } = await readTenant(sql, tenant)
  const since = dayOf(new Date(now.getTime() - (days - 1) * DAY_MS))
  const month = `${dayOf(now).slice(0, 7)}-01`
  const earlier = dayAfter(since, -days)
  const [
    allSums,
    balances,
    upcoming,
    webhooks,
    failedPayouts,
    endingClaims,
    failedPayFiles,
    flaggedKeys,
    awaiting,
    limits,
    alerts,
  ] = await Promise.all([
    readDaySums(sql, tenant, ['due_to_bank', 'card_clearing', 'fees_payable'], FIRST_DAY),
    readBalances(sql, tenant, ['operating', 'pending_payouts', 'refunds_due', 'incoming', 'receivables']),
    findUpcomingPayouts(sql, tenant, now, UPCOMING_MAX),
    findFailingWebhooks(sql, tenant),
    countFailedSince(sql, tenant, new Date(now.getTime() - WEEK_MS), COUNT_MAX),
    countClaimsEnding(sql, tenant, { after: now, before: new Date(now.getTime() + WEEK_MS) }, COUNT_MAX),
    countFailedFiles(sql, tenant, COUNT_MAX),
    countFlaggedKeys(sql, tenant),
    countAwaiting(sql, tenant, COUNT_MAX),
    readLimits(sql, tenant, { maker: NOBODY }),
    findRaised(sql, tenant, ALERTS_MAX),
  ])
  const concerns: Concerns = {
    now,
    payoutsStopped: payouts_stopped_because !== null,
    awaitingApprovals: awaiting,
    refundsDue: -balances.refunds_due as Cents,
    // A book that an earlier version has opened lacks these accounts until they are needed.
    receivables: -(balances.receivables ?? ZERO) as Cents,
    failedPayouts,
    endingClaims,
    failedPayFiles,
    flaggedKeys,
    webhooks,
    suspendedBecause: suspended_because,
    limits: limits.limits,
    alerts,
  }
  const sums = allSums.filter(({ day }) => day >= month || day >= earlier)
  const fees = feesOf(sums, month)
  return {
    operating_balance: balances.operating,
    pending_payouts: balances.pending_payouts,
    incoming: balances.incoming ?? ZERO,
    fees_this_month: fees.total,
    fee_kinds: fees.kinds,
    volume: volumeOf(sums, since, days),
    volume_before: volumeBefore(sums, since, days),
    upcoming,
    payouts_by_status: payouts.counts,
    payout_cents_by_status: { ...payouts.cents, sent: sentOf(allSums) },
    purchases_by_status: purchases.counts,
    purchase_cents_by_status: purchases.cents,
    webhooks,
    attention: attentionOf(concerns),
  }
}
