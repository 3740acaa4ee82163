export interface Pagination {
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** A page of a list, newest first. */
export interface Page<Row> {
  readonly data: readonly Row[]
  readonly pagination: Pagination
}

/** A list that is short enough to be answered whole. */
export interface WholeList<Row> {
  readonly data: readonly Row[]
}
