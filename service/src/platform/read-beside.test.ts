import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPair, type Pair } from '../../../prove/failover/pair.ts'
import { openDatabase } from './database.ts'
import { createLogger } from './logs.ts'
import { type ReadSide, readBeside, standbyFault } from './read-beside.ts'

const HOUR_MS = 3_600_000

describe('a standby that is read beside its primary', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await openPair()
  })

  afterAll(() => pair.close())

  const open = (url: string, isReadOnly: boolean) => {
    const database = openDatabase({ url, connectionsMax: 3, isReadOnly })
    onTestFinished(() => database.close())
    return database
  }

  function beside(lagMaxMs: number, standbyUrl = pair.standbyUrl()) {
    const lags: (number | undefined)[] = []
    const standby = openDatabase({ url: standbyUrl, connectionsMax: 3, isReadOnly: true })
    const side = readBeside({
      primary: open(pair.primaryUrl(), false),
      standby,
      lagMaxMs,
      log: createLogger('silent'),
      onLag: (ms) => lags.push(ms),
    })
    onTestFinished(() => side.close())
    return { side, lags }
  }

  const isStandby = async ({ database }: ReadSide): Promise<boolean> => {
    const [row] = await database.sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
    return row?.standby === true
  }

  const untilRead = (side: ReadSide) => expect.poll(() => isStandby(side)).toBe(true)

  it('answers reads, while transactions and statements that write go to the primary', async () => {
    const { side, lags } = beside(HOUR_MS)
    expect(side.asOf()).toBeUndefined()
    expect(await isStandby(side)).toBe(false)
    await untilRead(side)
    expect(side.asOf()?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(lags.at(-1)).toBeGreaterThanOrEqual(0)
    const { database } = side
    await database.sql`create table written (id integer)`
    await database.transaction(async (tx) => {
      const [row] = await tx<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
      expect(row?.standby).toBe(false)
      await tx`insert into written values (1)`
    })
    await expect.poll(async () => (await database.sql`select id from written`).length).toBe(1)
    // It begins like a read, and takes a lock: the standby refuses it, the primary does it.
    await expect(database.sql`select id from written for update`).resolves.toHaveLength(1)
    await expect(database.sql`select id from nowhere`).rejects.toMatchObject({ code: '42P01' })
  })

  it('is not read when it is too far behind, and says as of when it is read until then', async () => {
    const near = beside(1_000).side
    const far = beside(HOUR_MS).side
    await untilRead(near)
    await untilRead(far)
    const own = open(pair.standbyUrl(), true)
    await own.sql`select pg_wal_replay_pause()`
    onTestFinished(async () => {
      await own.sql`select pg_wal_replay_resume()`
    })
    await near.database.sql`create table later (id integer)`
    const created = Date.now()
    await expect.poll(() => near.asOf()).toBeUndefined()
    expect(await standbyFault(pair.standbyUrl())).toBe('its replay is paused')
    await expect(near.database.sql`select id from later`).resolves.toEqual([])
    expect(far.asOf()?.getTime()).toBeLessThanOrEqual(created)
    await expect(far.database.sql`select id from later`).rejects.toMatchObject({ code: '42P01' })
    await own.sql`select pg_wal_replay_resume()`
    await expect.poll(() => (far.asOf()?.getTime() ?? 0) > created).toBe(true)
    await expect(far.database.sql`select id from later`).resolves.toEqual([])
    await untilRead(near)
  })

  it('that ends a read half-way, or cannot be reached, is replaced by the primary', async () => {
    const { side } = beside(HOUR_MS)
    await untilRead(side)
    const own = open(pair.standbyUrl(), true)
    const reading = side.database.sql<{ standby: boolean }[]>`
      select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_sleep(600) end as slept`.then(
      ([row]) => row?.standby,
    )
    await expect
      .poll(async () => {
        const ended = await own.sql`
          select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()`
        return ended.length
      })
      .toBeGreaterThan(0)
    expect(await reading).toBe(false)

    const away = beside(HOUR_MS, 'postgres://nobody@127.0.0.1:1/none')
    await expect.poll(() => away.lags.length).toBeGreaterThan(0)
    expect(away.lags.at(-1)).toBeUndefined()
    expect(await isStandby(away.side)).toBe(false)
  })

  it('is no longer read once it has become the primary itself', async () => {
    expect(await standbyFault(pair.standbyUrl())).toBeUndefined()
    expect(await standbyFault(pair.primaryUrl())).toBe('it is no standby')
    const { side, lags } = beside(HOUR_MS, pair.primaryUrl())
    await expect.poll(() => lags.length).toBeGreaterThan(1)
    expect([side.asOf(), lags.find((lag) => lag !== undefined)]).toEqual([undefined, undefined])
    expect(await isStandby(side)).toBe(false)
  })
})
