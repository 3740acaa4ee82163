/** Page n of a list that is newest first. */
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
/** Beyond any list that could exist; keeps `page * page_size` a safe integer. */
export const PAGE_MAX = 1_000_000_000

/**
 * The dense positions (1 is the oldest) that page n holds when there are `total` rows. Reading them is a range scan of
 * the position index, so page 1,000,000 costs what page 1 costs. `undefined` past the end.
 */
export function positionsOfPage(request: PageRequest, total: number): { from: number; to: number } | undefined {
  const to = total - (request.page - 1) * request.pageSize
  if (to < 1) return undefined
  return { from: Math.max(1, to - request.pageSize + 1), to }
}
