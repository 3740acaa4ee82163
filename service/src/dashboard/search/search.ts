import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { type Found, findByIds, findByNames, findOf } from './store.ts'

const SHOWN = 20
/** Fewer letters begin everything. */
const LETTERS_MIN = 2
/** Of whom so many are found, what they were paid is shown too. */
const OWNERS_MAX = 5
const OWNED = 3

/** By the beginning of an id, an external id, a name or an e-mail address: whoever that is, and then what is theirs. */
export async function search(sql: Queryable, tenant: TenantId, words: string): Promise<Found[]> {
  const text = words.trim().replaceAll(/\s+/g, ' ')
  if (text.length < LETTERS_MIN) return []
  const [ids, names] = await Promise.all([
    findByIds(sql, tenant, text, SHOWN),
    findByNames(sql, tenant, text.toLowerCase(), SHOWN),
  ])
  const found = once([...ids, ...names])
  const owners = (type: Found['type']): string[] =>
    found
      .filter((one) => one.type === type)
      .map(({ id }) => id)
      .slice(0, OWNERS_MAX)
  const owned = await findOf(sql, tenant, owners('account_connection'), owners('buyer'), OWNED)
  const called = new Map(found.map(({ id, title }) => [id, title]))
  const said = owned.map(({ owner, ...one }): Found => ({ ...one, subtitle: `${called.get(owner)}: ${one.subtitle}` }))
  return once([...found, ...said]).slice(0, SHOWN)
}

const once = (found: readonly Found[]): Found[] => [...new Map(found.map((one) => [one.id, one])).values()]
