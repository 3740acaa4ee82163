import type { Queryable, Statement } from './database.ts'

/** The last code point: every text that begins with `prefix` is before `prefix + LAST`, as bytes compare. */
const LAST = '\u{10FFFF}'

/** `expression` begins with `prefix`, as a range that an index with collation "C" answers. */
export const beginsWith = (sql: Queryable, expression: Statement, prefix: string): Statement =>
  sql`${expression} >= ${prefix} and ${expression} < ${prefix + LAST}`
