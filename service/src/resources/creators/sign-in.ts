import type { Environment } from '../../kernel/environment.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { countTry, forgetTries, forgiveTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import type { CreatorRow } from './model.ts'
import { passwordMatches } from './passwords.ts'

/** Ten tries in 15 minutes for an e-mail address, known or not, from all IP addresses together. */
const ACCOUNT_LIMIT: TryLimit = { name: 'sign-in by account', max: 10, seconds: 900 }
const ADDRESS_LIMIT: TryLimit = { name: 'sign-in by address', max: 100, seconds: 900 }

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignInDeps {
  readonly database: Database
  readonly vault: Vault
}

/** The logins that are searched: of one bank, or of all banks in an environment. The lock-out is per e-mail and environment. */
export interface LoginRealm {
  readonly environment: Environment
  find(email: string): Promise<readonly CreatorRow[]>
}

/**
 * Returns the creator with these credentials. The try is counted before the password is compared. An unknown e-mail takes
 * as long as a known one and gets the same answer.
 */
export async function signIn(
  { database: { sql }, vault }: SignInDeps,
  realm: LoginRealm,
  { email, password }: Credentials,
  address: string,
): Promise<CreatorRow> {
  const account = `${realm.environment} ${email}`
  await countTry(sql, vault, ADDRESS_LIMIT, address)
  await countTry(sql, vault, ACCOUNT_LIMIT, account)
  const creator = await firstMatch(await realm.find(email), password)
  if (!creator) throw incorrectCredentials()
  await forgiveTry(sql, vault, ADDRESS_LIMIT, address)
  await forgetTries(sql, vault, ACCOUNT_LIMIT, account)
  return creator
}

async function firstMatch(candidates: readonly CreatorRow[], password: string): Promise<CreatorRow | undefined> {
  if (candidates.length === 0) await passwordMatches(password, undefined)
  for (const creator of candidates) if (await passwordMatches(password, creator.password_hash)) return creator
  return undefined
}

const incorrectCredentials = (): Problem =>
  problem('incorrect_credentials', 'The e-mail address or the password is not right.')
