import type { Queryable } from './database.ts'
import { countTry, forgetTries, forgiveTry, isWithin, sourceAnd, type TryLimit } from './tries.ts'
import type { Vault } from './vault.ts'

/** A try at the password of a login. */
export interface PasswordTry {
  /** The network address it comes from. */
  readonly source: string
  readonly login: string
  /** Names the device, if this login has been signed in to from it before. */
  readonly device?: string | undefined
}

/**
 * A stranger's tries are limited by where they come from, and for one login over all sources. A known device has a count
 * of its own, so that no stranger's tries keep the owner out.
 */
export interface PasswordLimits {
  readonly bySource: TryLimit
  readonly bySourceAndLogin: TryLimit
  readonly byLogin: TryLimit
  readonly byDevice: TryLimit
}

const QUARTER_HOUR = 900

export const passwordLimits = (what: string): PasswordLimits => ({
  bySource: { name: `${what} by address`, max: 100, seconds: QUARTER_HOUR },
  bySourceAndLogin: { name: `${what} by account and address`, max: 10, seconds: QUARTER_HOUR },
  byLogin: { name: `${what} by account`, max: 50, seconds: QUARTER_HOUR },
  byDevice: { name: `${what} by device`, max: 30, seconds: 86_400 },
})

const pairOf = ({ source, login }: PasswordTry): string => sourceAnd(source, login)

/** Counts a try before the password is compared; throws past a limit. */
export async function countPasswordTry(
  sql: Queryable,
  vault: Vault,
  limits: PasswordLimits,
  tried: PasswordTry,
): Promise<void> {
  // A device that was wrong too often counts as unknown for the rest of the day.
  if (tried.device !== undefined && (await isWithin(sql, vault, limits.byDevice, tried.device))) return
  await countTry(sql, vault, limits.bySource, tried.source)
  await countTry(sql, vault, limits.bySourceAndLogin, pairOf(tried))
  await countTry(sql, vault, limits.byLogin, tried.login)
}

/** The password was right: the try was no guess. Tries of others stay counted. */
export async function forgivePasswordTry(
  sql: Queryable,
  vault: Vault,
  limits: PasswordLimits,
  tried: PasswordTry,
): Promise<void> {
  if (tried.device !== undefined) await forgetTries(sql, vault, limits.byDevice, tried.device)
  else {
    await forgiveTry(sql, vault, limits.bySource, tried.source)
    await forgetTries(sql, vault, limits.bySourceAndLogin, pairOf(tried))
    await forgiveTry(sql, vault, limits.byLogin, tried.login)
  }
}
