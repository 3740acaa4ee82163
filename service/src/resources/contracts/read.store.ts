import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import { findByIdPrefix, findByIds, findNewestOf } from '../../platform/list-search.ts'
import { type Deadlines, type WalkFilter, walkCurrent } from '../../platform/list-walk.ts'
import type { Condition } from '../../platform/lists.ts'
import type { Contract } from './model.ts'

/** A contract without its activity, which neither files nor search show. */
export type ContractFields = Omit<Contract, 'activity'>

/** The columns of a file of contracts, in their order. */
export const CONTRACT_COLUMNS = [
  'id',
  'account_connection',
  'type',
  'status',
  'deposit_source',
  'deposit_minimum_in_cents',
  'deposit_maximum_in_cents',
  'split_ppm',
  'split_fixed_amount_in_cents',
  'split_amount_max_in_cents',
  'agreement_at',
  'expires_at',
  'deleted_at',
  'user_data',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ContractFields)[]

const FIELDS = {
  table: 'contracts',
  counter: 'contract',
  columns: [...CONTRACT_COLUMNS, 'agreement_ip'] as const,
}

export const walkContractFields = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
  deadlines: Deadlines<ContractFields>,
): AsyncGenerator<ContractFields> => walkCurrent(sql, FIELDS, tenant, filter, deadlines)

/** A condition: not answered within the 30 days. */
export const pastAnswer = (sql: Queryable, now: Date): Condition => sql`status = 'created' and expires_at <= ${now}`

export const findContractFieldsById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<ContractFields[]> => findByIdPrefix<ContractFields>(sql, FIELDS, tenant, start, limit)

export const findContractFieldsByIds = (sql: Queryable, tenant: TenantId, ids: readonly string[]) =>
  findByIds<ContractFields>(sql, FIELDS, tenant, ids)

export const findNewestContractFields = (
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
  limit: number,
): Promise<ContractFields[]> =>
  findNewestOf<ContractFields>(sql, FIELDS, tenant, { column: 'account_connection', ids: connections }, limit)

/** The connection of each of these contracts. */
export async function findParties(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Pick<Contract, 'id' | 'account_connection'>[]> {
  return sql<Pick<Contract, 'id' | 'account_connection'>[]>`
    select id, account_connection from contracts where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
}

/** The ids of a contract's newest splits. */
export async function findSplitIds(
  sql: Queryable,
  tenant: TenantId,
  contract: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from contract_splits where tenant_id = ${tenant} and contract = ${contract}
    order by position desc limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function hasContracts(sql: Queryable, tenant: TenantId, connection: string): Promise<boolean> {
  const rows = await sql`
    select 1 from contracts where tenant_id = ${tenant} and account_connection = ${connection} limit 1`
  return rows.length > 0
}

/** Removes the addresses that the contracts of an erased connection were agreed to from. */
export async function eraseAgreements(tx: Tx, tenant: TenantId, connection: string): Promise<void> {
  await tx`
    update contracts set agreement_ip = null, user_data = null
    where tenant_id = ${tenant} and account_connection = ${connection}`
}
