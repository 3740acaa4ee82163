import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { beginsWith, beginsWithAnyCase, findByIdPrefix, findWhere } from '../../platform/list-search.ts'
import { type WalkFilter, walkList } from '../../platform/list-walk.ts'
import type { Condition } from '../../platform/lists.ts'
import type { Buyer } from './model.ts'

// A buyer has no deadline, so the stored row is what readers see.

/** The fields that files and search show of a buyer: not the card's token. */
export type BuyerFields = Omit<Buyer, 'card_token'>

export const BUYER_COLUMNS = [
  'id',
  'external_id',
  'first_name',
  'last_name',
  'email',
  'card_brand',
  'card_last_four',
  'card_expiration_month',
  'card_expiration_year',
  'user_data',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof BuyerFields)[]

const FIELDS = {
  table: 'buyers',
  counter: 'buyer',
  columns: BUYER_COLUMNS,
}

/** Every buyer, newest first, in short steps. */
export const walkBuyers = (sql: Queryable, tenant: TenantId, filter: WalkFilter): AsyncGenerator<BuyerFields> =>
  walkList(sql, FIELDS, tenant, filter)

/** Buyers whose id begins with these letters, in this case. */
export const findBuyersById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<BuyerFields[]> => findByIdPrefix<BuyerFields>(sql, FIELDS, tenant, start, limit)

export const findBuyersByExternalId = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<BuyerFields[]> =>
  findWhere<BuyerFields>(sql, FIELDS, tenant, beginsWith(sql, sql`external_id`, start), limit)

/** Buyers whose full name, last name or e-mail address begins with these letters, in any case. */
export async function findBuyersByName(
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<BuyerFields[]> {
  const conditions: Condition[] = [
    beginsWithAnyCase(sql, sql`coalesce(first_name, '') || ' ' || coalesce(last_name, '')`, start),
    sql`last_name is not null and ${beginsWithAnyCase(sql, sql`last_name`, start)}`,
    sql`email is not null and ${beginsWithAnyCase(sql, sql`email`, start)}`,
  ]
  const found = await Promise.all(conditions.map((where) => findWhere<BuyerFields>(sql, FIELDS, tenant, where, limit)))
  return found.flat()
}

export async function findBuyers(sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<BuyerFields[]> {
  return findWhere<BuyerFields>(sql, FIELDS, tenant, sql`id = any(${texts(ids)}::text[])`, ids.length)
}
