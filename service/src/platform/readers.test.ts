import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { type Database, isDatabaseAway, openDatabase } from './database.ts'

let url: string
let observer: Database

beforeAll(async () => {
  url = await cloneDatabase()
  observer = connect(url)
})

function pool(connectionsMax: number): Database {
  const opened = openDatabase({ url, connectionsMax, applicationName: 'read' })
  onTestFinished(() => opened.close())
  return opened
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, nth) => nth)
const backend = async ({ sql }: Database): Promise<number> =>
  (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid as number

/** Two sessions that hold a lock which a read can wait for. */
async function holdName(name: number): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = observer.transaction(async (tx) => {
    await tx`select pg_advisory_xact_lock(${name}::bigint)`
    held.resolve()
    await end.promise
  })
  await held.promise
  return async () => {
    end.resolve()
    await transaction
  }
}

describe('reads outside of transactions', () => {
  it('share connections, and each gets its own answer', async () => {
    const database = pool(4)
    const rows = await Promise.all(
      numbers(500).map(
        (nth) => database.sql<{ nth: number; pid: number }[]>`
        select ${nth}::int as nth, pg_backend_pid() as pid`,
      ),
    )
    expect(rows.map(([row]) => row?.nth)).toEqual(numbers(500))
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBeLessThanOrEqual(2)
  })

  it('go on while another waits: quick reads are not queued behind a slow one', async () => {
    const database = pool(8)
    const release = await holdName(1)
    const slow = database.sql`select pg_advisory_xact_lock(1::bigint)`.execute()
    await expect
      .poll(async () => (await observer.sql`select 1 from pg_stat_activity where wait_event = 'advisory'`).length)
      .toBe(1)
    for (const nth of numbers(50)) expect(await database.sql`select ${nth}::int as nth`).toEqual([{ nth }])
    await release()
    await slow
  })

  it('leave transactions their connections, and give theirs back when one waits', async () => {
    const database = pool(2)
    await Promise.all(numbers(20).map((nth) => database.sql`select ${nth}::int`))
    const end = Promise.withResolvers<void>()
    let open = 0
    const transactions = numbers(2).map(() =>
      database.transaction(async (tx) => {
        await tx`select 1`
        open++
        await end.promise
      }),
    )
    await expect.poll(() => open).toBe(2)
    const read = database.sql`select 7 as n`
    end.resolve()
    await Promise.all(transactions)
    expect(await read).toEqual([{ n: 7 }])
  })

  it('that fail leave the reads beside them alone', async () => {
    const database = pool(4)
    const [failed, ...others] = await Promise.allSettled([
      database.sql`select 1 / 0`,
      ...numbers(20).map((nth) => database.sql`select ${nth}::int as nth`),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    expect(others.every(({ status }) => status === 'fulfilled')).toBe(true)
  })

  it('of a connection that was lost fail, and the next ones have another', async () => {
    const database = pool(4)
    const pid = await backend(database)
    const reading = database.sql`select pg_sleep(60)`.execute()
    const lost = expect(reading).rejects.toSatisfy(isDatabaseAway)
    await observer.sql`select pg_terminate_backend(${pid})`
    await lost
    expect(await backend(database)).not.toBe(pid)
  })

  it('find out about a connection that was lost while it was idle', async () => {
    const database = pool(4)
    const pid = await backend(database)
    await observer.sql`select pg_terminate_backend(${pid})`
    await expect.poll(() => observer.sql`select 1 from pg_stat_activity where pid = ${pid}`).toEqual([])
    await expect.poll(() => backend(database).catch(() => pid)).not.toBe(pid)
  })

  it('never run inside a transaction', async () => {
    const database = pool(4)
    const ids = await Promise.all(
      numbers(40).map((nth) =>
        nth % 2
          ? database.transaction(async (tx) => (await tx`select pg_current_xact_id()::text as id`)[0]?.id)
          : database.sql`select pg_current_xact_id()::text as id`.then(([row]) => row?.id),
      ),
    )
    expect(new Set(ids).size).toBe(40)
  })
})
