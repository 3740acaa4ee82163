import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { type Database, errorCode } from './database.ts'

let database: Database

beforeAll(async () => {
  database = connect(await cloneDatabase())
  await database.sql`create table notes (id integer primary key)`
})

beforeEach(async () => {
  await database.sql`truncate notes`
  await database.sql`insert into notes values (1)`
})

const READ_ONLY = '25006'

describe('a snapshot', () => {
  it('reads one moment, whatever is committed meanwhile', async () => {
    const counts = await database.snapshot(async (sql) => {
      const first = await sql<{ count: number }[]>`select count(*)::int as count from notes`
      await database.sql`insert into notes values (2)`
      const second = await sql<{ count: number }[]>`select count(*)::int as count from notes`
      return [first[0]?.count, second[0]?.count]
    })
    expect(counts).toEqual([1, 1])
    expect(await database.sql`select id from notes order by id`).toMatchObject([{ id: 1 }, { id: 2 }])
  })

  it.each(['insert into notes values (3)', 'select from notes for update'])('refuses to %s', async (text) => {
    const refused = await database.snapshot((sql) => sql.unsafe(text)).catch(errorCode)
    expect(refused).toBe(READ_ONLY)
    // The connection went back to the pool in order.
    expect(await database.sql`select id from notes`).toMatchObject([{ id: 1 }])
  })
})
