import type { TenantId } from '../../kernel/ids.ts'
import type { Order, Page, PageRequest } from '../../kernel/pages.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { runKinds } from '../../platform/due.ts'
import { comparesState } from '../../platform/list-conditions.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import type { ListFilter, Period } from '../../platform/lists.ts'
import { tenantNow } from '../../tenants/index.ts'
import { contractsDue } from './due.ts'
import type { Contract, ContractEntry } from './model.ts'
import {
  type ContractFields,
  findContractFieldsById,
  findContractFieldsByIds,
  findNewestContractFields,
  pastAnswer,
  walkContractFields,
} from './read.store.ts'
import { findContract, listContracts } from './store.ts'
import { asOf } from './transition.ts'

// A contract that the creator has not answered within 30 days is read as expired, however late the worker is. Where rows
// are selected by status the expiry is recorded first; everywhere else it is only computed.

export async function readContract(sql: Queryable, tenant: TenantId, id: string): Promise<Contract | undefined> {
  const contract = await findContract(sql, tenant, id)
  return contract && asOf(contract, await tenantNow(sql, tenant))
}

/** A page of a contract's activity, newest first; undefined when there is no such contract. */
export async function readActivityPage(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  { page, pageSize }: PageRequest,
  { created_after, created_before, order = 'newest' }: Period & { readonly order?: Order | undefined },
): Promise<Page<ContractEntry> | undefined> {
  const contract = await readContract(sql, tenant, id)
  if (!contract) return undefined
  const after = created_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(created_after)
  const before = created_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(created_before)
  const within = contract.activity.filter(({ date }) => Date.parse(date) > after && Date.parse(date) < before)
  const ordered = order === 'newest' ? within.toReversed() : within
  const start = (page - 1) * pageSize
  return { data: ordered.slice(start, start + pageSize), total: within.length }
}

export async function readContractPage(
  database: Database,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Contract>> {
  const now = await tenantNow(database.sql, tenant)
  if (comparesState(filter)) await runKinds(database, [contractsDue], tenant, now)
  const found = await listContracts(database.sql, tenant, page, filter)
  return { ...found, data: found.data.map((contract) => asOf(contract, now)) }
}

const fieldsAsOf = (contract: ContractFields, now: Date): ContractFields => asOf({ ...contract, activity: [] }, now)

/** Every contract, newest first, in short steps. */
export const walkContracts = (sql: Queryable, tenant: TenantId, filter: WalkFilter): AsyncGenerator<ContractFields> =>
  walkContractFields(sql, tenant, filter, {
    now: () => tenantNow(sql, tenant),
    overdue: (now) => pastAnswer(sql, now),
    asOf: fieldsAsOf,
  })

/** Contracts whose id begins with these letters. */
export async function findContractsById(
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<ContractFields[]> {
  return current(sql, tenant, await findContractFieldsById(sql, tenant, start, limit))
}

/** Contracts with these ids, newest first. */
export async function findContracts(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<ContractFields[]> {
  return current(sql, tenant, await findContractFieldsByIds(sql, tenant, ids))
}

/** The newest contracts of these connections. */
export async function findNewestContracts(
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
  limit: number,
): Promise<ContractFields[]> {
  return current(sql, tenant, await findNewestContractFields(sql, tenant, connections, limit))
}

async function current(
  sql: Queryable,
  tenant: TenantId,
  contracts: readonly ContractFields[],
): Promise<ContractFields[]> {
  if (contracts.length === 0) return []
  const now = await tenantNow(sql, tenant)
  return contracts.map((contract) => fieldsAsOf(contract, now))
}
