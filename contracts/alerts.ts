import type { ActivityEntry } from './resources.ts'

/** Every kind of alert: its setting, the unit of that setting, and its words for people. */
export const ALERT_KINDS = {
  low_balance: {
    label: 'Low balance',
    setting: 'low_balance_in_cents',
    means: 'The operating account holds less than this amount.',
  },
  large_payout: {
    label: 'Large payout',
    setting: 'large_payout_in_cents',
    means: 'A payout of at least this amount was created.',
  },
  unusual_payout: {
    label: 'Unusual payout',
    setting: 'unusual_payout_times',
    means: 'A payout was created that is so many times the usual amount: the median of the last 1,000.',
  },
  returns: {
    label: 'Returned payouts',
    setting: 'returns_percent',
    means: 'At least this share of the ACH payouts among the last 5,000 payouts came back; from 20 of them on.',
  },
  bank_file: {
    label: 'Bank file not confirmed',
    setting: 'bank_file_hours',
    means: 'The bank has not confirmed a file with your payouts for so many hours.',
  },
  webhook: {
    label: 'Failing webhook',
    setting: 'webhook_minutes',
    means: 'A webhook has answered nothing but failures for so many minutes, or is disabled.',
  },
} as const

export type AlertKind = keyof typeof ALERT_KINDS
export type AlertSettingName = (typeof ALERT_KINDS)[AlertKind]['setting']

/** The threshold of each kind; null switches it off. */
export type AlertSettings = Readonly<Record<AlertSettingName, number | null>> & {
  /** Whether alerts are mailed, too. */
  readonly by_mail: boolean
}

export const ALERT_STATUSES = ['raised', 'cleared'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

export interface Alert {
  readonly id: string
  readonly status: AlertStatus
  readonly kind: AlertKind
  /** The payout, webhook or bank file that it is about; absent where it is about the whole enterprise. */
  readonly resource?: string
  readonly summary: string
  readonly activity: readonly ActivityEntry[]
  readonly cleared_at?: string
  readonly created_at: string
  readonly updated_at: string
}

/** The page of the dashboard that shows what an alert is about, below the environment. */
export const ALERT_PAGES: Readonly<Record<AlertKind, (resource: string) => string>> = {
  low_balance: () => '/ledger',
  large_payout: (payout) => `/payouts/${payout}`,
  unusual_payout: (payout) => `/payouts/${payout}`,
  returns: () => '/payouts?status=returned',
  bank_file: () => '/reconciliation',
  webhook: (webhook) => `/webhooks/${webhook}`,
}
