import { type Problem, problem } from '../kernel/errors.ts'
import { plain, type Queryable, type Statement, type Tx, texts } from './database.ts'
import type { Vault } from './vault.ts'

/** Something that may be tried only so often in a while, by the database's clock and in every process. */
export interface TryLimit {
  readonly name: string
  readonly max: number
  readonly seconds: number
}

/** Kept as a digest: an e-mail address or a network address is nobody's business afterwards. */
const subjectOf = (vault: Vault, limit: TryLimit, who: string): Buffer =>
  vault.digest(`tries ${limit.name}`, who.toLowerCase())

/**
 * Counts a try before anything is compared, in one statement: of any number that come at once only so many are
 * evaluated. Past the limit it throws until the while is over.
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

function tooMany(limit: TryLimit, what: string, seconds: number): Problem {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  const message = `There were too many ${what}; wait ${wait} and try again.`
  return problem('rate_limited', { message, headers: { 'retry-after': String(seconds) }, guessing: limit.name })
}

/** The try was no guess. */
export async function forgiveTry(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  await sql`update tries set count = greatest(count - 1, 0) where subject = ${subjectOf(vault, limit, who)}`
}

/** Tries whose time is over count no more. */
export async function forgetOldTries(sql: Queryable): Promise<void> {
  await sql`delete from tries where until < clock_timestamp()`
}

export async function forgetTries(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  await sql`delete from tries where subject = ${subjectOf(vault, limit, who)}`
}

/** Tries of many at once, under names that are no secret: held, decided on one by one, then written together. */
export interface Tally {
  /** Past the limit it throws; otherwise the next `count` is allowed. */
  check(name: string): void
  count(name: string): void
  writing(tx: Tx): Statement[]
}

interface Tried {
  readonly name: string
  readonly count: number
  readonly seconds: number
}

/** `names` selects them. Each has a row from then on, and nobody else counts on it until the transaction ends. */
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
    writing: (tx) => (more.size === 0 ? [] : [addTries(tx, limit, more)]),
  }
}

const addTries = (tx: Tx, limit: TryLimit, more: ReadonlyMap<string, number>): Statement => tx`
  insert into tries as known (subject, count, until)
  select convert_to(name, 'UTF8'), count, clock_timestamp() + ${limit.seconds} * interval '1 second'
  from unnest(
    ${texts([...more.keys()].map((name) => `${limit.name} ${name}`))}::text[], ${plain([...more.values()])}::integer[]
  ) as new (name, count) order by 1
  on conflict (subject) do update set
    count = case when known.until <= clock_timestamp() then 0 else known.count end + excluded.count,
    until = case when known.until <= clock_timestamp() then excluded.until else known.until end`
