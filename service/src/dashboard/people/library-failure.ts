import { unavailable } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { requireReachable } from '../../platform/pg-pool.ts'

/**
 * Throws the cause of a failure of the sign-in library, which answers 500 for a database that is away and hides the
 * reason. Where the database is back already, the request can be sent again.
 */
export async function explainFailure(error: unknown, database: Database): Promise<never> {
  if ((error as { statusCode?: number }).statusCode !== 500) throw error
  await requireReachable(database)
  throw unavailable('The database was away for a moment; retry.', { cause: error })
}
