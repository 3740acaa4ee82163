import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { type Database, isDatabaseAway, isRolledBack, jsonTexts, plain, texts } from './database.ts'

let database: Database

beforeAll(async () => {
  database = connect(await cloneDatabase())
})

describe('arrays as PostgreSQL writes them', () => {
  it('texts come back as they went, whatever is in them', async () => {
    const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(storable), { minLength: 1 }), async (values) => {
        const rows = await database.sql<
          { value: string | null }[]
        >`select value from unnest(${texts(values)}::text[]) as t (value)`
        expect(rows.map(({ value }) => value)).toEqual(values)
      }),
    )
  })

  it.each([['{}'], ['NULL'], ['null'], ['a,b'], ['"'], ['\\'], ['\\"'], ['\n\t\b'], [''], [' x '], ['{"a":"b\\n"}']])(
    'the text %j',
    async (value) => {
      const [row] = await database.sql`select ${texts([value])}::text[] as values`
      expect(row?.values).toEqual([value])
    },
  )

  it('JSON comes back as it went, whatever is in it', async () => {
    const storable = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed())
    const entry = fc.option(storable.map((text) => JSON.stringify({ text })))
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1 }), async (values) => {
        const rows = await database.sql<
          { value: string | null }[]
        >`select value from unnest(string_to_array(${jsonTexts(values)}, E'\\x1f', 'null')) as t (value)`
        expect(rows.map(({ value }) => value)).toEqual(values)
      }),
    )
  })

  it('numbers and times need no quotes', async () => {
    const rows = await database.sql`
      select * from unnest(${plain([1, null, 9_007_199_254_740_991])}::bigint[],
        ${plain(['2026-11-15T00:00:00.000Z', null, null])}::timestamptz[]) as t (number, time)`
    expect(rows.map(({ number }) => number)).toEqual([1, null, 9_007_199_254_740_991])
    expect(rows.map(({ time }) => time)).toEqual([new Date('2026-11-15T00:00:00.000Z'), null, null])
  })
})

describe('a connection that the server ends under a query', () => {
  it('leaves nobody waiting: not that query, and not the next while no connection can be made', async () => {
    const single = connect(await cloneDatabase(), { connectionsMax: 1 })
    const [own] = await single.sql<{ pid: number; name: string }[]>`
      select pg_backend_pid() as pid, current_database() as name`
    const allow = (yes: boolean) => database.sql.unsafe(`alter database ${own?.name} allow_connections ${yes}`)
    const sleeping = single.sql`select pg_sleep(60)`.execute()
    const lost = expect(sleeping).rejects.toMatchObject({ code: expect.stringMatching(/57P01|CONNECTION_LOST/) })
    await allow(false)
    await database.sql`select pg_terminate_backend(${own?.pid ?? 0})`
    await lost
    await expect(single.sql`select 1`).rejects.toSatisfy(isDatabaseAway)
    await allow(true)
    await expect.poll(() => single.sql`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }])
  })
})

describe('a coordinator that cannot reach the server of the rows', () => {
  const raise = (code: string, message: string) =>
    database.sql.unsafe(`do $$ begin raise exception '${message}' using errcode = '${code}'; end $$`)

  it('is away as a database is', async () => {
    const refused = raise('08006', 'connection to the remote node db-1:5432 failed').catch((error: unknown) => error)
    expect(await refused).toSatisfy(isDatabaseAway)
    expect(await refused).not.toSatisfy(isRolledBack)
  })

  it('tells nothing about a commit whose reply it has lost', async () => {
    const lost = raise('XX000', 'could not commit transaction for shard 102008 on at least one active node')
    const error = await lost.catch((error: unknown) => error)
    expect(error).toSatisfy(isDatabaseAway)
    expect(error).not.toSatisfy(isRolledBack)
    await expect(raise('XX000', 'cache lookup failed')).rejects.toSatisfy(isRolledBack)
  })
})

describe('a statement inside a statement', () => {
  it('is a part of it, with its values in their order; several are told apart', async () => {
    const { sql } = database
    const conditions = [sql`and id <> ${2}`, sql`and id <> ${4}`]
    const rows = await sql`
      select id from generate_series(${1}::int, ${5}::int) id where id > ${1} ${conditions} order by id ${sql`desc`} limit ${9}`
    expect(rows).toEqual([{ id: 5 }, { id: 3 }])
  })

  it('names columns and tables, and values by them', async () => {
    const { sql } = database
    await sql`create table "odd ""name" (id integer, "when" timestamptz, sealed bytea, ok boolean, names text[])`
    const row = {
      id: 1,
      when: new Date('2026-11-15T01:12:00.123Z'),
      sealed: Buffer.from([0, 255]),
      ok: true,
      names: ['a,b', '"'],
    }
    await sql`insert into ${sql('odd "name')} ${sql([row, { ...row, id: 2, ok: null }])}`
    await sql`update ${sql('odd "name')} set ${sql({ ok: false, names: [] })} where id = ${2}`
    expect(
      await sql`select ${sql(['id', 'when', 'sealed', 'ok', 'names'])} from ${sql('odd "name')} order by id`,
    ).toEqual([row, { ...row, id: 2, ok: false, names: [] }])
  })

  it('refuses a value that is not one', async () => {
    const { sql } = database
    expect(() => sql`select ${undefined as never}`.execute()).toThrow('undefined')
    expect(() => sql`select ${{} as never}`.execute()).toThrow('json()')
  })
})
