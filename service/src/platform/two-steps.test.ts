import { spawnSync } from 'node:child_process'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { type Database, isRolledBack, openDatabase, type Tx } from './database.ts'

let url: string
let database: Database

beforeAll(async () => {
  url = await cloneDatabase()
  database = connect(url)
  await database.sql`create table notes (id integer primary key, text text not null)`
})

beforeEach(async () => {
  await database.sql`truncate notes`
})

/** A program that looks until somebody holds the lock, for ten seconds at most, and prints how many do. */
const LOOK = `
  import pg from 'pg'
  const client = new pg.Client(process.argv[1])
  await client.connect()
  let held = '0'
  for (let nth = 0; nth < 200 && held === '0'; nth++) {
    const { rows } = await client.query("select count(*) as held from pg_locks where locktype = 'advisory' and objid = 4711")
    held = rows[0].held
    if (held === '0') await new Promise((resolve) => setTimeout(resolve, 50))
  }
  console.log(held)
  await client.end()`

const note = (tx: Tx, id: number) => tx`insert into notes values (${id}, 'kept')`
const notes = async (): Promise<number[]> => (await database.sql`select id from notes order by id`).map(({ id }) => id)
const backend = async (tx: Tx): Promise<number> => (await tx`select pg_backend_pid() as pid`)[0]?.pid as number

describe('a transaction in two steps', () => {
  it('writes what was decided by what was read', async () => {
    await database.twoSteps(
      async (tx) => (await tx<{ next: number }[]>`select count(*)::int + 7 as next from notes`)[0]?.next ?? 0,
      (tx, next) => ({ statements: [note(tx, next), note(tx, next + 1)] }),
    )
    expect(await notes()).toEqual([7, 8])
  })

  it('reads inside the transaction that writes', async () => {
    const transactions: unknown[] = []
    await database.twoSteps(
      (tx) => tx`select pg_current_xact_id()::text as id`,
      (tx, [row]) => {
        transactions.push(row?.id)
        return { statements: [tx`insert into notes values (1, pg_current_xact_id()::text)`] }
      },
    )
    expect(await database.sql`select text from notes`).toMatchObject([{ text: transactions[0] }])
  })

  it('keeps nothing when one of the statements is refused, and names that one', async () => {
    const writing = database.twoSteps(
      async () => undefined,
      (tx) => ({ statements: [note(tx, 1), note(tx, 1), note(tx, 2)] }),
    )
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    await expect(writing.catch(isRolledBack)).resolves.toBe(true)
    expect(await notes()).toEqual([])
  })

  it('keeps nothing when the decision throws', async () => {
    const writing = database.twoSteps(
      (tx) => note(tx, 1),
      () => {
        throw new Error('undecided')
      },
    )
    await expect(writing).rejects.toThrow('undecided')
    expect(await notes()).toEqual([])
  })

  it('a connection lost between the steps writes nothing, not over another connection either', async () => {
    for (let round = 0; round < 20; round++) {
      const writing = database.twoSteps(
        async (tx) => {
          const pid = await backend(tx)
          await database.sql`select pg_terminate_backend(${pid})`
          // Long enough for the end of the connection to be heard and for others to take its place.
          await Promise.all(Array.from({ length: 20 }, () => database.sql`select pg_sleep(0.005)`))
        },
        (tx) => ({ statements: [note(tx, round)] }),
      )
      await expect(writing).rejects.toThrow()
    }
    expect(await notes()).toEqual([])
  })

  it('forgets nobody who waits for a connection, however often all of them end', async () => {
    const crowded = openDatabase({ url, connectionsMax: 3, applicationName: 'crowded' })
    onTestFinished(() => crowded.close())
    let ending = true
    const busy = (work: () => Promise<unknown>) => async (): Promise<void> => {
      while (ending) await work().catch(() => {})
    }
    const reading = busy(() => crowded.sql`select 1`)
    const stepping = busy(() =>
      crowded.twoSteps(
        (tx) => tx`select 1`,
        (tx) => ({ statements: [tx`select 2`] }),
      ),
    )
    const workers = [reading, reading, reading, stepping, stepping, stepping, stepping, stepping].map((work) => work())
    for (let round = 0; round < 40; round++) {
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'crowded'`
      await database.sql`select pg_sleep(0.02)`
    }
    ending = false
    // One that was forgotten would never come to its end.
    await Promise.all(workers)
  })

  it('leaves its connection usable, whatever happened', async () => {
    for (let round = 0; round < 100; round++) {
      await database
        .twoSteps(
          async () => undefined,
          (tx) => ({ statements: round % 2 === 0 ? [note(tx, round)] : [tx`select 1 / 0`] }),
        )
        .catch(() => {})
    }
    expect(await notes()).toHaveLength(50)
  })

  it('goes on with the same connection after a refusal, and prepares what PostgreSQL has read past', async () => {
    const single = openDatabase({ url, connectionsMax: 1 })
    onTestFinished(() => single.close())
    const pids = new Set<number>()
    const step = (refused: boolean) =>
      single.twoSteps(
        async (tx) => void pids.add(await backend(tx)),
        // The second one is new to the connection when the first is refused before it.
        (tx) => ({
          statements: [
            refused ? tx`select 1 / 0` : tx`select 1`,
            tx`insert into notes values (${9}, 'new to this connection')`,
            note(tx, 10),
          ],
        }),
      )
    await expect(step(true)).rejects.toMatchObject({ code: '22012' })
    expect(await notes()).toEqual([])
    await step(false)
    expect(await notes()).toEqual([9, 10])
    expect(pids.size).toBe(1)
  })
})

describe('statements that are made when the first ones have left', () => {
  const nothing = async () => undefined

  it('are written behind them', async () => {
    await database.twoSteps(nothing, (tx) => ({
      statements: [note(tx, 1)],
      further: () => [tx`insert into notes select max(id) + 1, 'kept' from notes`, note(tx, 3)],
    }))
    expect(await notes()).toEqual([1, 2, 3])
  })

  it('keep nothing when one of either is refused, and its connection goes on', async () => {
    const single = openDatabase({ url, connectionsMax: 1 })
    onTestFinished(() => single.close())
    for (const [first, second] of [
      [7, 7, 8],
      [7, 8, 8],
    ].map((ids) => [ids.slice(0, 2), ids.slice(2)] as const)) {
      const writing = single.twoSteps(nothing, (tx) => ({
        statements: first.map((id) => note(tx, id)),
        further: () => second.map((id) => note(tx, id)),
      }))
      await expect(writing).rejects.toMatchObject({ code: '23505' })
      await expect(writing.catch(isRolledBack)).resolves.toBe(true)
    }
    expect(await notes()).toEqual([])
    await single.twoSteps(nothing, (tx) => ({ statements: [note(tx, 7)], further: () => [note(tx, 8)] }))
    expect(await notes()).toEqual([7, 8])
  })

  it('keep nothing of the first ones when they cannot be made, and their connection goes on', async () => {
    const single = openDatabase({ url, connectionsMax: 1 })
    onTestFinished(() => single.close())
    const pids = new Set<number>()
    for (const id of [1, 2, 3]) {
      const writing = single.twoSteps(
        async (tx) => void pids.add(await backend(tx)),
        (tx) => ({
          statements: [note(tx, id)],
          further() {
            throw new Error('not made')
          },
        }),
      )
      await expect(writing).rejects.toThrow('not made')
    }
    expect(await notes()).toEqual([])
    expect(pids.size).toBe(1)
  })

  it('have their first ones under way before they are made', async () => {
    let isThere = false
    await database.twoSteps(nothing, (tx) => ({
      statements: [tx`select pg_advisory_xact_lock(4711)`],
      further() {
        // Seen from another process: in this one no turn of the event loop comes before they are made.
        const seen = spawnSync(process.execPath, ['--input-type=module', '--eval', LOOK, url], { encoding: 'utf8' })
        isThere = seen.stdout.trim() === '1'
        return []
      },
    }))
    expect(isThere).toBe(true)
  })
})

describe('statements that go out with `commit`', () => {
  it('are written after everything else, in their order', async () => {
    await database.transaction(async (tx) => {
      tx.beforeCommit(async (withCommit) => {
        withCommit.push(tx`insert into notes select max(id) + 1, 'kept' from notes`)
        withCommit.push(tx`insert into notes select max(id) + 1, 'kept' from notes`)
      })
      await note(tx, 1)
    })
    expect(await notes()).toEqual([1, 2, 3])
  })

  it('are made before those of the last work, which leaves nothing to be done before it', async () => {
    const writing = database.transaction(async (tx) => {
      tx.lastBeforeCommit(async (withCommit) => {
        withCommit.push(note(tx, 2))
        tx.beforeCommit(async () => note(tx, 3))
      })
      tx.beforeCommit(async (withCommit) => void withCommit.push(note(tx, 1)))
    })
    await expect(writing).rejects.toThrow('leaves nothing to be done before it')
    expect(await notes()).toEqual([])
  })

  it('keep nothing of the transaction when one of them is refused', async () => {
    const writing = database.transaction(async (tx) => {
      tx.beforeCommit(async (withCommit) => void withCommit.push(note(tx, 1), note(tx, 3)))
      await note(tx, 1)
      return 'done'
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    await expect(writing.catch(isRolledBack)).resolves.toBe(true)
    expect(await notes()).toEqual([])
    await database.transaction((tx) => note(tx, 2))
    expect(await notes()).toEqual([2])
  })
})

describe('a statement of a transaction that nobody waits for', () => {
  it('fails it with its own error where nothing follows', async () => {
    const writing = database.transaction(async (tx) => {
      await note(tx, 1)
      note(tx, 1).execute()
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    expect(await notes()).toEqual([])
  })

  it('fails it with its own error where others follow, in the same write or a later one', async () => {
    const writing = database.transaction(async (tx) => {
      await note(tx, 1)
      note(tx, 1).execute()
      await note(tx, 2)
    })
    await expect(writing).rejects.toMatchObject({ code: '23505' })
    const later = database.transaction(async (tx) => {
      await note(tx, 1)
      note(tx, 1).execute()
      await new Promise((resolve) => setImmediate(resolve))
      await note(tx, 2)
    })
    await expect(later).rejects.toMatchObject({ code: '23505' })
    await expect(later.catch(isRolledBack)).resolves.toBe(true)
    expect(await notes()).toEqual([])
  })
})
