import type { Attention, DayVolume } from '../../../../contracts/dashboard/home.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { dollars } from '../../kernel/money.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { type DaySum, readDaySums } from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { countByStatus } from '../../resources/payouts/index.ts'
import {
  countPurchases,
  countWorries,
  type FailingWebhook,
  findFailingWebhooks,
  MANY,
  readStanding,
  type Standing,
  type Worries,
} from './store.ts'

const DAYS = 30

/** Which movements are the volume of what: payouts that were sent, purchases that settled. */
const isPayout = ({ code, kind }: DaySum): boolean => code === 'due_to_bank' && kind === 'payout.sent'
const isPurchase = ({ code, kind }: DaySum): boolean =>
  code === 'card_clearing' && (kind === 'purchase.settled' || kind === 'purchase.fee')

export function volumeOf(sums: readonly DaySum[], since: string): DayVolume[] {
  const first = Date.parse(`${since}T00:00:00Z`)
  return Array.from({ length: DAYS }, (_none, nth) => {
    const date = new Date(first + nth * DAY_MS).toISOString().slice(0, 10)
    const ofDay = sums.filter(({ day }) => day === date)
    const total = (which: (sum: DaySum) => boolean, side: 'debits' | 'credits'): number =>
      ofDay.filter(which).reduce((sum, one) => sum + one[side], 0)
    return { date, payouts_in_cents: total(isPayout, 'credits'), purchases_in_cents: total(isPurchase, 'debits') }
  })
}

/** Charged less given back; what the provider collects is the same fees on their way. */
export function feesOf(sums: readonly DaySum[], month: string): number {
  const fees = sums.filter(({ code, day }) => code === 'fees_payable' && day >= month)
  return fees.reduce((sum, { kind, debits, credits }) => sum + credits - (kind === 'fees.collected' ? 0 : debits), 0)
}

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `One ${one}` : `${count >= MANY ? `${MANY} or more` : count} ${more}`

export function attentionOf(standing: Standing, worries: Worries, webhooks: readonly FailingWebhook[]): Attention[] {
  const { payouts_stopped_because, refunds_due } = standing
  return [
    ...(payouts_stopped_because === null
      ? []
      : [{ kind: 'payouts_stopped', text: 'Payouts are paused while the books are being checked.', link: '/ledger' }]),
    ...(refunds_due > 0
      ? [
          {
            kind: 'refunds_due',
            text: `${dollars(refunds_due)} of reversals wait for money in the operating account.`,
            link: '/ledger',
          },
        ]
      : []),
    ...(worries.failed > 0
      ? [
          {
            kind: 'payouts_failed',
            text: `${many(worries.failed, 'payout', 'payouts')} failed or came back in the last 7 days.`,
            link: '/payouts?status=error',
          },
        ]
      : []),
    ...(worries.unclaimed > 0
      ? [
          {
            kind: 'payouts_unclaimed',
            text: `${many(worries.unclaimed, 'unclaimed payout', 'unclaimed payouts')} will be canceled within 7 days.`,
            link: '/payouts?status=ready',
          },
        ]
      : []),
    ...(worries.stopped_files > 0
      ? [
          {
            kind: 'pay_file_stopped',
            text: `${many(worries.stopped_files, 'file was', 'files were')} not paid to the end.`,
            link: '/pay-file',
          },
        ]
      : []),
    ...(worries.flagged_keys > 0
      ? [
          {
            kind: 'key_exposed',
            text: `${many(worries.flagged_keys, 'API key', 'API keys')} came over plain HTTP: replace it.`,
            link: '/keys',
          },
        ]
      : []),
    ...webhooks.map(({ id, event, disabled_because }) => ({
      kind: disabled_because === null ? 'webhook_failing' : 'webhook_disabled',
      text: `The webhook for ${event} ${disabled_because === null ? 'is failing' : 'is disabled'}.`,
      link: `/webhooks/${id}`,
    })),
  ]
}

export async function readHome(sql: Queryable, tenant: TenantId) {
  const standing = await readStanding(sql, tenant)
  const { now, since, month } = standing
  const [sums, payouts, purchases, webhooks, worries] = await Promise.all([
    readDaySums(sql, tenant, ['due_to_bank', 'card_clearing', 'fees_payable'], month < since ? month : since),
    countByStatus(sql, tenant),
    countPurchases(sql, tenant),
    findFailingWebhooks(sql, tenant),
    countWorries(sql, tenant, now),
  ])
  return {
    operating_balance: standing.operating,
    pending_payouts: standing.pending_payouts,
    fees_this_month: feesOf(sums, month),
    volume: volumeOf(sums, since),
    payouts_by_status: payouts,
    purchases_by_status: purchases,
    webhooks,
    attention: attentionOf(standing, worries, webhooks),
  }
}
