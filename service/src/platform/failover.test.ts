import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPair, type Pair } from '../../../prove/failover/pair.ts'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { type Database, isDatabaseAway, openDatabase } from './database.ts'
import { openPgPool } from './pg-pool.ts'

const PASSWORD = /:\w+@/

/** A port at which nobody listens, or one that lets everybody in and never says a word. */
async function port(isSilent: boolean): Promise<number> {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  if (isSilent) onTestFinished(() => void server.close())
  else server.close()
  return port
}

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  )

const pidOf = async ({ sql }: Database): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid as number
}

describe('a connection that turns read-only', () => {
  it('fails the write as lost, and every connection of its pool is replaced', async () => {
    const database = connect(await cloneDatabase(), { connectionsMax: 3 })
    await database.sql`create table notes (id integer)`
    const reading = await pidOf(database)
    await database.reserve(async (connection) => {
      await connection.unsafe('set default_transaction_read_only = on')
      await expect(connection`insert into notes values (1)`).rejects.toSatisfy(isDatabaseAway)
    })
    await database.sql`insert into notes values (2)`
    expect(await pidOf(database)).not.toBe(reading)
    expect(await database.sql`select id from notes`).toEqual([{ id: 2 }])
  })

  it('is closed although the sign-in library gives it back', async () => {
    const pool = openPgPool({ url: await cloneDatabase(), connectionsMax: 1 })
    onTestFinished(() => pool.end())
    const client = await pool.connect()
    await client.query('create table notes (id integer)')
    await client.query('set default_transaction_read_only = on')
    await expect(client.query('insert into notes values (1)')).rejects.toSatisfy(isDatabaseAway)
    client.release()
    await pool.query('insert into notes values (2)')
    expect((await pool.query('select id from notes')).rows).toEqual([{ id: 2 }])
  })
})

describe('of a primary and its standby', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await openPair()
  })

  afterAll(() => pair.close())

  const turned = (url: string): string => {
    const [head, hosts = ''] = url.split('?host=')
    return `${head}?host=${hosts.split(',').reverse().join(',')}`
  }

  /** With hosts of TCP before the folders of the pair. */
  const withHosts = (...ports: number[]): string => {
    const hosts = ports.map(() => '127.0.0.1').concat(new URLSearchParams(pair.url.split('?')[1]).get('host') ?? '')
    return `${pair.url.split('?')[0]}?host=${hosts.join(',')}&port=${[...ports, 5432, 5432].join(',')}`
  }

  it('the one that takes writes is found, wherever it stands and whoever is silent or away before it', async () => {
    const urls = [pair.url, turned(pair.url), withHosts(await port(true), await port(false))]
    for (const url of urls) {
      const [row] = await connect(url).sql`select pg_is_in_recovery() as standby`
      expect(row).toEqual({ standby: false })
      const pool = openPgPool({ url, connectionsMax: 1 })
      onTestFinished(() => pool.end())
      expect((await pool.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }])
    }
  })

  it('the standby alone is refused by its name, beside every other host that was tried, and without a password', async () => {
    const away = await port(false)
    const silent = await port(true)
    const folder = new URLSearchParams(pair.standbyUrl().split('?')[1]).get('host') as string
    const several = `${pair.url.split('?')[0]}?host=127.0.0.1,127.0.0.1,${folder}&port=${away},${silent},5432`
    const tried = connect(several).sql`select 1`
    expect(await messageOf(tried)).toBe(
      `no host takes writes: 127.0.0.1:${away} (connect ECONNREFUSED 127.0.0.1:${away}), 127.0.0.1:${silent} (no answer within 4 s), ${folder} (takes no writes: a standby, or set to read-only)`,
    )
    await expect(tried).rejects.toSatisfy(isDatabaseAway)
    const alone = connect(pair.standbyUrl()).sql`select 1`
    expect(await messageOf(alone)).toBe(`${folder} takes no writes: a standby, or set to read-only`)
    expect(await messageOf(alone)).not.toMatch(PASSWORD)
  })

  it('a wrong password is said to be one', async () => {
    const url = pair.url.replace(PASSWORD, ':wrong@')
    await expect(connect(url).sql`select 1`).rejects.toMatchObject({ code: '28P01' })
  })

  it.each(['killPrimary', 'suspendPrimary'] as const)(
    'the standby takes over after %s: nothing acknowledged is lost, nothing hangs',
    async (strike) => {
      const database = openDatabase({ url: pair.url, connectionsMax: 4 })
      onTestFinished(() => database.close())
      await database.sql`drop table if exists notes`
      await database.sql`create table notes (id integer primary key)`
      const acknowledged: number[] = []
      const failures: unknown[] = []
      let isOver = false
      let last = 0
      const writer = async (): Promise<void> => {
        while (!isOver) {
          const id = ++last
          await database
            .transaction((tx) => tx`insert into notes values (${id})`)
            .then(
              () => acknowledged.push(id),
              (error) => failures.push(error),
            )
        }
      }
      const writing = Promise.all([writer(), writer(), writer()])
      await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
      await pair[strike]()
      await pair.promote()
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
      isOver = true
      await writing
      expect(failures.length).toBeGreaterThan(0)
      expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([])
      const rows = await database.sql<{ id: number }[]>`select id from notes`
      const stored = new Set(rows.map(({ id }) => id))
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
      await pair.rebuild()
    },
  )
})
