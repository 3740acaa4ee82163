import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countMembers, hasMorePartsThan } from './json-text.ts'

/** Lists, objects, and each value in them after the first. */
const partsOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce((sum: number, one) => sum + partsOf(one), Math.max(1, inner.length))
}

const membersOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, one) => sum + membersOf(one), own)
}

describe('the parts of a text', () => {
  it('are its lists, objects and values, whatever stands in its strings', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const bytes = Buffer.from(JSON.stringify(value))
        const parts = partsOf(value)
        expect(hasMorePartsThan(bytes, { max: parts })).toBe(false)
        if (parts > 0) expect(hasMorePartsThan(bytes, { max: parts - 1 })).toBe(true)
      }),
    )
    expect(hasMorePartsThan(Buffer.from('["[{:", "\\\\", "\\"[[[,,"]'), { max: 3 })).toBe(false)
  })

  it('may be more with each entry of the list that is taken entry by entry, up to so many entries', () => {
    const body = (entries: number, parts: number): Buffer =>
      Buffer.from(JSON.stringify({ list: Array(entries).fill(Array(parts).fill(1)) }))
    const limit = { max: 10, perEntry: 100, entriesMax: 5 }
    expect(hasMorePartsThan(body(1, 100), limit)).toBe(true)
    expect(hasMorePartsThan(body(4, 90), limit)).toBe(true)
    expect(hasMorePartsThan(body(5, 80), limit)).toBe(false)
    expect(hasMorePartsThan(body(6, 90), limit)).toBe(true)
  })
})

it('the members of a text are those of its value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(countMembers(JSON.stringify(value, null, 1))).toBe(membersOf(JSON.parse(JSON.stringify(value))))
    }),
  )
})
