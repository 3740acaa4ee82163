import fc from 'fast-check'
import { iso } from './model/book.ts'
import { index } from './step.ts'

/** When something of a list was made, or a moment before or after. */
interface Moment {
  readonly of: number
  readonly offMs: number
}

/** What every list can be asked for. */
export interface PageQuery {
  readonly after: Moment | undefined
  readonly before: Moment | undefined
  readonly page: number | undefined
  readonly size: number | undefined
}

const moment: fc.Arbitrary<Moment | undefined> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ of: index, offMs: fc.integer({ min: -1, max: 1 }) }) },
)
const PAGE = { page: 1, size: 10 }

export const pageQuery = {
  after: moment,
  before: moment,
  page: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 3 }),
  size: fc.option(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(5, 8, 1_000)), { nil: undefined, freq: 3 }),
}

interface Made {
  readonly created: number
}

interface Narrowed<T> {
  readonly created_after: string | undefined
  readonly created_before: string | undefined
  readonly rows: readonly T[]
}

/** Those that were made between the two moments, neither included. */
export function narrow<T extends Made>(all: readonly T[], { after, before }: PageQuery): Narrowed<T> {
  const at = (wanted: Moment | undefined): number | undefined => {
    const made = wanted && all[wanted.of % all.length]
    return made && made.created + wanted.offMs
  }
  const [from, to] = [at(after), at(before)]
  return {
    created_after: from === undefined ? undefined : iso(from),
    created_before: to === undefined ? undefined : iso(to),
    rows: all.filter(({ created }) => (from === undefined || created > from) && (to === undefined || created < to)),
  }
}

/** The page of what is there, newest first, and what is said of it. */
export function cut<T>(rows: readonly T[], { page = PAGE.page, size = PAGE.size }: PageQuery) {
  const from = (page - 1) * size
  return {
    rows: rows.slice(from, from + size),
    pagination: { page, page_size: size, total: rows.length },
  }
}

export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked.set(name, String(value))
  return asked.size === 0 ? path : `${path}?${asked}`
}
