import type { Pagination } from './generated/api.ts'

/** A page of a list that is read by page number, newest first. */
export interface NumberedPage<Item> {
  readonly data: Item[]
  readonly pagination: Pagination
}

/** A page of a log that is read on from its last entry. */
export interface PositionedPage<Item> {
  readonly data: Item[]
  readonly pagination: {
    readonly page_size: number
    readonly next_after?: number | string | undefined
    readonly has_more: boolean
  }
}

export type Page<Item> = NumberedPage<Item> | PositionedPage<Item>

type Query = Readonly<Record<string, unknown>>
export type FetchPage<P> = (query: Query) => Promise<P>

/** Entries that a page brings when the caller walks through a list and names no size. */
const WALK_PAGE_SIZE = 100
/** So many of the last ids are remembered, to leave out entries that come twice because the list grew meanwhile. */
const REMEMBERED_MAX = 10_000

/**
 * A list. `await` it for one page; loop over it with `for await` for every entry, page after page.
 *
 * A walk yields every entry that was there when it began, and is there still, once: also while others add and remove
 * entries.
 */
export class List<Item, P extends Page<Item>> implements AsyncIterable<Item>, PromiseLike<P> {
  readonly #fetchPage: FetchPage<P>
  readonly #query: Query

  constructor(fetchPage: FetchPage<P>, query: Query) {
    this.#fetchPage = fetchPage
    this.#query = query
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited for one page of it
  then<One = P, Other = never>(
    onPage?: ((page: P) => One | PromiseLike<One>) | null,
    onError?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.#fetchPage(this.#query).then(onPage, onError)
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return walk(this.#fetchPage, { page_size: WALK_PAGE_SIZE, ...this.#query })
  }

  /** The first entries, as an array; without a limit all of them. */
  async toArray(limit = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = []
    if (limit <= 0) return items
    for await (const item of this) if (items.push(item) >= limit) break
    return items
  }
}

async function* walk<Item, P extends Page<Item>>(
  fetchPage: FetchPage<P>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  const first = await fetchPage(query)
  if ('has_more' in first.pagination && 'total' in first.pagination)
    yield* walkCursor(fetchPage as never, query, first as never)
  else if ('total' in first.pagination)
    yield* walkPages(fetchPage as FetchPage<NumberedPage<Item>>, query, first as never)
  else yield* walkPositions(fetchPage as FetchPage<PositionedPage<Item>>, query, first as never)
}

/** The service keeps the place: its pages may be short or empty and still have more behind them. */
async function* walkCursor<Item>(
  fetchPage: FetchPage<NumberedPage<Item>>,
  query: Query,
  first: NumberedPage<Item>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = first; ; ) {
    yield* page.data
    const { next_cursor } = page.pagination
    if (next_cursor === undefined) return
    page = await fetchPage({ ...query, cursor: next_cursor })
  }
}

async function* walkPositions<Item>(
  fetchPage: FetchPage<PositionedPage<Item>>,
  query: Query,
  first: PositionedPage<Item>,
): AsyncGenerator<Item, void, undefined> {
  for (let page = first; ; ) {
    yield* page.data
    if (!page.pagination.has_more) return
    page = await fetchPage({ ...query, after: page.pagination.next_after })
  }
}

/**
 * Newest first, so an entry that is added moves those behind it to a later page, and one that is removed to an earlier
 * one. `total` tells by how many they moved at most: the next page is the one that holds the entry after the last, or one
 * before it, and entries that come again are left out by their ids.
 */
async function* walkPages<Item>(
  fetchPage: FetchPage<NumberedPage<Item>>,
  query: Query,
  first: NumberedPage<Item>,
): AsyncGenerator<Item, void, undefined> {
  const size = first.pagination.page_size
  const seen = createSeen<Item>()
  let page = first
  let from = 0
  for (;;) {
    for (const item of page.data.slice(from)) if (seen.isNew(item)) yield item
    const { page: number, total } = page.pagination
    // The entries of the list up to the end of this page, as the list was when the page was read.
    const done = (number - 1) * size + page.data.length
    if (page.data.length < size || done >= total) return
    ;({ page, from } = await pageAfter(done, total))
  }

  async function pageAfter(done: number, total: number) {
    for (let next = done; ; ) {
      const number = Math.floor(next / size) + 1
      const page = await fetchPage({ ...query, page: number })
      next = Math.max(0, done + page.pagination.total - total)
      if (Math.floor(next / size) + 1 === number) return { page, from: next % size }
    }
  }
}

function createSeen<Item>() {
  const ids = new Set<unknown>()
  return {
    isNew(item: Item): boolean {
      const { id } = item as { id?: unknown }
      if (id === undefined) return true
      if (ids.has(id)) return false
      ids.add(id)
      if (ids.size > REMEMBERED_MAX) ids.delete(ids.values().next().value)
      return true
    },
  }
}
