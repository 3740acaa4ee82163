/** A request for one page of a list. Lists are newest first unless they are walked; page 1 is the newest. */
export interface PageRequest {
  readonly page: number
  readonly pageSize: number
  /** Present where the request names an order, a cursor or a filter that has no exact count. */
  readonly walk?: Walk | undefined
}

export const ORDERS = ['newest', 'oldest'] as const
export type Order = (typeof ORDERS)[number]

export const RANKS = ['largest', 'smallest'] as const
export type Rank = (typeof RANKS)[number]

/** A list that is read along its positions, in either direction, from where the page before ended. */
export interface Walk {
  readonly order: Order
  /** Puts the rows that one request looks at into the order of their amounts; its pages are numbered and have no cursor. */
  readonly rank?: Rank | undefined
  readonly from: Cursor | undefined
  /** Names the list and its filters: a cursor of another list or filter is refused. */
  readonly binding: string
}

/** Where a walk goes on. */
export interface Cursor {
  /** The last position that was looked at. */
  readonly position: number
  /** The number of the page that follows. */
  readonly page: number
  /** Rows that matched up to the position. */
  readonly matched: number
  /** Rows that are still to be passed over before the page begins. */
  readonly skip: number
}

export interface Page<T> {
  readonly data: readonly T[]
  readonly total: number
  /** Present on a page of a walk. */
  readonly walked?: Walked
}

export interface Walked {
  /** Where the walk goes on; undefined at its end. */
  readonly next: Cursor | undefined
  /** False where the list was not read to its end: there are at least `total`. */
  readonly isTotalExact: boolean
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

const CURSOR_MAX = 200
const NUMBERS = 4

/** A cursor as text for the API. It holds no secret: it is of use only with the key, list and filters it came with. */
export const encodeCursor = ({ position, page, matched, skip }: Cursor, binding: string): string =>
  Buffer.from([binding, position, page, matched, skip].join(' ')).toString('base64url')

/** `undefined` where the text is no cursor of this list with these filters. */
export function decodeCursor(text: string, binding: string): Cursor | undefined {
  if (text.length > CURSOR_MAX) return undefined
  const [bound, ...rest] = Buffer.from(text, 'base64url').toString('latin1').split(' ')
  if (bound !== binding || rest.length !== NUMBERS || !rest.every((word) => /^\d{1,15}$/.test(word))) return undefined
  const [position, page, matched, skip] = rest.map(Number) as [number, number, number, number]
  return { position, page, matched, skip }
}
