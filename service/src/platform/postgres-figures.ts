import { MINUTE_MS } from '../kernel/time.ts'
import type { FigureSource } from './figures.ts'

interface ServerRow {
  readonly connections: number
  readonly connections_max: number
  readonly oldest_transaction_seconds: number
  readonly bytes: number
  readonly deadlocks: number
  readonly temporary_bytes: number
  readonly dead_rows: number
  readonly live_rows: number
}

const gauge = (help: string) => ({ type: 'gauge' as const, help })
const counter = (help: string) => ({ type: 'counter' as const, help })

/** PostgreSQL as the service's own user sees it: no right to look at others' sessions is needed. */
export const postgresFigures: FigureSource = {
  name: 'postgres',
  freshMs: MINUTE_MS,
  families: {
    tributary_postgres_connections: gauge('Connections to the database, of anybody.'),
    tributary_postgres_connections_max: gauge('Connections that the server allows.'),
    tributary_postgres_oldest_transaction_seconds: gauge('Age of the oldest open transaction of the service.'),
    tributary_postgres_size_bytes: gauge('Size of the database.'),
    tributary_postgres_deadlocks_total: counter('Deadlocks in the database since its statistics were reset.'),
    tributary_postgres_temporary_bytes_total: counter('Bytes written to temporary files by queries.'),
    tributary_postgres_dead_rows: gauge('Rows that autovacuum has not removed yet.'),
    tributary_postgres_live_rows: gauge('Rows of all tables, as the statistics estimate them.'),
  },
  async read(tx) {
    const [row] = await tx<ServerRow[]>`
      select stat.numbackends as connections, current_setting('max_connections')::int as connections_max,
        coalesce((select extract(epoch from max(clock_timestamp() - xact_start)) from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()), 0)::float8
          as oldest_transaction_seconds,
        pg_database_size(current_database())::float8 as bytes, stat.deadlocks::float8 as deadlocks,
        stat.temp_bytes::float8 as temporary_bytes,
        (select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables)::float8 as dead_rows,
        (select coalesce(sum(n_live_tup), 0) from pg_stat_user_tables)::float8 as live_rows
      from pg_stat_database stat where stat.datname = current_database()`
    if (!row) return []
    const named = {
      tributary_postgres_connections: row.connections,
      tributary_postgres_connections_max: row.connections_max,
      tributary_postgres_oldest_transaction_seconds: row.oldest_transaction_seconds,
      tributary_postgres_size_bytes: row.bytes,
      tributary_postgres_deadlocks_total: row.deadlocks,
      tributary_postgres_temporary_bytes_total: row.temporary_bytes,
      tributary_postgres_dead_rows: row.dead_rows,
      tributary_postgres_live_rows: row.live_rows,
    }
    return Object.entries(named).map(([name, value]) => ({ name, labels: {}, value }))
  },
}
