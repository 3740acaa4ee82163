import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { placedTenants, type Scope } from '../../platform/activity.ts'
import { copyStatement } from '../../platform/copy.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import {
  claimableCtes,
  type Held,
  hasClaimable,
  isStillMine,
  type QueueLine,
  releaseClaims,
  renewClaims,
  type SendQueue,
  setSending,
} from '../../platform/leases.ts'
import { allOf, comparisonsOf } from '../../platform/list-conditions.ts'
import { walkGrowing } from '../../platform/list-pages.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { namesOf, rowsOf } from '../../platform/rows.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import type { Channel, MessageFacts, MessageKind, MessageStatus } from './model.ts'

export interface NewMessageRow {
  readonly id: Id<'message'>
  readonly channel: Channel
  readonly kind: MessageKind
  readonly recipient: string
  readonly facts: string | null
  readonly facts_sealed: Buffer | null
  readonly status: MessageStatus
  readonly why: string | null
}

/** The tenant that messages are sent for, with its clock and the database's. */
export interface Sender {
  readonly environment: Environment
  readonly now: Date
  readonly database_now: Date
}

export async function readSender(sql: Queryable, tenant: TenantId): Promise<Sender> {
  const [row] = await sql<Sender[]>`
    select environment, tenant_now(id) as now, clock_timestamp() as database_now from tenants where id = ${tenant}`
  return row as Sender
}

const MESSAGE = {
  id: 'text',
  channel: 'text',
  kind: 'text',
  recipient: 'text',
  facts: 'json_text',
  facts_sealed: 'bytea',
  status: 'text',
  why: 'text',
} as const

export function insertMessagesStatement(
  tx: Tx,
  tenant: TenantId,
  { now, database_now }: Sender,
  rows: readonly NewMessageRow[],
): Statement {
  const every = { tenant_id: tenant, due_at: now, created_at: now, changed_at: database_now }
  return copyStatement(tx, { table: 'messages', every }, rows, MESSAGE)
}

export interface MessageLineRow {
  readonly tenant: TenantId
  readonly environment: Environment
}

const QUEUE: SendQueue = { table: 'messages', tieBreaker: 'sequence' }

const lineOf = (sql: Queryable, tenant: TenantId): QueueLine => ({ tenant, rows: sql`tenant_id = ${tenant}` })

/** A query of the tenants of a scope with a message to send. */
export const busyTenantsStatement = (sql: Queryable, scope: Scope): Statement => sql`
  select id as tenant, environment from ${placedTenants(sql, scope)} tenant
  where ${hasClaimable(sql, QUEUE, sql`tenant_id = tenant.id`)}`

export interface LeasedMessage {
  readonly id: Id<'message'>
  readonly channel: Channel
  readonly kind: MessageKind
  readonly recipient: string
  readonly facts: MessageFacts[MessageKind] | null
  readonly facts_sealed: Buffer | null
  readonly attempt: number
  readonly failures: number
  readonly created_at: Date
  readonly tenant_now: Date
}

export async function leaseMessages(
  tx: Tx,
  tenant: TenantId,
  limit: number,
  leaseMs: number,
): Promise<LeasedMessage[]> {
  return tx<LeasedMessage[]>`
    with ${claimableCtes(tx, QUEUE, lineOf(tx, tenant), tx`id`, limit)}
    update messages set ${setSending(tx, leaseMs)}
    where tenant_id = ${tenant} and id in (select id from due union all select id from lapsed)
    returning id, channel, kind, recipient, facts, facts_sealed, attempt, failures, created_at,
      ${tenantTimeOf(tx, tenant)} as tenant_now`
}

export interface MessageOutcome {
  readonly id: string
  readonly attempt: number
  readonly status: MessageStatus
  readonly dueAt: Date | null
  readonly failures: number
  readonly why: string | null
}

const OUTCOME = {
  id: 'text',
  attempt: 'integer',
  status: 'text',
  dueAt: 'timestamptz',
  failures: 'integer',
  why: 'text',
} as const

/**
 * Writes the outcomes of attempts; a message that another worker has claimed since is left alone. Once production has
 * delivered a message its contents are erased: only that it was sent is kept.
 */
export async function recordMessages(
  tx: Tx,
  { tenant, environment }: MessageLineRow,
  outcomes: readonly MessageOutcome[],
): Promise<void> {
  const erased = environment === 'production'
  await tx`
    update messages held
    set status = mine.status, due_at = coalesce(mine.dueAt, held.due_at), failures = mine.failures, why = mine.why,
      leased_until = null, changed_at = statement_timestamp(),
      facts = case when ${erased} and mine.status = 'delivered' then null else held.facts end,
      facts_sealed = case when ${erased} and mine.status = 'delivered' then null else held.facts_sealed end
    from ${rowsOf(outcomes, OUTCOME)} as mine
    where held.tenant_id = ${tenant} and ${isStillMine(tx)}`
}

export const renewMessages = (sql: Queryable, tenant: TenantId, held: readonly Held[], leaseMs: number) =>
  renewClaims(sql, QUEUE, lineOf(sql, tenant), held, leaseMs)

export const releaseMessages = (sql: Queryable, tenant: TenantId, held: readonly Held[]) =>
  releaseClaims(sql, QUEUE, lineOf(sql, tenant), held)

export interface MessageRow {
  readonly id: Id<'message'>
  readonly channel: Channel
  readonly kind: MessageKind
  readonly recipient: string
  readonly facts: MessageFacts[MessageKind] | null
  readonly facts_sealed: Buffer | null
  readonly status: MessageStatus
  readonly why: string | null
  readonly created_at: Date
}

const MESSAGE_NAMES = namesOf({
  id: true,
  channel: true,
  kind: true,
  recipient: true,
  facts: true,
  facts_sealed: true,
  status: true,
  why: true,
  created_at: true,
} as const satisfies Record<keyof MessageRow, true>)

/** A counted page, newest first, or one of a walk. Statuses are the stored ones. */
export async function listMessages(
  sql: Queryable,
  tenant: TenantId,
  request: PageRequest,
  filter: ListFilter,
): Promise<Page<MessageRow>> {
  const { page, pageSize, walk } = request
  if (walk) {
    const list = { table: 'messages', columns: MESSAGE_NAMES, along: 'sequence' }
    return walkGrowing<MessageRow>(sql, list, tenant, { ...request, walk }, filter)
  }
  const where = sql`where tenant_id = ${tenant} and ${allOf(sql, comparisonsOf(sql, tenant, filter))}`
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from messages ${where}`,
    sql<MessageRow[]>`
      select ${MESSAGE_NAMES} from messages ${where}
      order by sequence desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export async function findMessage(sql: Queryable, tenant: TenantId, id: string): Promise<MessageRow | undefined> {
  const [row] = await sql<
    MessageRow[]
  >`select ${MESSAGE_NAMES} from messages where tenant_id = ${tenant} and id = ${id}`
  return row
}

/** Removes the address and the contents of what was sent to these recipients; what is still to be sent is sent. */
export async function eraseMessages(tx: Tx, tenant: TenantId, recipients: readonly string[]): Promise<void> {
  const addresses = recipients.map((one) => one.toLowerCase())
  await tx`
    update messages set recipient = 'erased', facts = null, facts_sealed = null
    where tenant_id = ${tenant} and status not in ('due', 'sending') and lower(recipient) = any(${texts(addresses)}::text[])`
}
