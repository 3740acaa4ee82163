import { Problem, problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { countTry, forgetTries, forgiveTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'

interface GuessDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Locked out for the rest of the quarter of an hour, whoever guesses and whether the e-mail is known or not. */
const BY_PERSON: TryLimit = { name: 'dashboard by person', max: 10, seconds: 900 }
const BY_ADDRESS: TryLimit = { name: 'dashboard by address', max: 100, seconds: 900 }

const LOCK_TOLD: TryLimit = { name: 'dashboard lock told', max: 1, seconds: 900 }

/**
 * Before anything is compared, by the address it comes from and by whom it is about. Passwords at the door count by
 * e-mail, and whatever comes after the right one by the person's id: the right password forgives no wrong code.
 */
export async function countGuess({ database: { sql }, vault }: GuessDeps, address: string, whom = ''): Promise<void> {
  await countTry(sql, vault, BY_ADDRESS, address)
  if (whom) await countTry(sql, vault, BY_PERSON, whom)
}

export async function forgiveGuess({ database: { sql }, vault }: GuessDeps, address: string, whom = ''): Promise<void> {
  await forgiveTry(sql, vault, BY_ADDRESS, address)
  if (whom) await forgetTries(sql, vault, BY_PERSON, whom)
}

/** The library's own lock, of wrong codes however far apart: told as ours are. */
export const codesLocked = (): Problem =>
  problem('rate_limited', {
    message: 'There were too many wrong codes; sign in again in a quarter of an hour.',
    headers: { 'retry-after': '900' },
    guessing: 'dashboard second factor',
  })

/** Whether this is the first try that a lock of that person has stopped. */
export async function isLockNews(error: unknown, { database: { sql }, vault }: GuessDeps, whom = ''): Promise<boolean> {
  if (!(error instanceof Problem) || error.details.guessing !== BY_PERSON.name) return false
  return countTry(sql, vault, LOCK_TOLD, whom).then(
    () => true,
    () => false,
  )
}
