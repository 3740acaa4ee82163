export interface Pagination {
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** The pagination of a list that is walked along its positions: a request looks at a bounded number of rows. */
export interface WalkedPagination extends Pagination {
  /** Whether there may be more, and the cursor of what follows. */
  readonly has_more?: boolean
  readonly next_cursor?: string
  /** The walk has not reached its end: there are at least `total`. */
  readonly total_is_minimum?: true
}

/** A page of a list, newest first. */
export interface Page<Row> {
  readonly data: readonly Row[]
  readonly pagination: Pagination
}

export interface WalkedPage<Row> {
  readonly data: readonly Row[]
  readonly pagination: WalkedPagination
}

/** A list that is short enough to be answered whole. */
export interface WholeList<Row> {
  readonly data: readonly Row[]
}
