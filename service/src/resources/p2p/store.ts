import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { copyStatement } from '../../platform/copy.ts'
import { json, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { holdPositions, type ListFilter, setPositionsStatement } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, sortedBy } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import { holdTally, readTally, type Tally, type TryLimit } from '../../platform/tries.ts'
import { notStopped } from '../../tenants/index.ts'
import { creatorsOfConnections } from '../account-connections/index.ts'
import type { StatefulResource } from '../transitions/index.ts'
import { ATTEMPTS_MAX, type P2p } from './model.ts'

/** Every column of a payment but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  source: 'text',
  destination: 'text',
  source_creator_id: 'text',
  destination_creator_id: 'text',
  status: 'text',
  amount_in_cents: 'bigint',
  description: 'text',
  code_digest: 'bytea',
  attempts: 'smallint',
  expires_at: 'timestamptz',
  committed_at: 'timestamptz',
  ended_at: 'timestamptz',
  failure: 'text',
  due_at: 'timestamptz',
  user_data: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof P2p, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const LIST = { table: 'p2p_payments', counter: 'p2p', columns: COLUMN_NAMES }

export const P2PS: StatefulResource<P2p> = {
  name: 'P2P payment',
  table: 'p2p_payments',
  guards: ['status'],
  changes: pick(COLUMNS, ['status', 'attempts', 'committed_at', 'ended_at', 'failure', 'due_at', 'updated_at']),
}

/** The last position given. Its counter stays locked until the transaction ends: the lock of all creations of a tenant. */
export const holdLastPosition = (tx: Tx, tenant: TenantId): Promise<number> => holdPositions(tx, tenant, LIST.counter)

/** Inserts all in one statement, each with the next position after `lastPosition`. */
export function insertP2psStatements(
  tx: Tx,
  tenant: TenantId,
  payments: readonly P2p[],
  lastPosition: number,
): Statement[] {
  if (payments.length === 0) return []
  return [
    setPositionsStatement(tx, tenant, LIST.counter, lastPosition + payments.length),
    copyStatement(
      tx,
      { table: 'p2p_payments', every: { tenant_id: tenant }, counted: { position: lastPosition } },
      payments,
      COLUMNS,
    ),
  ]
}

export const findP2p = findById<P2p>(LIST)

export async function lockP2p(tx: Tx, tenant: TenantId, id: string): Promise<P2p | undefined> {
  const [row] = await tx<P2p[]>`
    select ${COLUMN_NAMES} from p2p_payments where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

/**
 * Counts an attempt on each of these payments, before any code is compared: whatever runs at the same time, a row allows
 * three attempts and none after its deadline. All rows stay locked, in the order of their ids. Answers the ids whose
 * attempt was counted. The last query reads every row that is held: PostgreSQL would else lock those alone that the update
 * asks for, and an expired payment could be expired by another at the same time.
 */
export async function countAttempts(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string; is_counted: boolean }[]>`
    with held as materialized (
      select id from p2p_payments where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])
      order by ${sortedBy('id')} for no key update
    ), counted as (
      update p2p_payments payment set attempts = payment.attempts + 1
      from held
      where payment.tenant_id = ${tenant} and payment.id = held.id
        and payment.status = 'created' and payment.attempts < ${ATTEMPTS_MAX}
        and payment.expires_at > ${tenantTimeOf(tx, tenant)}
      returning payment.id
    )
    select held.id, counted.id is not null as is_counted from held left join counted on counted.id = held.id`
  return new Set(rows.flatMap(({ id, is_counted }) => (is_counted ? [id] : [])))
}

export async function findP2ps(sql: Queryable, tenant: TenantId, ids: readonly string[]): Promise<P2p[]> {
  return await sql<P2p[]>`
    select ${COLUMN_NAMES} from p2p_payments where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
}

/** The name under which a source creator's codes are counted. */
export const payerName = (tenant: TenantId, creator: string): string => `${tenant} ${creator}`

const SENT = 'P2P payments asked of this creator'

const payersOf = (sql: Queryable, tenant: TenantId, sources: readonly string[]): Statement => sql`
  select ${`${tenant} `}::text || creator_id from (${creatorsOfConnections(sql, tenant, sources)}) source`

/** Codes recently sent to the source creators of these connections. */
export const holdSent = (tx: Tx, tenant: TenantId, limit: TryLimit, sources: readonly string[]): Promise<Tally> =>
  holdTally(tx, limit, SENT, payersOf(tx, tenant, sources))

/** The same without a lock, for a decision that counts nothing. */
export const readSent = (
  sql: Queryable,
  tenant: TenantId,
  limit: TryLimit,
  sources: readonly string[],
): Promise<Pick<Tally, 'check'>> => readTally(sql, limit, SENT, payersOf(sql, tenant, sources))

/** Wrong codes recently given for payments of the same source creators. */
export const holdWrong = (tx: Tx, tenant: TenantId, limit: TryLimit, ids: readonly string[]): Promise<Tally> =>
  holdTally(
    tx,
    limit,
    'wrong codes for payments of this creator',
    tx`
      select ${`${tenant} `}::text || source_creator_id from p2p_payments
      where tenant_id = ${tenant} and id = any(${texts(ids)}::text[]) and status = 'created'`,
  )

export async function updateUserData(
  tx: Tx,
  tenant: TenantId,
  id: Id<'p2p'>,
  userData: JsonObject | null,
  at: Date,
): Promise<void> {
  await tx`
    update p2p_payments set user_data = ${json(userData)}, updated_at = ${at}
    where tenant_id = ${tenant} and id = ${id}`
}

/** Rows that may move. Where the audit has stopped payouts, of the tenant or of its bank, payments only expire. */
const mayMove = (sql: Queryable, tenant: TenantId | Statement) => sql`
  (status = 'created' or ${notStopped(sql, tenant)})`

/** Payments due by then, oldest first; locked in the order of their ids, as commits lock them. */
export async function lockDueP2ps(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<P2p[]> {
  const rows = await tx<(P2p & { due_at: Date; position: number })[]>`
    select position, ${COLUMN_NAMES} from p2p_payments
    where tenant_id = ${tenant} and due_at <= ${until} and id = any(array(
      select id from p2p_payments where tenant_id = ${tenant} and due_at <= ${until} and ${mayMove(tx, tenant)}
      order by due_at, position limit ${limit}))
    order by ${sortedBy('id')} for no key update`
  return rows.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.position - b.position)
}

/** Payments that were not committed by then, locked in the same order. */
export async function lockExpiredP2ps(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<P2p[]> {
  return tx<P2p[]>`
    select ${COLUMN_NAMES} from p2p_payments where tenant_id = ${tenant} and status = 'created' and due_at <= ${until}
    order by id limit ${limit} for no key update`
}

export const DUE_P2PS: DueRows = { table: 'p2p_payments', dueAt: 'due_at', only: mayMove }

/** Payments; those to or from a connection, where the filter names one. */
export const listP2ps = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  { account_connection, ...filter }: ListFilter,
): Promise<Page<P2p>> =>
  account_connection === undefined
    ? readList<P2p>(sql, LIST, tenant, page, filter)
    : listP2psOf(sql, tenant, page, filter, account_connection)

/** Payments to or from a connection. */
export const listP2psOf = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
  connection: string,
): Promise<Page<P2p>> =>
  readList<P2p>(sql, LIST, tenant, page, filter, [sql`source = ${connection}`, sql`destination = ${connection}`])

/** Payments between two connections, in either direction. */
export const listP2psBetween = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
  [one, other]: readonly [string, string],
): Promise<Page<P2p>> =>
  readList<P2p>(sql, LIST, tenant, page, filter, [
    sql`(source = ${one} and destination = ${other})`,
    sql`(source = ${other} and destination = ${one})`,
  ])
