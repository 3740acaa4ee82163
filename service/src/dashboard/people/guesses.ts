import { Problem, problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { countTry, forgetTries, forgiveTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'

interface GuessDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Reached, they lock for the rest of the quarter of an hour, whether or not a person has the e-mail address. */
const BY_PERSON: TryLimit = { name: 'dashboard by person', max: 10, seconds: 900 }
const BY_ADDRESS: TryLimit = { name: 'dashboard by address', max: 100, seconds: 900 }

const LOCK_RECORDED: TryLimit = { name: 'dashboard lock told', max: 1, seconds: 900 }

/**
 * Counts a guess before anything is compared, for the caller's address and for the person. A password counts for the
 * e-mail address, a code for the person's id: the right password forgives no wrong code.
 */
export async function countGuess({ database: { sql }, vault }: GuessDeps, address: string, person = ''): Promise<void> {
  await countTry(sql, vault, BY_ADDRESS, address)
  if (person) await countTry(sql, vault, BY_PERSON, person)
}

export async function forgiveGuess(
  { database: { sql }, vault }: GuessDeps,
  address: string,
  person = '',
): Promise<void> {
  await forgiveTry(sql, vault, BY_ADDRESS, address)
  if (person) await forgetTries(sql, vault, BY_PERSON, person)
}

/** The library's own lock after wrong codes, answered as ours are. */
export const codesLocked = (): Problem =>
  problem('rate_limited', {
    message: 'There were too many wrong codes; sign in again in a quarter of an hour.',
    headers: { 'retry-after': '900' },
    guessing: 'dashboard second factor',
  })

/** Whether this is the first try that the person's lock has refused. */
export async function isFirstRefusal(
  error: unknown,
  { database: { sql }, vault }: GuessDeps,
  person = '',
): Promise<boolean> {
  if (!(error instanceof Problem) || error.details.guessing !== BY_PERSON.name) return false
  return countTry(sql, vault, LOCK_RECORDED, person).then(
    () => true,
    () => false,
  )
}
