import type { AlertKind, AlertStatus } from '../alerts.ts'
import type { Environment } from '../environment.ts'

/** Every kind of alert about the service itself, and the page of the console that shows what it is about. */
export const SERVICE_ALERT_KINDS = {
  book_stopped: { label: 'Payouts stopped', page: () => '/books' },
  bank_file: { label: 'Bank file waits', page: (file: string) => `/bank-files/${file}` },
  bank_entries: { label: 'Unmatched bank entries', page: () => '/bank-entries' },
  processor_movements: { label: 'Unmatched movements at the card processor', page: () => '/bank-entries' },
  return_rate: { label: 'Return rate', page: () => '/bank-files' },
  payments_late: { label: 'Payments late', page: () => '/system' },
  webhooks_late: { label: 'Webhooks late', page: () => '/system' },
  messages_late: { label: 'Messages late', page: () => '/system' },
} as const satisfies Record<string, { readonly label: string; readonly page: (subject: string) => string }>

export type ServiceAlertKind = keyof typeof SERVICE_ALERT_KINDS

/** `GET /operator/api/alerts/service`: causes that are there now. */
export interface ServiceAlert {
  readonly kind: ServiceAlertKind
  readonly environment: Environment
  readonly summary: string
  /** The bank file that it is about; empty where the page shows all that it is about. */
  readonly subject: string
  /** Null where nobody knows. */
  readonly since: string | null
}

/** `GET /operator/api/alerts` */
export interface EnterpriseAlert {
  readonly id: string
  readonly status: AlertStatus
  readonly kind: AlertKind
  readonly enterprise: string
  readonly enterprise_name: string
  readonly environment: Environment
  readonly summary: string
  /** By the clock of the enterprise's environment. */
  readonly created_at: string
  readonly cleared_at: string | null
}

/** `GET /operator/api/alerts/:environment/:enterprise/:id` */
export interface EnterpriseAlertDetail extends EnterpriseAlert {
  /** The payout, webhook or bank file that it is about; null where it is about the whole enterprise. */
  readonly resource: string | null
  /** Its subject as it is now, in words. */
  readonly about: readonly { readonly name: string; readonly value: string }[]
}
