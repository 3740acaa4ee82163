import { beforeAll, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import type { Database } from './database.ts'
import type { SqlTag } from './sql.ts'

let database: Database

beforeAll(async () => {
  database = connect(await cloneDatabase(), { connectionsMax: 1 })
})

/** When the connection prepared the statement with these words; undefined where it has not, or has forgotten it. */
async function preparedAt(sql: SqlTag, words: string): Promise<string | undefined> {
  const [row] = await sql<{ at: string }[]>`
    select prepare_time::text as at from pg_prepared_statements
    where statement like ${`%${words}%`}`
  return row?.at
}

const takeLong = (sql: SqlTag) => sql`select ${1}::integer as long from pg_sleep(0.05)`

it('a statement that took long is planned anew, and then keeps its plan for a while however long it takes', async () => {
  await database.reserve(async (connection) => {
    await takeLong(connection)
    expect(await preparedAt(connection, 'long')).toBeUndefined()
    await takeLong(connection)
    const again = await preparedAt(connection, 'long')
    expect(again).toBeDefined()
    await takeLong(connection)
    expect(await preparedAt(connection, 'long')).toBe(again)
  })
})

it('one that waited for another on its connection has not taken long itself', async () => {
  await database.reserve(async (connection) => {
    const kept: boolean[] = []
    // Each may take long for once where other programs have the machine, but not all of them.
    for (const word of ['first', 'second', 'third', 'fourth', 'fifth']) {
      const behind = connection`select ${1}::integer as ${connection(word)}`
      await Promise.all([connection`select ${1}::integer as before from pg_sleep(0.05)`, behind])
      kept.push((await preparedAt(connection, word)) !== undefined)
    }
    expect(kept).toContain(true)
  })
})

it('those that were sent before it was forgotten are answered, as are those after', async () => {
  await database.reserve(async (connection) => {
    const wait = (seconds: number) => connection`select ${seconds}::float8 as waited from pg_sleep(${seconds}::float8)`
    const answers = await Promise.all([wait(0.05), wait(0), wait(0.05), wait(0)])
    expect(answers.map(([row]) => row?.waited)).toEqual([0.05, 0, 0.05, 0])
    expect((await wait(0))[0]?.waited).toBe(0)
  })
})

it('in a transaction it may have waited for a lock, and is kept', async () => {
  await database.transaction(async (tx) => {
    await tx`select ${1}::integer as locked from pg_sleep(0.05)`
    expect(await preparedAt(tx, 'locked')).toBeDefined()
  })
})
