import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { groupedRead } from './grouped-read.ts'

const one = 1 as TenantId
const other = 2 as TenantId

interface Query {
  readonly tenant: TenantId
  readonly ids: readonly string[]
  answer(): void
  fail(error: Error): void
}

/** A reader whose queries are answered when the test says so. */
function reader() {
  const queries: Query[] = []
  const read = groupedRead<{ id: string; nth: number }>((tenant, ids) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ id: string; nth: number }[]>()
    const nth = queries.length
    const answer = () => resolve(ids.filter((id) => id !== 'absent').map((id) => ({ id, nth })))
    queries.push({ tenant, ids, answer, fail: reject })
    return promise
  })
  return { queries, read }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('reads by id at the same time', () => {
  it('are one query, each id once, and each caller gets its own row', async () => {
    const { queries, read } = reader()
    const rows = Promise.all([read(one, 'a'), read(one, 'b'), read(one, 'a'), read(one, 'absent')])
    await turn()
    expect(queries.map(({ ids }) => ids)).toEqual([['a', 'b', 'absent']])
    queries[0]?.answer()
    expect((await rows).map((row) => row?.id)).toEqual(['a', 'b', 'a', undefined])
  })

  it('of two tenants are two queries', async () => {
    const { queries, read } = reader()
    void read(one, 'a')
    void read(other, 'a')
    await turn()
    expect(queries.map(({ tenant, ids }) => [tenant, ids])).toEqual([
      [one, ['a']],
      [other, ['a']],
    ])
  })

  it('never join a query that has started: a caller sees what was committed before it asked', async () => {
    const { queries, read } = reader()
    const first = read(one, 'a')
    await turn()
    const second = read(one, 'a')
    await turn()
    expect(queries).toHaveLength(1)
    queries[0]?.answer()
    await turn()
    expect(queries).toHaveLength(2)
    queries[1]?.answer()
    expect([await first, await second]).toEqual([
      { id: 'a', nth: 0 },
      { id: 'a', nth: 1 },
    ])
  })

  it('go along with the next query when they come in the turn in which the one before is answered', async () => {
    const { queries, read } = reader()
    const first = read(one, 'a')
    await turn()
    const waiting = read(one, 'b')
    queries[0]?.answer()
    // Everything that follows from the answer has run, and the sockets of this turn are being read.
    await first
    for (let nth = 0; nth < 20; nth++) await Promise.resolve()
    const late = read(one, 'c')
    await turn()
    expect(queries.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']])
    queries[1]?.answer()
    expect([(await waiting)?.id, (await late)?.id]).toEqual(['b', 'c'])
  })

  it('beyond two hundred are split, and all are answered', async () => {
    const { queries, read } = reader()
    const rows = Promise.all(Array.from({ length: 450 }, (_, nth) => read(one, `id${nth}`)))
    for (let nth = 0; nth < 3; nth++) {
      await turn()
      for (const query of queries) query.answer()
    }
    expect(queries.map(({ ids }) => ids.length)).toEqual([200, 200, 50])
    expect((await rows).map((row) => row?.id)).toEqual(Array.from({ length: 450 }, (_, nth) => `id${nth}`))
  })

  it('fail together, and the next ones are read again', async () => {
    const { queries, read } = reader()
    const failed = read(one, 'a')
    await turn()
    queries[0]?.fail(new Error('away'))
    await expect(failed).rejects.toThrow('away')
    const next = read(one, 'a')
    await turn()
    queries[1]?.answer()
    expect(await next).toEqual({ id: 'a', nth: 1 })
  })
})
