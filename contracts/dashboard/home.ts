export interface DayVolume {
  /** `2026-11-15` */
  readonly date: string
  readonly payouts_in_cents: number
  readonly purchases_in_cents: number
}

/** The periods that the volume is offered for, in days. */
export const VOLUME_DAYS = [7, 30, 90] as const
export type VolumeDays = (typeof VOLUME_DAYS)[number]

/** A payout that waits for its date. */
export interface UpcomingPayout {
  readonly id: string
  readonly account_connection: string
  readonly amount_in_cents: number
  readonly date: string
}

export interface FailingWebhook {
  readonly id: string
  readonly url: string
  readonly event: string
  readonly failures: number
  readonly failing_since?: string
  readonly disabled_because?: string
}

/** Something that a person should look at. */
export interface Attention {
  readonly kind: string
  readonly text: string
  /** A page of the dashboard, below the environment. */
  readonly link: string
}

export interface Home {
  readonly operating_balance: number
  readonly pending_payouts: number
  /** Credits that have arrived before their settlement date. */
  readonly incoming: number
  readonly fees_this_month: number
  /** The kinds of transfers that the fees were counted from. */
  readonly fee_kinds: readonly string[]
  readonly volume: readonly DayVolume[]
  /** The sums of the period of the same length before. */
  readonly volume_before: Omit<DayVolume, 'date'>
  /** The next payouts that wait for their date. */
  readonly upcoming: readonly UpcomingPayout[]
  readonly payouts_by_status: Readonly<Record<string, number>>
  readonly payout_cents_by_status: Readonly<Record<string, number>>
  readonly purchases_by_status: Readonly<Record<string, number>>
  /** Without a status that too many purchases are in to add them up. */
  readonly purchase_cents_by_status: Readonly<Record<string, number>>
  readonly failing_webhooks: readonly FailingWebhook[]
  readonly attention: readonly Attention[]
}
