import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { plain, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { Channel, MessageKind, MessageStatus } from './model.ts'

export interface NewMessageRow {
  readonly id: Id<'message'>
  readonly channel: Channel
  readonly kind: MessageKind
  readonly recipient: string
  readonly facts: string | null
  readonly factsSealed: Buffer | null
  readonly status: MessageStatus
  readonly why: string | null
}

export async function readEnvironment(sql: Queryable, tenant: TenantId): Promise<Environment> {
  const [row] = await sql<{ environment: Environment }[]>`select environment from tenants where id = ${tenant}`
  return (row as { environment: Environment }).environment
}

const hex = (bytes: Buffer | null): string | null => (bytes === null ? null : `\\x${bytes.toString('hex')}`)

export function insertMessages(tx: Tx, tenant: TenantId, rows: readonly NewMessageRow[]): Statement {
  return tx`
    insert into messages (tenant_id, id, channel, kind, recipient, facts, facts_sealed, status, why, due_at, created_at)
    select ${tenant}, id, channel, kind, recipient, facts::json, facts_sealed, status, why, clock.now, clock.now
    from unnest(
      ${plain(rows.map(({ id }) => id))}::text[], ${plain(rows.map(({ channel }) => channel))}::text[],
      ${plain(rows.map(({ kind }) => kind))}::text[], ${texts(rows.map(({ recipient }) => recipient))}::text[],
      ${texts(rows.map(({ facts }) => facts))}::text[], ${texts(rows.map(({ factsSealed }) => hex(factsSealed)))}::bytea[],
      ${plain(rows.map(({ status }) => status))}::text[], ${texts(rows.map(({ why }) => why))}::text[]
    ) as new (id, channel, kind, recipient, facts, facts_sealed, status, why)
    cross join (select tenant_now(${tenant}) as now) clock`
}
