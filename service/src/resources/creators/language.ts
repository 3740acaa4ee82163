import type { Language } from '../../http/index.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { rememberLanguage } from '../messages/index.ts'
import { type CreatorRow, emailOf } from './model.ts'

/** Mails and codes go to a creator in the language of the browser that they last signed in with. */
export async function learnLanguage(
  sql: Queryable,
  vault: Vault,
  creator: CreatorRow,
  language: Language,
): Promise<void> {
  const addresses = [emailOf(creator), creator.mobile].filter((address) => address !== null)
  for (const address of addresses) await rememberLanguage(sql, vault, address, language)
}
