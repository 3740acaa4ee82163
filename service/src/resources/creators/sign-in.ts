import type { Environment } from '../../kernel/environment.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { countPasswordTry, forgivePasswordTry, passwordLimits } from '../../platform/password-tries.ts'
import { hashToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import { isKnownDevice } from './devices.store.ts'
import type { CreatorRow } from './model.ts'
import { passwordMatches } from './passwords.ts'

/** The same for known and unknown e-mails. */
const LIMITS = passwordLimits('sign-in')

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface SignInDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Where a sign-in comes from. */
export interface SignInSource {
  readonly address: string
  /** The token of the device's cookie. */
  readonly device?: string | undefined
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
  { address: source, device }: SignInSource,
): Promise<CreatorRow> {
  const hash = device === undefined ? undefined : hashToken(device)
  const isKnown = hash !== undefined && (await isKnownDevice(sql, realm.environment, email, hash))
  const login = `${realm.environment} ${email}`
  const tried = { source, login, device: isKnown ? `${hash.toString('base64url')} ${login}` : undefined }
  await countPasswordTry(sql, vault, LIMITS, tried)
  const creator = await firstMatch(await realm.find(email), password)
  if (!creator) throw incorrectCredentials()
  await forgivePasswordTry(sql, vault, LIMITS, tried)
  return creator
}

async function firstMatch(candidates: readonly CreatorRow[], password: string): Promise<CreatorRow | undefined> {
  if (candidates.length === 0) await passwordMatches(password, undefined)
  for (const creator of candidates) if (await passwordMatches(password, creator.password_hash)) return creator
  return undefined
}

const incorrectCredentials = (): Problem =>
  problem('incorrect_credentials', 'The e-mail address or the password is not right.')
