import { isDatabaseAway } from './database.ts'

const DRIVER = /[\\/]node_modules[\\/]postgres[\\/]/

/**
 * When PostgreSQL goes away under a running transaction, the driver may write to the socket it has just given up, outside
 * of any promise (`Cannot read properties of null`). The transaction itself has been rejected by then, so nobody waits for
 * that write and the process can go on; anything else that nobody caught is a broken invariant and ends it.
 */
export function isDriverFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isDatabaseAway(error) || (error instanceof TypeError && DRIVER.test(error.stack ?? ''))
}
