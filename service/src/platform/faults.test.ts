import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { overTcp } from '../../test/support/embedded.ts'
import { type Database, type DatabaseOptions, isDatabaseAway, openDatabase } from './database.ts'

let url: string
let database: Database

beforeAll(async () => {
  url = await cloneDatabase()
  database = connect(url)
  await database.sql`create table notes (id integer primary key, author text not null)`
})

beforeEach(async () => {
  await database.sql`truncate notes`
})

/** A line to PostgreSQL that a test can cut or choke. */
interface Line {
  readonly url: string
  /** Each chunk of a reply goes through it on its way; null ends the connection there. */
  onReply: (chunk: Buffer) => Buffer | null
  onRequest: (chunk: Buffer) => void
}

async function openLine(): Promise<Line> {
  const socket = new URLSearchParams(url.split('?')[1]).get('host')
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const backend = connectTo(`${socket}/.s.PGSQL.5432`)
    for (const side of [client, backend]) {
      sockets.add(side)
      side.on('error', () => {})
      side.on('close', () => {
        client.destroy()
        backend.destroy()
      })
    }
    client.on('data', (chunk) => {
      line.onRequest(chunk)
      backend.write(chunk)
    })
    backend.on('data', (chunk) => {
      const passed = line.onReply(chunk)
      client.write(passed ?? chunk.subarray(0, chunk.length >> 1))
      if (passed === null) client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const side of sockets) side.destroy()
    server.close()
  })
  const line: Line = {
    url: overTcp(url, (server.address() as AddressInfo).port),
    onReply: (chunk) => chunk,
    onRequest: () => {},
  }
  return line
}

function pool(options: Partial<DatabaseOptions> & { url: string }): Database {
  const opened = openDatabase({ connectionsMax: 3, ...options })
  onTestFinished(() => opened.close())
  return opened
}

const stored = async (): Promise<Map<number, string>> =>
  new Map(
    (await database.sql<{ id: number; author: string }[]>`select id, author from notes`).map((row) => [
      row.id,
      row.author,
    ]),
  )

/** Many transactions at once, each of two notes that belong together; answers which were acknowledged. */
async function write(
  over: Database,
  transactions: number,
): Promise<{ acknowledged: Set<number>; failures: unknown[] }> {
  const acknowledged = new Set<number>()
  const failures: unknown[] = []
  const one = async (nth: number): Promise<void> => {
    const author = `author ${nth}`
    const note = (id: number) => ({ id, author })
    try {
      if (nth % 2 === 0) {
        await over.transaction(async (tx) => {
          await tx`insert into notes ${tx(note(2 * nth))}`
          await tx`insert into notes ${tx(note(2 * nth + 1))}`
        })
      } else {
        await over.twoSteps(
          (tx) => tx`select 1`,
          (tx) => ({
            statements: [tx`insert into notes ${tx(note(2 * nth))}`],
            further: () => [tx`insert into notes ${tx(note(2 * nth + 1))}`],
          }),
        )
      }
      acknowledged.add(nth)
    } catch (error) {
      failures.push(error)
    }
  }
  for (let from = 0; from < transactions; from += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, nth) => one(from + nth)))
  }
  return { acknowledged, failures }
}

/** Every acknowledged pair is there, and no pair is there by half or with another's note in it. */
async function expectWholePairs(acknowledged: ReadonlySet<number>, transactions: number): Promise<void> {
  const notes = await stored()
  for (let nth = 0; nth < transactions; nth++) {
    const pair = [notes.get(2 * nth), notes.get(2 * nth + 1)]
    const whole = [`author ${nth}`, `author ${nth}`]
    if (acknowledged.has(nth)) expect(pair).toEqual(whole)
    else expect([[undefined, undefined], whole]).toContainEqual(pair)
  }
}

describe('a connection that is lost', () => {
  it('in the middle of a reply fails what was under way on it, and nothing else', async () => {
    const line = await openLine()
    let replies = 0
    // One reply in thirteen arrives by half, and the connection ends there.
    line.onReply = (chunk) => (++replies % 13 === 0 ? null : chunk)
    const { acknowledged, failures } = await write(pool({ url: line.url }), 200)
    expect(failures.length).toBeGreaterThan(0)
    expect(acknowledged.size).toBeGreaterThan(0)
    expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([])
    await expectWholePairs(acknowledged, 200)
  })

  it('by the end of its backend, again and again under load, loses no acknowledged change and doubles none', async () => {
    const over = pool({ url, applicationName: 'ended' })
    let isWriting = true
    const ending = (async () => {
      while (isWriting) {
        await database.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'ended'`
        await database.sql`select pg_sleep(0.01)`
      }
    })()
    const { acknowledged, failures } = await write(over, 300)
    isWriting = false
    await ending
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((error) => !isDatabaseAway(error))).toEqual([])
    await expectWholePairs(acknowledged, 300)
  })
})

describe('a reply to COMMIT that never comes', () => {
  it('is noticed, leaves nobody waiting, and its connection is not used again', { timeout: 60_000 }, async () => {
    const line = await openLine()
    const over = pool({ url: line.url, connectionsMax: 1, statementTimeoutMs: 500 })
    let isSwallowing = false
    line.onRequest = (chunk) => {
      if (chunk.includes('commit')) isSwallowing = true
    }
    line.onReply = (chunk) => (isSwallowing ? Buffer.alloc(0) : chunk)
    const lost = over.transaction(async (tx) => {
      await tx`insert into notes ${tx({ id: 1, author: 'lost' })}`
    })
    await expect(lost).rejects.toSatisfy(isDatabaseAway)
    isSwallowing = false
    line.onRequest = () => {}
    await over.sql`insert into notes ${over.sql({ id: 2, author: 'next' })}`
    // Committed all the same: a caller that retries finds it there.
    expect(await stored()).toEqual(
      new Map([
        [1, 'lost'],
        [2, 'next'],
      ]),
    )
  })
})

describe('a statement', () => {
  it('that is asked for after its transaction has ended is never sent', async () => {
    let late: () => Promise<unknown> = async () => {}
    await database.transaction(async (tx) => {
      late = () => tx`insert into notes ${tx({ id: 1, author: 'late' })}`
    })
    await expect(late()).rejects.toThrow('has ended')
    expect(await stored()).toEqual(new Map())
  })

  it('that follows the end of its transaction, before the end is answered, is never sent', async () => {
    const problem = new Error('refused')
    let late: Promise<unknown> = Promise.resolve()
    const refused = database.transaction(async (tx) => {
      const slow = tx`select pg_sleep(0.05)`.then(() => {
        late = tx`insert into notes ${tx({ id: 1, author: 'late' })}`.then(
          () => 'sent',
          (error: unknown) => (error as Error).message,
        )
      })
      await Promise.all([slow, Promise.reject(problem)])
    })
    await expect(refused).rejects.toBe(problem)
    expect(await late).toMatch('has ended')
    expect(await stored()).toEqual(new Map())
  })

  it('that fails aborts its transaction, although nobody awaited it', async () => {
    const writing = database.transaction(async (tx) => {
      await tx`insert into notes ${tx({ id: 1, author: 'kept?' })}`
      tx`select 1 / 0`.execute()
    })
    await expect(writing).rejects.toMatchObject({ code: '22012' })
    expect(await stored()).toEqual(new Map())
  })

  it('that fails aborts its transaction, although its failure was caught', async () => {
    const writing = database.transaction(async (tx) => {
      await tx`insert into notes ${tx({ id: 1, author: 'kept?' })}`
      await tx`select 1 / 0`.catch(() => {})
    })
    await expect(writing).rejects.toMatchObject({ code: '22012' })
    expect(await stored()).toEqual(new Map())
  })

  it('that returns a number too large for a double is an error, and its connection goes on', async () => {
    const single = pool({ url, connectionsMax: 1 })
    await expect(single.sql`select 9007199254740993::bigint as n`).rejects.toThrow('no safe integer')
    expect(await single.sql`select 9007199254740991::bigint as n`).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
  })

  it('whose plan no longer fits its table fails once, on each connection that had it', async () => {
    const single = pool({ url, connectionsMax: 1 })
    await database.sql`create table shapes (id integer)`
    const read = () => single.sql`select id from shapes`
    await read()
    await database.sql`alter table shapes alter column id type text`
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
    expect(await read()).toEqual([])
  })
})
