import type { Queryable } from './database.ts'

/** The database's clock: the clocks of processes differ, and nothing that lasts is decided by one of them. */
export async function databaseTime(sql: Queryable): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  return (row as { now: Date }).now
}
