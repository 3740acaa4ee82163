import { expect, it } from 'vitest'
import { isLargePage, serializeLargePage } from './large-pages.ts'

const ENTRIES = 1_003
const entry = (nth: number) => ({ id: `pay_${nth}`, description: `"data":[] “é” ${nth}`, data: [] })
const page = {
  data: Array.from({ length: ENTRIES }, (_, nth) => entry(nth)),
  pagination: { page: 1, page_size: ENTRIES, total: ENTRIES },
}

it('a large page reads as if it were serialized at once', async () => {
  const bytes = await serializeLargePage(page, JSON.stringify)
  expect(JSON.parse(bytes.toString())).toEqual(page)
  expect(bytes.toString()).toBe(JSON.stringify(page))
})

it('no more than a few entries are serialized together, however large the page is', async () => {
  const sizes: number[] = []
  await serializeLargePage(page, (some) => {
    sizes.push(some.data.length)
    return JSON.stringify(some)
  })
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(ENTRIES)
})

it('other requests have their turn before a large page is whole', async () => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await serializeLargePage(page, (some) => {
    const until = performance.now() + 1
    while (performance.now() < until);
    return JSON.stringify(some)
  })
  isOver = true
  expect(turns).toBeGreaterThan(3)
})

it.each([
  ['a page of few entries', { ...page, data: page.data.slice(0, 10) }],
  ['a resource', { id: 'pay_1', data: 'text' }],
  ['bytes', Buffer.from('x')],
  ['nothing', undefined],
  ['null', null],
])('%s is no large page', (_name, payload) => {
  expect(isLargePage(payload)).toBe(false)
})
