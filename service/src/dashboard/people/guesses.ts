import { Problem, problem } from '../../kernel/errors.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import {
  countPasswordTry,
  forgivePasswordTry,
  type PasswordLimits,
  type PasswordTry,
  passwordLimits,
} from '../../platform/password-tries.ts'
import { countTry, forgetTries, forgiveTry, isWithin, sourceAnd, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { RealmName } from './realm.ts'

interface GuessDeps {
  readonly database: Database
  readonly vault: Vault
  readonly realm: { readonly name: RealmName }
}

interface Limits {
  /** The same whether or not a person has the e-mail address. */
  readonly passwords: PasswordLimits
  /** For who has the password or a session: reached, it locks for the rest of the quarter of an hour. */
  readonly byPerson: TryLimit
  readonly lockRecorded: TryLimit
}

/** Each realm counts for itself: tries at the dashboard lock no operator out, nor the other way round. */
const limitsOf = (realm: RealmName): Limits => ({
  passwords: passwordLimits(realm),
  byPerson: { name: `${realm} by person`, max: 10, seconds: 900 },
  lockRecorded: { name: `${realm} lock told`, max: 1, seconds: 900 },
})

const LIMITS: Readonly<Record<RealmName, Limits>> = {
  dashboard: limitsOf('dashboard'),
  operator: limitsOf('operator'),
}

/** Requests for mail, which anybody can make for any address: they count for nothing else, so that they lock nobody out. */
const MAIL_BY_ADDRESS: TryLimit = { name: 'dashboard mail by address', max: 30, seconds: 900 }
const MAIL_BY_PERSON_AND_ADDRESS: TryLimit = { name: 'dashboard mail by person and address', max: 5, seconds: 900 }
/** Over all who ask; past it no mail is sent, and nobody is told. */
const MAIL_BY_PERSON: TryLimit = { name: 'dashboard mail to a person', max: 20, seconds: 3_600 }

export const countPassword = ({ database: { sql }, vault, realm }: GuessDeps, tried: PasswordTry): Promise<void> =>
  countPasswordTry(sql, vault, LIMITS[realm.name].passwords, tried)

export const forgivePassword = ({ database: { sql }, vault, realm }: GuessDeps, tried: PasswordTry): Promise<void> =>
  forgivePasswordTry(sql, vault, LIMITS[realm.name].passwords, tried)

export async function countMailRequest(
  { database: { sql }, vault }: Pick<GuessDeps, 'database' | 'vault'>,
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
export async function countGuess(
  { database: { sql }, vault, realm }: GuessDeps,
  address: string,
  person = '',
): Promise<void> {
  const { passwords, byPerson } = LIMITS[realm.name]
  await countTry(sql, vault, passwords.bySource, address)
  if (person) await countTry(sql, vault, byPerson, person)
}

export async function forgiveGuess(
  { database: { sql }, vault, realm }: GuessDeps,
  address: string,
  person = '',
): Promise<void> {
  const { passwords, byPerson } = LIMITS[realm.name]
  await forgiveTry(sql, vault, passwords.bySource, address)
  if (person) await forgetTries(sql, vault, byPerson, person)
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
  { database: { sql }, vault, realm }: GuessDeps,
  person = '',
): Promise<boolean> {
  const { passwords, byPerson, lockRecorded } = LIMITS[realm.name]
  const locks = [byPerson.name, passwords.bySourceAndLogin.name, passwords.byLogin.name]
  if (!(error instanceof Problem) || !locks.includes(String(error.details.guessing))) return false
  return isWithin(sql, vault, lockRecorded, person)
}
