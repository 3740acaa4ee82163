import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { toUtf8 } from '../kernel/utf8.ts'
import { copyStatement } from './copy.ts'
import type { Database } from './database.ts'
import { columnsOf, fewRowsOf, namesOf, pick, rowsOf, setOf } from './rows.ts'

let database: Database

beforeAll(async () => {
  database = connect(await cloneDatabase())
})

const ALL = {
  a_text: 'text',
  some_texts: 'text[]',
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
  some_texts: nullable(fc.array(fc.oneof(text, fc.constantFrom('', 'NULL', 'a,b', '"', '{}')))),
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

  it('come back as they went where they are usually few, and may be many', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const found = await database.sql`select ${namesOf(ALL)} from ${fewRowsOf(rows, ALL)} as item`
        expect(found).toEqual(rows)
      }),
      { numRuns: 100 },
    )
  })

  it('come back as they went by their columns, also where values are equal in all rows', async () => {
    const columns = { ordinal: 'integer', ...ALL } as const
    const names = Object.keys(ALL) as (keyof typeof ALL)[]
    const shared = fc.subarray(names)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), shared, async (rows, equal) => {
        const alike = rows.map((one) => ({
          ...one,
          ...Object.fromEntries(equal.map((name) => [name, rows[0]?.[name]])),
        }))
        const values = Object.fromEntries(names.map((name) => [name, alike.map((one) => one[name])]))
        const ordinal = rows.map((_, nth) => nth)
        const found = await database.sql`
          select ${namesOf(ALL)} from ${columnsOf({ ordinal, ...values }, columns)} as item order by ordinal`
        expect(found).toEqual(alike)
      }),
      { numRuns: 200 },
    )
  })

  it('are copied into a table as they are, whatever is in them', async () => {
    const { sql } = database
    await sql`create table copies (
      run integer, at timestamptz, nth bigint, a_text text, some_texts text[], a_smallint smallint, an_integer integer, a_bigint bigint,
      a_boolean boolean, a_time timestamptz, a_json json, a_jsonb jsonb, some_bytes bytea)`
    const at = new Date('2026-11-15T10:20:30.456Z')
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        const target = { table: 'copies', every: { run: ++run, at }, counted: { nth: 41 } }
        const copied = await database.transaction(async (tx) => copyStatement(tx, target, rows, ALL))
        expect(copied.count).toBe(rows.length)
        const found = await sql`select nth, at, ${namesOf(ALL)} from copies where run = ${run} order by nth`
        expect(found).toEqual(rows.map((one, before) => ({ nth: 42 + before, at, ...one })))
      }),
      { numRuns: 200 },
    )
  })

  it('come back as texts that went in UTF-8', async () => {
    const { sql } = database
    await sql`create table encoded (run integer, nth bigint, body text)`
    const columns = { body: 'utf8' } as const
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(nullable(text), { minLength: 1, maxLength: 12 }), async (bodies) => {
        const rows = bodies.map((body) => ({ body: body === null ? null : toUtf8(body) }))
        const target = { table: 'encoded', every: { run: ++run }, counted: { nth: 0 } }
        await database.transaction(async (tx) => copyStatement(tx, target, rows, columns))
        const wanted = bodies.map((body) => ({ body }))
        expect(await sql`select body from encoded where run = ${run} order by nth`).toEqual(wanted)
        expect(await sql`select body from ${rowsOf(rows, columns)} as item order by ordinal`).toEqual(wanted)
        expect(await sql`select body from ${fewRowsOf(rows, columns)} as item`).toEqual(wanted)
      }),
      { numRuns: 100 },
    )
  })

  it('are not copied where one is refused, and the connection goes on', async () => {
    const { sql } = database
    await sql`create table small (id integer primary key check (id < 100))`
    const copy = (ids: readonly number[]) =>
      database.transaction(async (tx) => {
        const rows = ids.map((id) => ({ id }))
        const sent = copyStatement(tx, { table: 'small', every: {} }, rows, { id: 'integer' })
        // Behind a copy that fails stands another, which PostgreSQL has to read past.
        const next = copyStatement(tx, { table: 'small', every: {} }, [{ id: 50 }], { id: 'integer' })
        await Promise.all([sent, next])
      })
    await expect(copy([1, 100])).rejects.toMatchObject({ code: '23514' })
    await expect(copy([2, 2])).rejects.toMatchObject({ code: '23505' })
    await copy([3, 4])
    expect(await sql`select id from small order by id`).toEqual([{ id: 3 }, { id: 4 }, { id: 50 }])
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
