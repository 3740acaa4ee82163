import { type Database, isRolledBack, type Tx } from './database.ts'

/**
 * One transaction whose lost COMMIT reply is settled by looking for what it wrote: once the locks it held are free, that
 * is either there or it is not.
 */
export async function settledTransaction<Result>(
  database: Database,
  work: (tx: Tx) => Promise<Result>,
  isThere: (tx: Tx, result: Result) => Promise<boolean>,
): Promise<Result> {
  let result: { readonly value: Result } | undefined
  try {
    return await database.transaction(async (tx) => {
      const value = await work(tx)
      result = { value }
      return value
    })
  } catch (error) {
    if (!result || isRolledBack(error)) throw error
    const { value } = result
    if (await database.transaction((tx) => isThere(tx, value))) return value
    throw error
  }
}
