/** A request for one page of a list. Lists are newest first; page 1 is the newest. */
export interface PageRequest {
  readonly page: number
  readonly pageSize: number
}

export interface Page<T> {
  readonly data: readonly T[]
  readonly total: number
}

export const PAGE_DEFAULT = 1
export const PAGE_SIZE_DEFAULT = 10
export const PAGE_SIZE_MAX = 1_000
/** Larger than any list; keeps `page * page_size` a safe integer. */
export const PAGE_MAX = 1_000_000_000

/**
 * The positions on a page of `total` rows, where positions are dense and 1 is the oldest. Reading them is a range scan of
 * the position index, so page 1,000,000 costs as much as page 1. `undefined` past the end.
 */
export function positionsOfPage(request: PageRequest, total: number): { from: number; to: number } | undefined {
  const to = total - (request.page - 1) * request.pageSize
  if (to < 1) return undefined
  return { from: Math.max(1, to - request.pageSize + 1), to }
}
