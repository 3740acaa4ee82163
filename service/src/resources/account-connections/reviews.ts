import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { readTenant } from '../../tenants/index.ts'
import { findCreator } from '../creators/index.ts'
import { openSubmission } from './complete-connect.ts'
import type { ConnectionRow } from './model.ts'
import { findConnection } from './store.ts'

/** The data that a review is about, by who gave it: the enterprise, the applicant, or the applicant of their bank. */
export interface ReviewData {
  readonly connection: ConnectionRow
  readonly fields: Readonly<Record<string, string>>
}

const INVITED = ['first_name', 'last_name', 'email', 'business_name'] as const

/** Texts of an object, each under a name with this prefix; other values are left out. */
const named = (prefix: string, values: object): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[`${prefix}.${name}`, value]] : [],
  )

/** Undefined unless the connection waits for an identity review: afterwards nobody looks at it. */
export async function readReview(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  vault: Vault,
): Promise<ReviewData | undefined> {
  const connection = await findConnection(sql, tenant, id)
  if (!connection?.submitted_type || connection.status !== 'pending') return undefined
  const { creator: creatorId, bank } = openSubmission(vault, tenant, connection, connection.submitted_type)
  const { bank_id } = await readTenant(sql, tenant)
  const creator = creatorId ? await findCreator(sql, bank_id, creatorId) : undefined
  const person = creator?.person_sealed
    ? (JSON.parse(vault.open({ tenant: bank_id, row: creator.id, field: 'person' }, creator.person_sealed)) as object)
    : {}
  return {
    connection,
    fields: Object.fromEntries([
      ...named('applicant', person),
      ...named('bank', bank ?? {}),
      ...named('invited', Object.fromEntries(INVITED.map((name) => [name, connection[name]]))),
    ]),
  }
}
