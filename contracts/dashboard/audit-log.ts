import type { Environment } from '../environment.ts'

export interface AuditRow {
  readonly position: number
  readonly at: string
  readonly person_id: string
  /** `Ada Admin <ada@example.com>` */
  readonly person: string
  readonly action: string
  readonly details: object
  readonly address: string | null
  readonly environment: Environment | null
  readonly subject: string | null
  readonly request_id: string | null
}

/** `GET /dashboard/api/audit-log/check` */
export interface AuditCheck {
  readonly intact: boolean
  readonly rows: number
  /** The first position that is not as it was written. */
  readonly broken_at?: number
}
