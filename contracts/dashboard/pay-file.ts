import type { ApprovalReference } from '../resources.ts'

/** The fields that a column of a pay file can be matched to. */
export const PAY_FILE_FIELDS = [
  'account_connection',
  'external_id',
  'email',
  'amount',
  'amount_in_cents',
  'description',
  'date',
  'user_data',
] as const
export type PayFileField = (typeof PAY_FILE_FIELDS)[number]

export interface PayFileUpload {
  readonly name: string
  readonly csv: string
  /** Overrides the match by column name; null ignores the column. */
  readonly columns?: Readonly<Record<string, PayFileField | null>>
}

export interface PayFileConfirm {
  /** Required for a file whose payments were made before. */
  readonly again?: boolean
}

export interface PayFileError {
  /** The line of the file, as a spreadsheet counts. */
  readonly row: number
  readonly column?: string
  readonly value?: string
  readonly code: string
  readonly message: string
}

export interface PayFileSummary {
  readonly file_id: string
  readonly name: string
  readonly sha256: string
  readonly state: 'validated' | 'running' | 'done' | 'failed'
  /** Why the file stopped. */
  readonly why?: string
  readonly rows: number
  readonly error_count: number
  readonly total_in_cents: number
  readonly fees_in_cents: number
  /** Rows paid so far, and rows in all. */
  readonly done: number
  readonly of: number
  readonly created_at: string
  readonly created_by: string
  readonly confirmed_at?: string
  readonly confirmed_by?: string
  readonly ended_at?: string
}

export interface PayFile extends PayFileSummary {
  readonly columns: readonly { readonly column: string; readonly field: PayFileField | null }[]
  readonly fields: readonly string[]
  readonly operating_in_cents: number
  /** The one that the file awaits. */
  readonly approval?: ApprovalReference
  /** The first errors; each row of the list holds its own. */
  readonly errors: readonly PayFileError[]
  /** A file with the same payments that was confirmed before. */
  readonly duplicate_of?: {
    readonly file_id: string
    readonly name: string
    readonly confirmed_at: string
    readonly by: string
  }
}

export interface PayFileRow {
  readonly row: number
  readonly fields: Readonly<Record<string, string>>
  /** The payment that the row asks for; absent while the row has errors. */
  readonly amount_in_cents?: number
  readonly account_connection?: string
  readonly errors: readonly PayFileError[]
  readonly payout?: string
}
