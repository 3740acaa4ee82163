import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Order, Page, PageRequest } from '../../kernel/pages.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { type Period, within } from '../../platform/lists.ts'
import { lockName } from '../../platform/locks.ts'
import { namesOf, rowsOf } from '../../platform/rows.ts'

export interface EmbedOriginRow {
  readonly id: Id<'embedOrigin'>
  readonly origin: string
  readonly created_at: Date
}

/** Registrations are taken one after the other, so that their number can be limited. */
export const lockOrigins = (tx: Tx, tenant: TenantId): Promise<void> => lockName(tx, `embed origins ${tenant}`)

export async function listOrigins(sql: Queryable, tenant: TenantId, period: Period = {}): Promise<EmbedOriginRow[]> {
  return sql<EmbedOriginRow[]>`
    select id, origin, created_at from embed_origins
    where tenant_id = ${tenant} ${within(sql, period)} order by created_at desc, id desc`
}

export async function pageOfOrigins(
  sql: Queryable,
  tenant: TenantId,
  { page, pageSize }: PageRequest,
  { order, ...period }: Period & { readonly order?: Order | undefined },
): Promise<Page<EmbedOriginRow>> {
  const newest = await listOrigins(sql, tenant, period)
  const rows = order === 'oldest' ? newest.toReversed() : newest
  const from = (page - 1) * pageSize
  return { data: rows.slice(from, from + pageSize), total: rows.length }
}

export async function insertOrigin(
  tx: Tx,
  tenant: TenantId,
  id: Id<'embedOrigin'>,
  origin: string,
): Promise<EmbedOriginRow> {
  const [row] = await tx<EmbedOriginRow[]>`
    insert into embed_origins (tenant_id, id, origin, created_at)
    values (${tenant}, ${id}, ${origin}, tenant_now(${tenant})) returning id, origin, created_at`
  return row as EmbedOriginRow
}

export async function deleteOrigin(tx: Tx, tenant: TenantId, idOrOrigin: string): Promise<EmbedOriginRow | undefined> {
  const [row] = await tx<EmbedOriginRow[]>`
    delete from embed_origins where tenant_id = ${tenant} and (id = ${idOrOrigin} or origin = ${idOrOrigin})
    returning id, origin, created_at`
  return row
}

const ORIGIN = { id: 'text', origin: 'text', created_at: 'timestamptz' } as const

/** Moves all origins to another tenant of the same enterprise. */
export async function moveOrigins(tx: Tx, from: TenantId, to: TenantId): Promise<void> {
  const moved = await tx<EmbedOriginRow[]>`
    delete from embed_origins where tenant_id = ${from} returning id, origin, created_at`
  if (moved.length === 0) return
  await tx`
    insert into embed_origins (tenant_id, id, origin, created_at)
    select ${to}, ${namesOf(ORIGIN)} from ${rowsOf(moved, ORIGIN)} as moved`
}
