import type { Tx } from './database.ts'
import { databaseTime } from './database-time.ts'

const VERSION_MIN = 150_000
/** PostgreSQL stops at two thousand million transactions without a vacuum. */
const TRANSACTION_AGE_MAX = 1_000_000_000
const DEAD_ROWS_MIN = 100_000
const WAL_KEPT_MAX_MB = 4_096
const TRANSACTION_SECONDS_MAX = 900

type Question = (tx: Tx) => Promise<string | undefined>

/** Seconds that the database's clock is ahead of this process. */
export async function clockDifference(tx: Tx): Promise<number> {
  const before = Date.now()
  const there = await databaseTime(tx)
  const after = Date.now()
  return (there.getTime() - (before + after) / 2) / 1_000
}

export const versionFault: Question = async (tx) => {
  const [row] = await tx<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
  return row && row.number < VERSION_MIN ? `it is ${row.name}` : undefined
}

/** Text that was sorted by other rules is not found again through its index. */
export const textFault: Question = async (tx) => {
  const [row] = await tx<{ encoding: string; made: string | null; now: string | null }[]>`
    select pg_encoding_to_char(encoding) as encoding, datcollversion as made,
      pg_database_collation_actual_version(oid) as now
    from pg_database where datname = current_database()`
  if (row && row.encoding !== 'UTF8') return `its encoding is ${row.encoding}`
  if (!row?.made || !row.now || row.made === row.now) return undefined
  return `it was sorted by version ${row.made} of the system's rules, and the system has ${row.now}`
}

/** Extensions whose code on the disk is of another version than their part in the database. */
export const extensionFault: Question = async (tx) => {
  const rows = await tx<{ name: string; installed: string; there: string }[]>`
    select name, installed_version as installed, default_version as there from pg_available_extensions
    where installed_version <> default_version order by name`
  if (rows.length === 0) return undefined
  return rows.map(({ name, installed, there }) => `${name} is ${installed}, the server has ${there}`).join('; ')
}

/** Settings without which a crash loses payouts that were acknowledged. */
export const durabilityFault: Question = async (tx) => {
  const rows = await tx<{ name: string }[]>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`
  return rows.length === 0 ? undefined : `off: ${rows.map(({ name }) => name).join(', ')}`
}

/** Append-only tables that the user of the service could change. */
export const rightsFault: Question = async (tx) => {
  const rows = await tx<{ name: string }[]>`
    select name from unnest(array['ledger_transfers', 'audit_log', 'operator_audit_log']) as name
    where to_regclass(name) is not null
      and (has_table_privilege(name, 'update') or has_table_privilege(name, 'delete'))`
  return rows.length === 0 ? undefined : `the user may change ${rows.map(({ name }) => name).join(', ')}`
}

export const indexFault: Question = async (tx) => {
  const rows = await tx<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace where not indisvalid`
  return rows.length === 0 ? undefined : `${rows.map(({ name }) => name).join(', ')} was not built to its end`
}

export const archiveFault: Question = async (tx) => {
  const [row] = await tx<{ mode: string }[]>`select current_setting('archive_mode') as mode`
  const [failed] = await tx<{ since: Date | null }[]>`
    select last_failed_time as since from pg_stat_archiver
    where last_failed_time > coalesce(last_archived_time, '-infinity')`
  if (row?.mode === 'off') return 'archive_mode is off, so a restore goes back to the last backup'
  return failed?.since ? `the archive command fails since ${failed.since.toISOString()}` : undefined
}

export const replicationFault: Question = async (tx) => {
  const [gone] = await tx<{ slots: string | null }[]>`
    select string_agg(slot_name, ', ') as slots from pg_replication_slots where wal_status = 'lost'`
  if (gone?.slots) return `the log that the slot ${gone.slots} needs is gone: its standby must be made anew`
  const [row] = await tx<{ slots: string | null }[]>`
    select string_agg(slot_name, ', ') as slots from pg_replication_slots
    where not active and not pg_is_in_recovery()
      and pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) > ${WAL_KEPT_MAX_MB}::bigint * 1048576`
  return row?.slots ? `nobody reads the slot ${row.slots}, whose log fills the disk` : undefined
}

export const vacuumFault: Question = async (tx) => {
  const [row] = await tx<{ autovacuum: string; age: number }[]>`
    select current_setting('autovacuum') as autovacuum, age(datfrozenxid)::float8 as age
    from pg_database where datname = current_database()`
  if (row?.autovacuum === 'off') return 'autovacuum is off'
  if (row && row.age > TRANSACTION_AGE_MAX) return `${row.age} transactions passed without a vacuum of every table`
  const tables = await tx<{ name: string }[]>`
    select relname as name from pg_stat_user_tables
    where n_dead_tup > ${DEAD_ROWS_MIN} and n_dead_tup > n_live_tup / 2 order by n_dead_tup desc limit 5`
  return tables.length === 0 ? undefined : `dead rows pile up in ${tables.map(({ name }) => name).join(', ')}`
}

export const transactionFault: Question = async (tx) => {
  const [row] = await tx<{ seconds: number; name: string }[]>`
    select extract(epoch from clock_timestamp() - xact_start)::int as seconds, application_name as name
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`
  if (!row || row.seconds < TRANSACTION_SECONDS_MAX) return undefined
  return `a transaction of ${row.name || 'somebody'} has been open for ${Math.floor(row.seconds / 60)} minutes`
}

export const connectionsFault: Question = async (tx) => {
  const [row] = await tx<{ used: number; max: number }[]>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
      current_setting('max_connections')::int as max`
  return row && row.used > 0.9 * row.max ? `${row.used} of ${row.max} are in use` : undefined
}
