import type { Environment } from '../../kernel/environment.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { countTry, forgetTries, forgiveTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import { passwordMatches } from './passwords.ts'
import type { CreatorRow } from './store.ts'

/** Locked out for the rest of the quarter of an hour, whoever guesses and whether the e-mail is known or not. */
const BY_ACCOUNT: TryLimit = { name: 'sign-in by account', max: 10, seconds: 900 }
const BY_ADDRESS: TryLimit = { name: 'sign-in by address', max: 100, seconds: 900 }

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignInDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Where a login is looked for: one bank, or all of an environment, in which an e-mail address is locked out as one. */
export interface LoginRealm {
  readonly environment: Environment
  find(email: string): Promise<readonly CreatorRow[]>
}

/**
 * The creator with these credentials. Tries are counted before the password is looked at; an unknown e-mail takes as long
 * as a known one and gets the same answer.
 */
export async function signIn(
  { database: { sql }, vault }: SignInDeps,
  realm: LoginRealm,
  { email, password }: Credentials,
  address: string,
): Promise<CreatorRow> {
  const account = `${realm.environment} ${email}`
  await countTry(sql, vault, BY_ADDRESS, address)
  await countTry(sql, vault, BY_ACCOUNT, account)
  const creator = await firstMatch(await realm.find(email), password)
  if (!creator) throw incorrectCredentials()
  await forgiveTry(sql, vault, BY_ADDRESS, address)
  await forgetTries(sql, vault, BY_ACCOUNT, account)
  return creator
}

async function firstMatch(candidates: readonly CreatorRow[], password: string): Promise<CreatorRow | undefined> {
  if (candidates.length === 0) await passwordMatches(password, undefined)
  for (const creator of candidates) if (await passwordMatches(password, creator.password_hash)) return creator
  return undefined
}

const incorrectCredentials = (): Problem =>
  problem('incorrect_credentials', 'The e-mail address or the password is not right.')
