import { Problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'

/** Longer than a TOTP code is accepted: its 30 s window and one on either side. */
const USED: TryLimit = { name: 'dashboard code used', max: 1, seconds: 120 }

/** Whether a right code of an authenticator is used for the first time. Of several uses at once, one is the first. */
export function isFirstUse({ sql }: Database, vault: Vault, person: string, code: string): Promise<boolean> {
  return countTry(sql, vault, USED, `${person} ${code}`).then(
    () => true,
    (error) => {
      if (error instanceof Problem) return false
      throw error
    },
  )
}
