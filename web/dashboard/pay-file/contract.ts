export interface PayFileError {
  readonly row: number
  readonly column?: string
  readonly value?: string
  readonly code: string
  readonly message: string
}

export interface PayFileSummary {
  readonly file_id: string
  readonly name: string
  readonly state: 'validated' | 'running' | 'done' | 'failed'
  readonly rows: number
  readonly total_in_cents: number
  readonly fees_in_cents: number
  readonly error_count: number
  readonly created_at: string
  readonly created_by?: string
  readonly confirmed_at?: string
  readonly confirmed_by?: string
}

export interface PayFileAnswer extends PayFileSummary {
  readonly columns: readonly { readonly column: string; readonly field: string | null }[]
  /** What a column may be. */
  readonly fields: readonly string[]
  readonly operating_in_cents: number
  readonly duplicate_of?: {
    readonly file_id: string
    readonly name: string
    readonly confirmed_at?: string
    readonly by?: string
  }
  readonly done: number
  readonly of: number
  /** Why it stopped. */
  readonly why?: string
}

export interface PayFileRow {
  /** The line of the file, as a spreadsheet counts. */
  readonly row: number
  readonly fields: Readonly<Record<string, string>>
  /** What the row was understood as; absent while something is wrong with it. */
  readonly amount_in_cents?: number
  readonly account_connection?: string
  readonly errors: readonly PayFileError[]
  readonly payout?: string
}

/** Beyond this a file has surely more rows than one may have. */
export const BYTES_MAX = 10 * 1024 * 1024

export const TEMPLATE = `account_connection,amount,description,date
acon_01kk3v9x2qf8m6t4w0c5n7d1ha,125.00,March royalties,
acon_01kk3v9x2qf8m6t4w0c5n7d1hb,80.50,March royalties,2031-04-01T09:00:00Z
`

/** Files that were dropped while this page is open: their columns can be matched anew. */
export const dropped = new Map<string, { readonly name: string; readonly csv: string }>()
