import { inject } from 'vitest'
import type { Database } from '../../src/platform/database.ts'

/** How many transactions of this database wait for a lock of another, on whichever server of a cluster. */
export async function countLockWaits({ sql }: Pick<Database, 'sql'>): Promise<number> {
  const activity = inject('clusterUrls').length > 0 ? 'citus_stat_activity' : 'pg_stat_activity'
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from ${sql(activity)}
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count ?? 0
}
