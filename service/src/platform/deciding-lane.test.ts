import { beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import type { TenantId } from '../kernel/ids.ts'
import { type Database, isDatabaseAway, type Statement, type Tx } from './database.ts'
import { type Decided, decidingLane } from './deciding-lane.ts'
import { createLanes, type LaneKind } from './lanes.ts'

const TENANT = 1 as TenantId

let database: Database

beforeAll(async () => {
  database = connect(await cloneDatabase())
  await database.sql`create table words (word text primary key)`
})

/** Writes each word; what it is to do with the word `poison` decides what goes wrong. */
const writer = (poison: () => void) =>
  decidingLane<string, string, undefined, { outcomes: { ok: string }[]; statements: Statement[] }>(database, {
    name: 'words',
    read: async (tx) => void (await tx`select 1`),
    decide(tx, _tenant, words) {
      if (words.includes('poison')) poison()
      return { outcomes: words.map((ok) => ({ ok })), statements: words.map((word) => insert(tx, word)) }
    },
    wasCommitted: async () => false,
  })

const insert = (tx: Tx, word: string) => tx`insert into words values (${word})`

const write = (poison: () => void, words: readonly string[]): Promise<string[]> => submit(writer(poison), words)

const submit = async (kind: LaneKind<string, string>, words: readonly string[]): Promise<string[]> => {
  const lanes = createLanes({ batchMax: 512, queueMax: 512, turnsMax: 1 })
  return Promise.all(
    words.map((word) => lanes.submit(kind, TENANT, word).catch((error: Error) => `failed: ${error.message}`)),
  )
}

describe('a lane that decides', () => {
  it('a request whose decision breaks fails alone: nothing of its batch was sent', async () => {
    const answers = await write(() => {
      throw new RangeError('no safe integer')
    }, ['first', 'a', 'poison', 'b'])
    expect(answers).toEqual(['first', 'a', 'failed: no safe integer', 'b'])
    expect((await database.sql`select word from words order by word`).map(({ word }) => word)).toEqual([
      'a',
      'b',
      'first',
    ])
  })

  it('a request whose last statements cannot be made fails alone, though the first ones of its batch had left', async () => {
    const kind = decidingLane<string, string, undefined, Decided<string>>(database, {
      name: 'words',
      read: async (tx) => void (await tx`select 1`),
      decide: (tx, _tenant, words) => ({
        outcomes: words.map((ok) => ({ ok })),
        statements: words.map((word) => insert(tx, word)),
        further() {
          if (words.includes('poison')) throw new RangeError('no safe integer')
          return words.map((word) => insert(tx, `${word}, further`))
        },
      }),
      wasCommitted: async () => false,
    })
    const answers = await submit(kind, ['one', 'two', 'poison', 'three'])
    expect(answers).toEqual(['one', 'two', 'failed: no safe integer', 'three'])
    const kept = await database.sql`select word from words where word ~ '^(one|two|three|poison)' order by word`
    expect(kept.map(({ word }) => word)).toEqual([
      'one',
      'one, further',
      'three',
      'three, further',
      'two',
      'two, further',
    ])
  })

  it('without a database nobody is tried one by one: all are told at once', async () => {
    let decisions = 0
    const answers = await write(() => {
      decisions++
      throw Object.assign(new Error('gone'), { code: 'CONNECTION_LOST' })
    }, ['second', 'c', 'poison', 'd'])
    expect(answers).toEqual(['second', 'failed: gone', 'failed: gone', 'failed: gone'])
    expect(decisions).toBe(1)
  })

  it('a batch of which nobody can tell whether it was committed is never run again', async () => {
    let decisions = 0
    const kind = decidingLane<string, string, undefined, { outcomes: { ok: string }[]; statements: Statement[] }>(
      database,
      {
        name: 'lost',
        read: async (tx) => void (await tx`select 1`),
        decide(tx, _tenant, words) {
          decisions++
          const isLost = words.includes('lost')
          const end = isLost ? [tx`select pg_terminate_backend(pg_backend_pid())`] : []
          return { outcomes: words.map((ok) => ({ ok })), statements: end }
        },
        // The look itself is refused by PostgreSQL, as by a lock that is not granted in time.
        wasCommitted: async (tx) => void (await tx`select 1 / 0`) === undefined,
      },
    )
    const lanes = createLanes({ batchMax: 512, queueMax: 512, turnsMax: 1 })
    const submit = (word: string) => lanes.submit(kind, TENANT, word).catch(isDatabaseAway)
    expect(await Promise.all(['third', 'e', 'lost', 'f'].map(submit))).toEqual(['third', true, true, true])
    expect(decisions).toBe(2)
  })
})
