import fc from 'fast-check'
import { expect, it } from 'vitest'
import { List, type NumberedPage, type PositionedPage } from './lists.ts'

interface Entry {
  readonly id: string
}

const change = fc.oneof(
  fc.record({ add: fc.integer({ min: 1, max: 7 }) }),
  fc.record({ remove: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
)

it('a walk yields each entry that is there throughout once, while others are added and removed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 30 }),
      async (count, page_size, changes) => {
        let next = 0
        const made = (): Entry => ({ id: `e${next++}` })
        let entries = Array.from({ length: count }, made).reverse()
        const atStart = new Set(entries.map(({ id }) => id))
        const removed = new Set<string>()
        let reads = 0
        const list = new List<Entry, NumberedPage<Entry>>(
          async ({ page = 1 }) => {
            for (const one of reads === 0 ? [] : (changes[reads - 1] ?? [])) {
              if ('add' in one)
                entries = [...Array.from({ length: Math.min(one.add, page_size) }, made).reverse(), ...entries]
              else {
                const [gone] = entries.splice(Math.floor(one.remove * entries.length), 1)
                if (gone) removed.add(gone.id)
              }
            }
            reads++
            const from = (Number(page) - 1) * page_size
            const data = entries.slice(from, from + page_size)
            return { data, pagination: { page: Number(page), page_size, total: entries.length } }
          },
          { page_size },
        )
        const found = (await list.toArray()).map(({ id }) => id)
        expect(new Set(found).size).toBe(found.length)
        for (const id of atStart) if (!removed.has(id)) expect(found).toContain(id)
      },
    ),
    { numRuns: 500 },
  )
})

it('a log is walked by position, from where the caller wants', async () => {
  const asked: unknown[] = []
  const list = new List<Entry, PositionedPage<Entry>>(
    async (query) => {
      asked.push(query.after)
      const after = Number(query.after ?? 0)
      const data = Array.from({ length: Math.min(2, 5 - after) }, (_, nth) => ({ id: `evt_${after + nth + 1}` }))
      return { data, pagination: { page_size: 2, next_after: after + data.length, has_more: after + data.length < 5 } }
    },
    { after: 1 },
  )
  expect((await list.toArray()).map(({ id }) => id)).toEqual(['evt_2', 'evt_3', 'evt_4', 'evt_5'])
  expect(asked).toEqual([1, 3])
})

it('a list that is awaited is one page, and one that is cut short reads no further', async () => {
  let reads = 0
  const list = new List<Entry, NumberedPage<Entry>>(async ({ page = 1, page_size = 10 }) => {
    reads++
    const data = Array.from({ length: Number(page_size) }, (_, nth) => ({ id: `${page}-${nth}` }))
    return { data, pagination: { page: Number(page), page_size: Number(page_size), total: 1_000 } }
  }, {})
  expect((await list).data).toHaveLength(10)
  expect(await list.toArray(150)).toHaveLength(150)
  expect(reads).toBe(3)
})
