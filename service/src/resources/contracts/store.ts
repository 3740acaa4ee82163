import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { findById } from '../../platform/find-by-id.ts'
import { readList } from '../../platform/list-pages.ts'
import { type ListFilter, takePositions } from '../../platform/lists.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../platform/rows.ts'
import { activeDirectConnections } from '../account-connections/index.ts'
import { newEntries, type StatefulResource } from '../transitions/index.ts'
import { contractDetails } from './events.ts'
import {
  type Contract,
  type ContractEntry,
  type Deposit,
  type DepositSource,
  LISTED_ENTRIES_MAX,
  type Split,
} from './model.ts'

/** Every column of a contract but its tenant and its position. */
const COLUMNS = {
  id: 'text',
  account_connection: 'text',
  type: 'text',
  status: 'text',
  deposit_source: 'text',
  deposit_minimum_in_cents: 'bigint',
  deposit_maximum_in_cents: 'bigint',
  split_ppm: 'integer',
  split_fixed_amount_in_cents: 'bigint',
  split_amount_max_in_cents: 'bigint',
  activity: 'jsonb',
  expires_at: 'timestamptz',
  agreement_at: 'timestamptz',
  agreement_ip: 'text',
  deleted_at: 'timestamptz',
  user_data: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof Contract, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)
const { activity: _activity, ...OTHER_COLUMNS } = COLUMNS
const COLUMNS_BUT_ACTIVITY = namesOf(OTHER_COLUMNS)
const NEWEST_ENTRIES = `$[last - ${LISTED_ENTRIES_MAX - 1} to last]`
const LIST = { table: 'contracts', counter: 'contract', columns: COLUMN_NAMES }

export const CONTRACTS: StatefulResource<Contract> = {
  name: 'contract',
  table: 'contracts',
  guards: ['status'],
  changes: pick(COLUMNS, ['status', 'expires_at', 'agreement_at', 'agreement_ip', 'deleted_at', 'updated_at']),
  computed: { activity: 'target.activity || new.entries' },
  inputs: { columns: { entries: 'jsonb' }, of: (transition) => ({ entries: newEntries(transition) }) },
  event: 'contract.update',
  details: contractDetails,
}

const SPLIT_COLUMNS = {
  id: 'text',
  contract: 'text',
  deposit: 'text',
  deposit_amount_in_cents: 'bigint',
  amount_in_cents: 'bigint',
  created_at: 'timestamptz',
} as const satisfies Record<keyof Split, ColumnType>

const SPLITS = { table: 'contract_splits', counter: 'contract_split', columns: namesOf(SPLIT_COLUMNS) }

export async function insertContract(tx: Tx, tenant: TenantId, contract: Contract): Promise<void> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  await tx`
    insert into contracts (tenant_id, position, ${COLUMN_NAMES})
    select ${tenant}, ${position}, ${COLUMN_NAMES} from ${rowsOf([contract], COLUMNS)} as new`
}

export const findContract = findById<Contract>(LIST)

export async function lockContract(tx: Tx, tenant: TenantId, id: string): Promise<Contract | undefined> {
  const [row] = await tx<Contract[]>`
    select ${COLUMN_NAMES} from contracts where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

/** Every contract of a connection that is not terminated, in the order of creation. */
export async function lockContractsOf(tx: Tx, tenant: TenantId, connection: string): Promise<Contract[]> {
  return tx<Contract[]>`
    select ${COLUMN_NAMES} from contracts
    where tenant_id = ${tenant} and account_connection = ${connection} and status <> 'terminated'
    order by position for no key update`
}

export async function findContractsOf(sql: Queryable, tenant: TenantId, connection: string): Promise<Contract[]> {
  return sql<Contract[]>`
    select ${COLUMN_NAMES} from contracts where tenant_id = ${tenant} and account_connection = ${connection} order by position`
}

/** Selects contracts that split a creator's deposits from a source, of any of the creator's connections, oldest first. */
const splittingContracts = (
  sql: Queryable,
  tenant: TenantId,
  creator: string | null,
  source: DepositSource,
  also: readonly string[] = [],
) => sql`
  select ${namesOf(COLUMNS, 'contract')} from contracts contract
  where contract.tenant_id = ${tenant} and contract.deposit_source = ${source} and (
    contract.status = 'active' and contract.account_connection in (${activeDirectConnections(sql, tenant, creator)})
    or contract.id = any(${texts(also)}::text[]))
  order by contract.position`

export const findSplitting = async (
  sql: Queryable,
  tenant: TenantId,
  creator: string | null,
  source: DepositSource,
  /** Contracts to include as if they were accepted. */
  also: readonly string[] = [],
): Promise<Contract[]> => sql<Contract[]>`${splittingContracts(sql, tenant, creator, source, also)}`

export const lockSplitting = async (
  tx: Tx,
  tenant: TenantId,
  creator: string,
  source: DepositSource,
): Promise<Contract[]> =>
  tx<Contract[]>`${splittingContracts(tx, tenant, creator, source)} for no key update of contract`

/** Contracts that nobody has answered and whose deadline has passed by then, oldest first. */
export async function lockDueContracts(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<Contract[]> {
  return tx<Contract[]>`
    select ${COLUMN_NAMES} from contracts where tenant_id = ${tenant} and status = 'created' and expires_at <= ${until}
    order by position limit ${limit} for no key update`
}

export const DUE_CONTRACTS: DueRows = {
  table: 'contracts',
  dueAt: 'expires_at',
  only: (sql) => sql`status = 'created'`,
}

export const listContracts = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Contract>> => {
  // A contract that has split a hundred thousand deposits has as many entries: a page of such must not be read whole.
  const newest = sql`jsonb_path_query_array(activity, ${NEWEST_ENTRIES}::jsonpath) as activity`
  const columns = sql`${COLUMNS_BUT_ACTIVITY}, ${newest}`
  return readList<Contract>(sql, { ...LIST, columns, ownedBy: ['account_connection'] }, tenant, page, filter)
}

export async function insertDeposit(tx: Tx, tenant: TenantId, deposit: Deposit): Promise<void> {
  await tx`insert into deposits ${tx({ ...deposit, tenant_id: tenant })}`
}

/** The splits, each with a line in its contract's log. */
export async function insertSplits(
  tx: Tx,
  tenant: TenantId,
  splits: readonly (Split & { readonly entry: ContractEntry })[],
): Promise<void> {
  if (splits.length === 0) return
  const last = await takePositions(tx, tenant, SPLITS.counter, splits.length)
  const names = namesOf(SPLIT_COLUMNS)
  await tx`
    insert into contract_splits (tenant_id, position, ${names})
    select ${tenant}, ${last - splits.length} + ordinal, ${names} from ${rowsOf(splits, SPLIT_COLUMNS)} as new`
  await tx`
    update contracts contract set activity = contract.activity || new.entry, updated_at = new.created_at
    from ${rowsOf(splits, { contract: 'text', entry: 'jsonb', created_at: 'timestamptz' })} as new
    where contract.tenant_id = ${tenant} and contract.id = new.contract`
}

export const listSplits = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
  contract: string,
): Promise<Page<Split>> => readList<Split>(sql, SPLITS, tenant, page, filter, [sql`contract = ${contract}`])
