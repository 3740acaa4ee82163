import { Problem, problem } from '../../kernel/errors.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import {
  countPasswordTry,
  forgivePasswordTry,
  type PasswordTry,
  passwordLimits,
} from '../../platform/password-tries.ts'
import { countTry, forgetTries, forgiveTry, isWithin, sourceAnd, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'

interface GuessDeps {
  readonly database: Database
  readonly vault: Vault
}

/** The same whether or not a person has the e-mail address. */
const PASSWORDS = passwordLimits('dashboard')

/** For who has the password or a session: reached, they lock for the rest of the quarter of an hour. */
const BY_PERSON: TryLimit = { name: 'dashboard by person', max: 10, seconds: 900 }
const BY_ADDRESS: TryLimit = PASSWORDS.bySource

const LOCK_RECORDED: TryLimit = { name: 'dashboard lock told', max: 1, seconds: 900 }

/** Requests for mail, which anybody can make for any address: they count for nothing else, so that they lock nobody out. */
const MAIL_BY_ADDRESS: TryLimit = { name: 'dashboard mail by address', max: 30, seconds: 900 }
const MAIL_BY_PERSON_AND_ADDRESS: TryLimit = { name: 'dashboard mail by person and address', max: 5, seconds: 900 }
/** Over all who ask; past it no mail is sent, and nobody is told. */
const MAIL_BY_PERSON: TryLimit = { name: 'dashboard mail to a person', max: 20, seconds: 3_600 }

export const countPassword = ({ database: { sql }, vault }: GuessDeps, tried: PasswordTry): Promise<void> =>
  countPasswordTry(sql, vault, PASSWORDS, tried)

export const forgivePassword = ({ database: { sql }, vault }: GuessDeps, tried: PasswordTry): Promise<void> =>
  forgivePasswordTry(sql, vault, PASSWORDS, tried)

export async function countMailRequest(
  { database: { sql }, vault }: GuessDeps,
  address: string,
  email: string,
): Promise<void> {
  await countTry(sql, vault, MAIL_BY_ADDRESS, address)
  await countTry(sql, vault, MAIL_BY_PERSON_AND_ADDRESS, sourceAnd(address, email))
}

/** Whether a person may be sent another mail that strangers can ask for. */
export const mayMail = (sql: Queryable, vault: Vault, person: string): Promise<boolean> =>
  isWithin(sql, vault, MAIL_BY_PERSON, person)

/** Counts a guess at a code or a link before anything is compared, for the caller's address and for the person. */
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

const LOCKS = new Set([BY_PERSON.name, PASSWORDS.bySourceAndLogin.name, PASSWORDS.byLogin.name])

/** Whether this is the first try that the person's lock has refused. */
export async function isFirstRefusal(
  error: unknown,
  { database: { sql }, vault }: GuessDeps,
  person = '',
): Promise<boolean> {
  if (!(error instanceof Problem) || !LOCKS.has(String(error.details.guessing))) return false
  return isWithin(sql, vault, LOCK_RECORDED, person)
}
