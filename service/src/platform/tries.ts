import { Problem, problem } from '../kernel/errors.ts'
import type { Queryable, Statement, Tx } from './database.ts'
import { networkOf } from './networks.ts'
import { rowsOf } from './rows.ts'
import type { Vault } from './vault.ts'

/** How often something may be tried in a period. Counted in the database, by its clock, for all processes together. */
export interface TryLimit {
  readonly name: string
  readonly max: number
  readonly seconds: number
}

/** Stored as a digest: the table holds no e-mail address and no network address. The latter counts by its network. */
const subjectOf = (vault: Vault, limit: TryLimit, who: string): Buffer =>
  vault.digest(`tries ${limit.name}`, networkOf(who).toLowerCase())

/** For tries that count for a source and what it tries together: a source with a network of addresses is one. */
export const sourceAnd = (address: string, subject: string): string => `${networkOf(address)} ${subject}`

/**
 * Counts a try before anything is compared, in one statement: of any number that come at once, only `max` are let
 * through. Past the limit it throws until the period is over.
 */
export async function countTry(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  const [row] = await sql<{ count: number; seconds: number }[]>`
    insert into tries as known (subject, count, until)
    values (${subjectOf(vault, limit, who)}, 1, clock_timestamp() + ${limit.seconds} * interval '1 second')
    on conflict (subject) do update set
      count = case when known.until <= clock_timestamp() then 1 else known.count + 1 end,
      until = case when known.until <= clock_timestamp() then excluded.until else known.until end
    returning count, ceil(extract(epoch from until - clock_timestamp()))::int as seconds`
  const { count, seconds } = row as { count: number; seconds: number }
  if (count > limit.max) throw tooMany(limit, 'tries', Math.max(1, seconds))
}

/** Counts a try. False, instead of an error, past the limit. */
export const isWithin = (sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<boolean> =>
  countTry(sql, vault, limit, who).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )

function tooMany(limit: TryLimit, what: string, seconds: number): Problem {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  const message = `There were too many ${what}; wait ${wait} and try again.`
  return problem('rate_limited', { message, headers: { 'retry-after': String(seconds) }, guessing: limit.name })
}

/** Decrements the count after a success, which is no guess. */
export async function forgiveTry(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  await sql`update tries set count = greatest(count - 1, 0) where subject = ${subjectOf(vault, limit, who)}`
}

/** Deletes counts whose period is over. */
export async function forgetOldTries(sql: Queryable): Promise<void> {
  await sql`delete from tries where until < clock_timestamp()`
}

export async function forgetTries(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  await sql`delete from tries where subject = ${subjectOf(vault, limit, who)}`
}

/** The tries of many subjects, whose names are no secret: locked, decided one by one, then written together. */
export interface Tally {
  /** Throws when no further try is allowed. */
  check(name: string): void
  count(name: string): void
  saveStatements(tx: Tx): Statement[]
}

interface Tried {
  readonly name: string
  readonly count: number
  readonly seconds: number
}

/** `names` selects the subjects. Each has a row from then on, which is locked until the transaction ends. */
export async function holdTally(tx: Tx, limit: TryLimit, what: string, names: ReturnType<Queryable>): Promise<Tally> {
  const subjects = tx`select distinct convert_to(${`${limit.name} `}::text || name, 'UTF8') as subject from (${names}) known (name)`
  const [, rows] = await Promise.all([
    tx`
      insert into tries (subject, count, until)
      select subject, 0, clock_timestamp() + ${limit.seconds} * interval '1 second' from (${subjects}) new order by subject
      on conflict (subject) do nothing`,
    tx<Tried[]>`
      select substr(convert_from(subject, 'UTF8'), ${limit.name.length + 2}) as name,
        case when until <= clock_timestamp() then 0 else count end as count,
        greatest(1, ceil(extract(epoch from until - clock_timestamp())))::int as seconds
      from tries where subject = any(array(${subjects})) order by tries.subject for no key update`,
  ])
  return tallyOf(limit, what, rows)
}

function tallyOf(limit: TryLimit, what: string, rows: readonly Tried[]): Tally {
  const before = new Map(rows.map((row) => [row.name, row]))
  const more = new Map<string, number>()
  return {
    check(name) {
      const { count = 0, seconds = limit.seconds } = before.get(name) ?? {}
      if (count + (more.get(name) ?? 0) >= limit.max) throw tooMany(limit, what, seconds)
    },
    count: (name) => void more.set(name, (more.get(name) ?? 0) + 1),
    saveStatements: (tx) => (more.size === 0 ? [] : [addTriesStatement(tx, limit, more)]),
  }
}

const newTries = (limit: TryLimit, more: ReadonlyMap<string, number>) =>
  rowsOf(
    [...more].map(([name, count]) => ({ name: `${limit.name} ${name}`, count })),
    { name: 'text', count: 'integer' },
  )

const addTriesStatement = (tx: Tx, limit: TryLimit, more: ReadonlyMap<string, number>): Statement => tx`
  insert into tries as known (subject, count, until)
  select convert_to(name, 'UTF8'), count, clock_timestamp() + ${limit.seconds} * interval '1 second'
  from ${newTries(limit, more)} as new order by 1
  on conflict (subject) do update set
    count = case when known.until <= clock_timestamp() then 0 else known.count end + excluded.count,
    until = case when known.until <= clock_timestamp() then excluded.until else known.until end`
