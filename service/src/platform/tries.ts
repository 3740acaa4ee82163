import { type Problem, problem } from '../kernel/errors.ts'
import type { Queryable } from './database.ts'
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
  if (count > limit.max) throw tooMany(Math.max(1, seconds))
}

function tooMany(seconds: number): Problem {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  const message = `There were too many tries; wait ${wait} and try again.`
  return problem('rate_limited', { message, headers: { 'retry-after': String(seconds) } })
}

/** The try was no guess. */
export async function forgiveTry(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  await sql`update tries set count = greatest(count - 1, 0) where subject = ${subjectOf(vault, limit, who)}`
}

export async function forgetTries(sql: Queryable, vault: Vault, limit: TryLimit, who: string): Promise<void> {
  await sql`delete from tries where subject = ${subjectOf(vault, limit, who)}`
}
