import type { Language } from '../../http/index.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'

/**
 * The address itself is not kept: its keyed digest finds the language when mail is sent there. Once an older key is
 * gone, its languages are learned again at the next visit.
 */
const PURPOSE = 'language of a reader'

/** The digests of an address, the newest key's first. */
const digestsOf = (vault: Vault, address: string): string[] =>
  vault.digests(PURPOSE, address.toLowerCase()).map((digest) => digest.toString('base64'))

/** Learned from whoever has only typed the address: a language that is known already stays. */
export async function suggestLanguage(
  sql: Queryable,
  vault: Vault,
  address: string,
  language: Language,
): Promise<void> {
  const [digest = '', ...older] = digestsOf(vault, address)
  await sql`
    insert into reader_languages (digest, language, learned_at)
    select ${digest}, ${language}, clock_timestamp()
    where not exists (select from reader_languages where digest = any(${older}))
    on conflict (digest) do nothing`
}

/** Learned from the owner of the address, signed in. */
export async function rememberLanguage(
  sql: Queryable,
  vault: Vault,
  address: string,
  language: Language,
): Promise<void> {
  const [digest = ''] = digestsOf(vault, address)
  await sql`
    insert into reader_languages as known (digest, language, learned_at)
    values (${digest}, ${language}, clock_timestamp())
    on conflict (digest) do update set language = excluded.language, learned_at = excluded.learned_at
    where known.language <> excluded.language`
}

/** The languages of these readers; English of those who are not known. */
export async function findLanguages(
  sql: Queryable,
  vault: Vault,
  addresses: readonly string[],
): Promise<(address: string) => Language> {
  const digests = new Map(addresses.map((address) => [address, digestsOf(vault, address)]))
  const all = [...digests.values()].flat()
  const rows =
    all.length === 0
      ? []
      : await sql<{ digest: string; language: Language }[]>`
          select digest, language from reader_languages where digest = any(${all})`
  const known = new Map(rows.map(({ digest, language }) => [digest, language]))
  return (address) => {
    const found = digests.get(address)?.map((digest) => known.get(digest))
    return found?.find((language) => language !== undefined) ?? 'en'
  }
}
