import { expect, it } from 'vitest'
import { mapInSlices } from './slices.ts'

const busy = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('long work is done in order, and others have their turn in between', async () => {
  let turns = 0
  let over = false
  const count = (): void => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const items = Array.from({ length: 20 }, (_, nth) => nth)
  const mapped = await mapInSlices(items, (nth) => {
    busy(4)
    return nth * 2
  })
  over = true
  expect(mapped).toEqual(items.map((nth) => nth * 2))
  expect(turns).toBeGreaterThan(3)
})
