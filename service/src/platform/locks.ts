import type { Database, Tx } from './database.ts'

/** Locks a name in every process until the transaction ends; another transaction that locks it waits. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/**
 * Locks a name over several transactions, for as long as the work takes. `locks` is a pool of its own: a lock holds its
 * connection, and if those came from the pool that the work needs, enough of them at once would wait for each other for
 * ever.
 */
export function whileHolding<T>(locks: Database, name: string, work: () => Promise<T>): Promise<T> {
  return locks.reserve(async (connection) => {
    try {
      await connection`select pg_advisory_lock(hashtextextended(${name}, 0))`
      return await work()
    } finally {
      // A connection that may still own the lock is closed, and the lock goes with it.
      const [unlocked] = await connection<{ done: boolean }[]>`
        select pg_advisory_unlock(hashtextextended(${name}, 0)) as done`.catch(() => [])
      if (!unlocked?.done) connection.discard()
    }
  })
}

/**
 * Does the work unless somebody holds the name by `whileHolding`, who then waits until the work has ended. Any number work
 * side by side. The lock is a transaction's, which holds a connection besides those of the work, and also works where
 * PgBouncer shares connections among transactions.
 */
export function unlessHeld<T>(database: Database, name: string, work: () => Promise<T>): Promise<T | undefined> {
  return database.transaction(async (tx) => {
    const [lock] = await tx<{ taken: boolean }[]>`
      select pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)) as taken`
    return lock?.taken ? work() : undefined
  })
}
