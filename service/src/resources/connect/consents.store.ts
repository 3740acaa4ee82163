import type { LegalName } from '../../../../contracts/legal.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'

export interface ConsentRow {
  readonly tenant_id: TenantId
  readonly session: Id<'connectSession'>
  readonly document: LegalName
  readonly version: string
  readonly language: 'en' | 'es'
  readonly account_connection: Id<'accountConnection'>
  readonly creator_id: Id<'creator'> | null
  readonly agreed_at: Date
}

export async function insertConsents(tx: Tx, rows: readonly ConsentRow[]): Promise<void> {
  await tx`insert into connect_consents ${tx(rows as never)}`
}

/** The documents that a creator has agreed to, newest first; each version once. */
export async function consentsOfCreator(
  sql: Queryable,
  creator: Id<'creator'>,
): Promise<Pick<ConsentRow, 'document' | 'version' | 'agreed_at'>[]> {
  return sql<Pick<ConsentRow, 'document' | 'version' | 'agreed_at'>[]>`
    select document, version, min(agreed_at) as agreed_at from connect_consents
    where creator_id = ${creator} group by document, version order by version desc, document`
}
