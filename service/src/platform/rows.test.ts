import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import type { Database } from './database.ts'
import { namesOf, pick, rowsOf, setOf } from './rows.ts'

let database: Database

beforeAll(async () => {
  database = connect(await cloneDatabase())
})

const ALL = {
  a_text: 'text',
  a_smallint: 'smallint',
  an_integer: 'integer',
  a_bigint: 'bigint',
  a_boolean: 'boolean',
  a_time: 'timestamptz',
  a_json: 'json',
  a_jsonb: 'jsonb',
  some_bytes: 'bytea',
} as const

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0') && value.isWellFormed())
const nullable = <T>(of: fc.Arbitrary<T>) => fc.option(of)

const row = fc.record({
  a_text: nullable(fc.oneof(text, fc.constantFrom('', 'null', 'NULL', '{}', 'a,b', '"', '\\', ' x '))),
  a_smallint: nullable(fc.integer({ min: -32_768, max: 32_767 })),
  an_integer: nullable(fc.integer()),
  a_bigint: nullable(fc.maxSafeInteger()),
  a_boolean: nullable(fc.boolean()),
  a_time: nullable(fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
  a_json: nullable(fc.record({ text, list: fc.array(text) })),
  a_jsonb: nullable(fc.record({ text, list: fc.array(text) })),
  some_bytes: nullable(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
})

describe('rows by column name and type', () => {
  it('come back as they went, in their order, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const { sql } = database
        const found = await sql`select ${namesOf(ALL)} from ${rowsOf(rows, ALL)} as item order by ordinal`
        expect(found).toEqual(rows)
      }),
      { numRuns: 200 },
    )
  })

  it('are none where there are none', async () => {
    expect(await database.sql`select 1 from ${rowsOf([], ALL)} as item`).toEqual([])
  })

  it('are inserted and updated by name, whatever order the columns are named in', async () => {
    await database.sql`create table things (id text, size bigint, note json)`
    const columns = { note: 'json', id: 'text', size: 'bigint' } as const
    const things = [
      { id: 'a', size: 1, note: { of: 'a' } },
      { id: 'b', size: 2, note: null },
    ]
    await database.sql`
      insert into things (${namesOf(columns)}) select ${namesOf(columns)} from ${rowsOf(things, columns)} as new`
    const changes = pick(columns, ['size'])
    await database.sql`
      update things thing set ${setOf(changes, 'new', { note: 'null' })}
      from ${rowsOf([{ id: 'a', size: 7 }], { id: 'text', ...changes })} as new where thing.id = new.id`
    expect(await database.sql`select id, size, note from things order by id`).toEqual([
      { id: 'a', size: 7, note: null },
      { id: 'b', size: 2, note: null },
    ])
  })
})
