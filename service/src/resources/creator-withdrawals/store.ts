import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Statement, Tx } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { type ColumnType, namesOf, pick, rowsOf } from '../../platform/rows.ts'
import { notStopped } from '../../tenants/index.ts'
import type { StatefulResource } from '../transitions/index.ts'
import type { CreatorBankAccount, CreatorWithdrawal } from './model.ts'

const ACCOUNT_COLUMNS = {
  id: 'text',
  creator_id: 'text',
  status: 'text',
  bank_sealed: 'bytea',
  label: 'text',
  tries: 'smallint',
  why: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<keyof CreatorBankAccount, ColumnType>

const ACCOUNT_NAMES = namesOf(ACCOUNT_COLUMNS)

export const BANK_ACCOUNTS_OF_CREATORS: StatefulResource<CreatorBankAccount> = {
  name: 'bank account',
  table: 'creator_bank_accounts',
  guards: ['status'],
  changes: pick(ACCOUNT_COLUMNS, ['status', 'bank_sealed', 'label', 'tries', 'why', 'updated_at']),
}

const COLUMNS = {
  id: 'text',
  creator_id: 'text',
  bank_account: 'text',
  purpose: 'text',
  request: 'text',
  status: 'text',
  amount_in_cents: 'bigint',
  destination: 'text',
  due_at: 'timestamptz',
  batch_at: 'timestamptz',
  ach_file: 'text',
  return_code: 'text',
  activity: 'json',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const satisfies Record<Exclude<keyof CreatorWithdrawal, 'awaits_until'>, ColumnType>

const COLUMN_NAMES = namesOf(COLUMNS)

export const CREATOR_WITHDRAWALS: StatefulResource<CreatorWithdrawal> = {
  name: 'withdrawal of a creator',
  table: 'creator_withdrawals',
  guards: ['status'],
  changes: pick(COLUMNS, ['status', 'destination', 'due_at', 'batch_at', 'return_code', 'activity', 'updated_at']),
}

export async function insertBankAccount(tx: Tx, bank: TenantId, account: CreatorBankAccount): Promise<void> {
  await tx`
    insert into creator_bank_accounts (tenant_id, ${ACCOUNT_NAMES})
    select ${bank}, ${ACCOUNT_NAMES} from ${rowsOf([account], ACCOUNT_COLUMNS)} as new`
}

/** The account that a creator has now; undefined where it has none, or has removed it. */
export async function findBankAccount(
  sql: Queryable,
  bank: TenantId,
  creator: Id<'creator'>,
): Promise<CreatorBankAccount | undefined> {
  const [row] = await sql<CreatorBankAccount[]>`
    select ${ACCOUNT_NAMES} from creator_bank_accounts
    where tenant_id = ${bank} and creator_id = ${creator} and status <> 'removed'`
  return row
}

export async function lockBankAccount(
  tx: Tx,
  bank: TenantId,
  creator: Id<'creator'>,
): Promise<CreatorBankAccount | undefined> {
  const [row] = await tx<CreatorBankAccount[]>`
    select ${ACCOUNT_NAMES} from creator_bank_accounts
    where tenant_id = ${bank} and creator_id = ${creator} and status <> 'removed' for no key update`
  return row
}

/** These accounts, also removed ones: what was on its way to them goes there. */
export async function lockBankAccounts(
  tx: Tx,
  bank: TenantId,
  ids: readonly string[],
): Promise<Map<string, CreatorBankAccount>> {
  const rows = await tx<CreatorBankAccount[]>`
    select ${ACCOUNT_NAMES} from creator_bank_accounts
    where tenant_id = ${bank} and id = any(${[...ids]}::text[]) order by id for no key update`
  return new Map(rows.map((row) => [row.id, row]))
}

export async function insertWithdrawals(
  tx: Tx,
  bank: TenantId,
  withdrawals: readonly CreatorWithdrawal[],
): Promise<void> {
  await tx`
    insert into creator_withdrawals (tenant_id, ${COLUMN_NAMES})
    select ${bank}, ${COLUMN_NAMES} from ${rowsOf(withdrawals, COLUMNS)} as new`
}

/** The withdrawal that a request has made before. */
export async function findByRequest(
  tx: Tx,
  bank: TenantId,
  creator: Id<'creator'>,
  request: string,
): Promise<CreatorWithdrawal | undefined> {
  const [row] = await tx<CreatorWithdrawal[]>`
    select ${COLUMN_NAMES} from creator_withdrawals
    where tenant_id = ${bank} and creator_id = ${creator} and request = ${request}`
  return row
}

/** The newest withdrawals of a creator; small deposits are not shown, because their amounts are the proof. */
export async function findNewest(
  sql: Queryable,
  bank: TenantId,
  creator: Id<'creator'>,
  limit: number,
): Promise<CreatorWithdrawal[]> {
  return sql<CreatorWithdrawal[]>`
    select ${COLUMN_NAMES} from creator_withdrawals
    where tenant_id = ${bank} and creator_id = ${creator} and purpose = 'withdrawal' order by id desc limit ${limit}`
}

export async function findProofs(tx: Tx, bank: TenantId, account: string): Promise<CreatorWithdrawal[]> {
  return tx<CreatorWithdrawal[]>`
    select ${COLUMN_NAMES} from creator_withdrawals
    where tenant_id = ${bank} and bank_account = ${account} and purpose = 'proof'`
}

export async function lockWithdrawal(tx: Tx, bank: TenantId, id: string): Promise<CreatorWithdrawal | undefined> {
  const [row] = await tx<CreatorWithdrawal[]>`
    select ${COLUMN_NAMES} from creator_withdrawals where tenant_id = ${bank} and id = ${id} for no key update`
  return row
}

/** Rows that may move: where the audit has stopped payouts of the bank, no money leaves. */
const mayMove = (sql: Queryable, tenant: TenantId | Statement): Statement =>
  sql`(status = 'sent' or ach_file is not null or ${notStopped(sql, tenant)})`

export const DUE_CREATOR_WITHDRAWALS: DueRows = { table: 'creator_withdrawals', dueAt: 'due_at', only: mayMove }

/** Due by then, oldest first, locked. */
export async function lockDue(tx: Tx, bank: TenantId, until: Date, limit: number): Promise<CreatorWithdrawal[]> {
  return tx<CreatorWithdrawal[]>`
    select ${COLUMN_NAMES} from creator_withdrawals
    where tenant_id = ${bank} and due_at <= ${until} and ${mayMove(tx, bank)}
    order by due_at, id limit ${limit} for no key update`
}

/** The bank itself, where withdrawals of its creators may leave in a file by then. */
export async function waitingForFile(
  sql: Queryable,
  bank: TenantId,
  until: Date,
): Promise<{ tenant: TenantId; batch_at: Date }[]> {
  return sql<{ tenant: TenantId; batch_at: Date }[]>`
    select ${bank}::integer as tenant, batch_at from creator_withdrawals
    where tenant_id = ${bank} and batch_at <= ${until} and ach_file is null and ${notStopped(sql, bank)}
    order by batch_at limit 1`
}

/** For a file, oldest first, locked. */
export async function lockForFile(
  tx: Tx,
  bank: TenantId,
  until: Date,
  limit: number,
): Promise<Pick<CreatorWithdrawal, 'id' | 'amount_in_cents' | 'bank_account'>[]> {
  return tx<Pick<CreatorWithdrawal, 'id' | 'amount_in_cents' | 'bank_account'>[]>`
    select id, amount_in_cents, bank_account from creator_withdrawals
    where tenant_id = ${bank} and batch_at <= ${until} and ach_file is null
    order by batch_at, id limit ${limit} for no key update`
}

export async function putIntoFile(
  tx: Tx,
  bank: TenantId,
  file: string,
  withdrawals: readonly { readonly id: string; readonly destination: string }[],
): Promise<void> {
  const updated = await tx`
    update creator_withdrawals withdrawal set ach_file = ${file}, destination = new.destination
    from ${rowsOf(withdrawals, { id: 'text', destination: 'text' })} as new
    where withdrawal.tenant_id = ${bank} and withdrawal.id = new.id and withdrawal.status = 'pending'
      and withdrawal.ach_file is null`
  if (updated.count !== withdrawals.length) throw new Error('a withdrawal of a creator changed under its lock')
}

/** The files of a bank whose withdrawals of creators are not due to be `sent` yet. */
export async function undeliveredFilesOfCreators(
  sql: Queryable,
  bank: TenantId,
): Promise<{ tenant: TenantId; file: string }[]> {
  return sql<{ tenant: TenantId; file: string }[]>`
    select distinct tenant_id as tenant, ach_file as file from creator_withdrawals
    where tenant_id = ${bank} and status = 'pending' and ach_file is not null and due_at is null`
}

export async function dueFromFile(tx: Tx, bank: TenantId, file: string, at: Date): Promise<void> {
  await tx`
    update creator_withdrawals set due_at = ${at}
    where tenant_id = ${bank} and ach_file = ${file} and status = 'pending' and due_at is null`
}

/** Banks return a credit within two banking days, a few of them late. */
const RETURNABLE = '7 days'

/** Whether a withdrawal of a creator is on its way, or was sent so lately that the bank may return it. */
export async function hasOpenWithdrawals(
  sql: Queryable,
  bank: TenantId,
  creator: Id<'creator'>,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    select 1 from creator_withdrawals
    where tenant_id = ${bank} and creator_id = ${creator} and (status in ('created', 'ready', 'pending')
      or status = 'sent' and updated_at > ${now}::timestamptz - ${RETURNABLE}::interval) limit 1`
  return rows.length > 0
}

export async function bankAccountIds(tx: Tx, bank: TenantId, creator: Id<'creator'>): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from creator_bank_accounts where tenant_id = ${bank} and creator_id = ${creator} order by id`
  return rows.map(({ id }) => id)
}

export async function eraseBankAccount(tx: Tx, bank: TenantId, id: string, sealed: Buffer): Promise<void> {
  await tx`
    update creator_bank_accounts set bank_sealed = ${sealed}, label = 'Erased' where tenant_id = ${bank} and id = ${id}`
}
