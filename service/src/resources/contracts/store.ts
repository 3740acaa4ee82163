import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { json, plain, type Queryable, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { type ListFilter, readPage, takePositions } from '../../platform/lists.ts'
import type { Contract, ContractEntry, DepositSource } from './model.ts'

const LIST = { table: 'contracts', counter: 'contract' }
const SPLITS = { table: 'contract_splits', counter: 'contract_split' }

export async function insertContract(tx: Tx, tenant: TenantId, contract: Contract): Promise<void> {
  const position = await takePositions(tx, tenant, LIST.counter, 1)
  const values = {
    ...contract,
    activity: tx.json(contract.activity as never),
    user_data: json(tx, contract.user_data),
    tenant_id: tenant,
    position,
  }
  await tx`insert into contracts ${tx(values as never)}`
}

export async function findContract(sql: Queryable, tenant: TenantId, id: string): Promise<Contract | undefined> {
  const [row] = await sql<Contract[]>`select * from contracts where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function lockContract(tx: Tx, tenant: TenantId, id: string): Promise<Contract | undefined> {
  const [row] = await tx<Contract[]>`
    select * from contracts where tenant_id = ${tenant} and id = ${id} for no key update`
  return row
}

/** Every contract of a connection that is not at its end, in the order of creation. */
export function lockContractsOf(tx: Tx, tenant: TenantId, connection: string): Promise<Contract[]> {
  return tx<Contract[]>`
    select * from contracts
    where tenant_id = ${tenant} and account_connection = ${connection} and status <> 'terminated'
    order by position for no key update`
}

export function findContractsOf(sql: Queryable, tenant: TenantId, connection: string): Promise<Contract[]> {
  return sql<Contract[]>`
    select * from contracts where tenant_id = ${tenant} and account_connection = ${connection} order by position`
}

/** Those that split a creator's deposits from a source, whichever connection they came by, in the order of creation. */
const splitting = (
  sql: Queryable,
  tenant: TenantId,
  creator: string | null,
  source: DepositSource,
  also: readonly string[] = [],
) => sql`
  select contract.* from contracts contract
  join account_connections connection
    on connection.tenant_id = ${tenant} and connection.id = contract.account_connection
  where contract.tenant_id = ${tenant} and contract.deposit_source = ${source} and (
    contract.status = 'active' and connection.creator_id = ${creator}
      and connection.status = 'active' and connection.type = 'direct'
    or contract.id = any(${texts(also)}::text[]))
  order by contract.position`

export const findSplitting = (
  sql: Queryable,
  tenant: TenantId,
  creator: string | null,
  source: DepositSource,
  /** As if these were accepted. */
  also: readonly string[] = [],
): Promise<Contract[]> => sql<Contract[]>`${splitting(sql, tenant, creator, source, also)}`

export const lockSplitting = (tx: Tx, tenant: TenantId, creator: string, source: DepositSource): Promise<Contract[]> =>
  tx<Contract[]>`${splitting(tx, tenant, creator, source)} for no key update of contract`

/** A contract before and after something happened to it. */
export interface Move {
  readonly from: Contract
  readonly to: Contract
}

const newEntries = ({ from, to }: Move): string => JSON.stringify(to.activity.slice(from.activity.length))

/** Writes what happened, in one statement. */
export async function applyMoves(tx: Tx, tenant: TenantId, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  const to = moves.map((move) => move.to)
  const updated = await tx`
    update contracts contract
    set status = new.status, activity = contract.activity || new.entries::jsonb, expires_at = new.expires_at,
      agreement_at = new.agreement_at, agreement_ip = new.agreement_ip, deleted_at = new.deleted_at, updated_at = new.at
    from unnest(
      ${texts(to.map(({ id }) => id))}::text[], ${plain(moves.map(({ from }) => from.status))}::text[],
      ${plain(to.map(({ status }) => status))}::text[], ${texts(moves.map(newEntries))}::text[],
      ${plain(to.map(({ expires_at }) => isoOrNull(expires_at)))}::timestamptz[],
      ${plain(to.map(({ agreement_at }) => isoOrNull(agreement_at)))}::timestamptz[],
      ${texts(to.map(({ agreement_ip }) => agreement_ip))}::text[],
      ${plain(to.map(({ deleted_at }) => isoOrNull(deleted_at)))}::timestamptz[],
      ${plain(to.map(({ updated_at }) => iso(updated_at)))}::timestamptz[]
    ) as new (id, old_status, status, entries, expires_at, agreement_at, agreement_ip, deleted_at, at)
    where contract.tenant_id = ${tenant} and contract.id = new.id and contract.status = new.old_status`
  if (updated.count !== moves.length) throw new Error('a contract changed under its lock')
}

/** What was due until then, oldest first. */
export function lockDueContracts(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<Contract[]> {
  return tx<Contract[]>`
    select * from contracts where tenant_id = ${tenant} and status = 'created' and expires_at <= ${until}
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
): Promise<Page<Contract>> => readPage<Contract>(sql, LIST, tenant, page, filter)

export interface Deposit {
  readonly id: Id<'deposit'>
  readonly account_connection: string
  readonly creator_id: string
  readonly deposit_source: DepositSource
  readonly amount_in_cents: Cents
  readonly created_at: Date
}

export interface Split {
  readonly id: Id<'split'>
  readonly contract: Id<'contract'>
  readonly deposit: Id<'deposit'>
  readonly deposit_amount_in_cents: Cents
  readonly amount_in_cents: Cents
  readonly created_at: Date
}

export async function insertDeposit(tx: Tx, tenant: TenantId, deposit: Deposit): Promise<void> {
  await tx`insert into deposits ${tx({ ...deposit, tenant_id: tenant } as never)}`
}

/** The splits, each with a line in its contract's log. */
export async function insertSplits(
  tx: Tx,
  tenant: TenantId,
  splits: readonly (Split & { readonly entry: ContractEntry })[],
): Promise<void> {
  if (splits.length === 0) return
  const last = await takePositions(tx, tenant, SPLITS.counter, splits.length)
  const rows = splits.map(({ entry: _entry, ...split }, nth) => ({
    ...split,
    tenant_id: tenant,
    position: last - splits.length + nth + 1,
  }))
  await tx`insert into contract_splits ${tx(rows as never)}`
  await tx`
    update contracts contract set activity = contract.activity || new.entry::jsonb, updated_at = new.at
    from unnest(
      ${texts(splits.map(({ contract }) => contract))}::text[], ${texts(splits.map(({ entry }) => JSON.stringify(entry)))}::text[],
      ${plain(splits.map(({ created_at }) => iso(created_at)))}::timestamptz[]
    ) as new (id, entry, at)
    where contract.tenant_id = ${tenant} and contract.id = new.id`
}

export const listSplits = (
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  period: Pick<ListFilter, 'created_after' | 'created_before'>,
  contract: string,
): Promise<Page<Split>> => readPage<Split>(sql, SPLITS, tenant, page, period, sql`and contract = ${contract}`)
