import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { type ListFilter, takePositions } from '../../platform/lists.ts'
import { namesOf } from '../../platform/rows.ts'
import type { Buyer } from './model.ts'

/** Every column of a buyer but its tenant and its position. */
const COLUMNS = {
  id: true,
  external_id: true,
  first_name: true,
  last_name: true,
  email: true,
  card_token: true,
  card_brand: true,
  card_last_four: true,
  card_expiration_month: true,
  card_expiration_year: true,
  user_data: true,
  created_at: true,
  updated_at: true,
} as const satisfies Record<keyof Buyer, true>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'buyers', counter: 'buyer', columns: COLUMN_NAMES }

/** False when the external id is taken. */
export async function insertBuyer(tx: Tx, tenant: TenantId, row: Buyer): Promise<boolean> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  const inserted = await tx`
    insert into buyers ${tx({ ...row, user_data: json(row.user_data), tenant_id: tenant, position } as never)}
    on conflict (tenant_id, external_id) do nothing`
  return inserted.count === 1
}

export async function updateBuyer(tx: Tx, tenant: TenantId, id: Id<'buyer'>, changes: Partial<Buyer>): Promise<void> {
  const values = 'user_data' in changes ? { ...changes, user_data: json(changes.user_data ?? null) } : changes
  await tx`update buyers set ${tx(values as never)} where tenant_id = ${tenant} and id = ${id}`
}

export const findBuyer = findById<Buyer>(LIST)

export async function lockBuyer(tx: Tx, tenant: TenantId, id: string): Promise<Buyer | undefined> {
  const [row] = await tx<
    Buyer[]
  >`select ${COLUMN_NAMES} from buyers where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

/** The ids among these that are buyers of the tenant. Buyers are never deleted. */
export async function findBuyerIds(sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from buyers where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
  return new Set(rows.map(({ id }) => id))
}

export async function findBuyerByExternalId(
  sql: Queryable,
  tenant: TenantId,
  externalId: string,
): Promise<Buyer | undefined> {
  const [row] = await sql<
    Buyer[]
  >`select ${COLUMN_NAMES} from buyers where tenant_id = ${tenant} and external_id = ${externalId}`
  return row
}

export const listBuyers = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Buyer>> => readList<Buyer>(sql, { ...LIST, ownedBy: ['external_id'] }, tenant, page, filter)

/** For other rooms' SQL that must join: `id` and the current card (`card_token` null: none) of the tenant's buyers. */
export const cardsOfBuyers = (sql: Queryable, tenant: TenantId): Statement =>
  sql`select id, card_token, card_brand, card_last_four from buyers where tenant_id = ${tenant}`
