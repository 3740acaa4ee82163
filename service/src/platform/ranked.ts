import type { Queryable, Statement } from './database.ts'

/**
 * One query for several: what each of them finds (`one` is its row), with its place in the list. A process that asks many
 * times a second pays for the asking, not for the rows.
 */
export const ranked = (sql: Queryable, found: Statement, queries: readonly Statement[]): Statement =>
  queries
    .map((query, rank) => sql`select ${rank}::integer as rank, ${found} from (${query}) one`)
    .reduce((all, one) => sql`${all} union all ${one}`)
