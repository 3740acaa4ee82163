import { ALERT_KINDS, type AlertKind, type AlertSettings, type AlertStatus } from '../../../../contracts/alerts.ts'
import { type ActivityEntry, statusEntry } from '../../kernel/activity.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Id, newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { mustFollow, type StateTable } from '../../kernel/state-machine.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { Transition } from '../transitions/index.ts'

export { ALERT_STATUSES as STATUSES, type AlertKind, type AlertSettings } from '../../../../contracts/alerts.ts'

export const EVENTS = ['clear'] as const
export type AlertEvent = (typeof EVENTS)[number]

/** An alert clears once. If its cause comes back, another one is raised. */
export const ALERT_STATES: StateTable<AlertStatus, AlertEvent> = {
  raised: { clear: 'cleared' },
  cleared: {},
}

export interface Alert {
  readonly id: Id<'alert'>
  readonly status: AlertStatus
  readonly kind: AlertKind
  /** The resource that it is about; empty where it is about the whole enterprise. */
  readonly subject: string
  readonly summary: string
  readonly activity: readonly ActivityEntry[]
  readonly user_data: JsonObject | null
  readonly cleared_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** A cause of an alert that was found. */
export interface Cause {
  readonly kind: AlertKind
  readonly subject: string
  readonly summary: string
}

const OFF: AlertSettings = {
  low_balance_in_cents: null,
  large_payout_in_cents: null,
  unusual_payout_times: null,
  returns_percent: null,
  bank_file_hours: null,
  webhook_minutes: null,
  by_mail: true,
}

/** Thresholds that no enterprise has set. A sandbox is for trying things out, failures too: its alerts are off. */
export const DEFAULT_ALERTS: Readonly<Record<Environment, AlertSettings>> = {
  sandbox: OFF,
  production: { ...OFF, returns_percent: 10, bank_file_hours: 4, webhook_minutes: 60 },
}

/** How long an alert about a payout that was created stays. */
export const PAYOUT_ALERT_MS = DAY_MS

/** Alerts about something that has happened; all others last as long as their cause does. */
export const isMoment = (kind: AlertKind): boolean => kind === 'large_payout' || kind === 'unusual_payout'

export const isSwitchedOn = (settings: AlertSettings): boolean =>
  Object.values(ALERT_KINDS).some(({ setting }) => settings[setting] !== null)

export const raise = ({ kind, subject, summary }: Cause, at: Date): Alert => ({
  id: newId('alert'),
  status: 'raised',
  kind,
  subject,
  summary,
  activity: [statusEntry('raised', 'Raised', at)],
  user_data: null,
  cleared_at: null,
  created_at: at,
  updated_at: at,
})

export function clear(alert: Alert, at: Date): Transition<Alert> {
  const status = mustFollow(ALERT_STATES, alert.status, 'clear')
  const entry = statusEntry(status, isMoment(alert.kind) ? 'Cleared: a day is over' : 'Cleared: the cause is gone', at)
  const to: Alert = { ...alert, status, activity: [...alert.activity, entry], cleared_at: at, updated_at: at }
  return { from: alert, to, transfers: NO_TRANSFERS }
}

export interface Findings {
  /** Causes that are there now. */
  readonly causes: readonly Cause[]
  readonly open: readonly Alert[]
  readonly now: Date
}

const isAbout = (alert: Pick<Alert, 'kind' | 'subject'>, cause: Cause): boolean =>
  alert.kind === cause.kind && alert.subject === cause.subject

/** The alerts to raise and to clear. A cause whose alert is raised already raises no second one. */
export function decideAlerts({ causes, open, now }: Findings): {
  readonly raised: readonly Alert[]
  readonly cleared: readonly Transition<Alert>[]
} {
  const news = causes.filter((cause) => !open.some((alert) => isAbout(alert, cause)))
  const over = open.filter((alert) =>
    isMoment(alert.kind)
      ? alert.created_at.getTime() + PAYOUT_ALERT_MS <= now.getTime()
      : !causes.some((cause) => isAbout(alert, cause)),
  )
  return { raised: news.map((cause) => raise(cause, now)), cleared: over.map((alert) => clear(alert, now)) }
}
