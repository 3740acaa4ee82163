import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, PAGE_MAX, PAGE_SIZE_MAX, positionsOfPage } from './pages.ts'

describe('positionsOfPage', () => {
  it('the first page holds the newest positions', () => {
    expect(positionsOfPage({ page: 1, pageSize: 10 }, 25)).toEqual({ from: 16, to: 25 })
  })

  it('the last page holds what is left', () => {
    expect(positionsOfPage({ page: 3, pageSize: 10 }, 25)).toEqual({ from: 1, to: 5 })
  })

  it('a page past the end and a page of an empty list hold nothing', () => {
    expect(positionsOfPage({ page: 4, pageSize: 10 }, 25)).toBeUndefined()
    expect(positionsOfPage({ page: 3, pageSize: 10 }, 20)).toBeUndefined()
    expect(positionsOfPage({ page: 1, pageSize: 10 }, 0)).toBeUndefined()
  })

  it('the pages hold every position once, newest first, and no page but the last is short', () => {
    fc.assert(
      fc.property(fc.nat({ max: 3_000 }), fc.integer({ min: 1, max: PAGE_SIZE_MAX }), (total, pageSize) => {
        const pages = Math.ceil(total / pageSize)
        const seen: number[] = []
        for (let page = 1; page <= pages; page++) {
          const range = positionsOfPage({ page, pageSize }, total)
          if (!range) throw new Error(`page ${page} of ${pages} is empty`)
          if (page < pages) expect(range.to - range.from + 1).toBe(pageSize)
          for (let position = range.to; position >= range.from; position--) seen.push(position)
        }
        expect(seen).toEqual(Array.from({ length: total }, (_, index) => total - index))
        expect(positionsOfPage({ page: pages + 1, pageSize }, total)).toBeUndefined()
      }),
    )
  })

  it('the largest page of the largest size is computed without losing digits', () => {
    expect(Number.isSafeInteger(PAGE_MAX * PAGE_SIZE_MAX)).toBe(true)
    expect(positionsOfPage({ page: PAGE_MAX, pageSize: PAGE_SIZE_MAX }, PAGE_MAX * PAGE_SIZE_MAX)).toEqual({
      from: 1,
      to: PAGE_SIZE_MAX,
    })
  })
})

describe('a cursor', () => {
  const place = fc.nat({ max: 999_999_999_999_999 })
  const cursors = fc.record({ position: place, page: place, matched: place, skip: place })

  it('is read back as it was written, with the same binding only', () => {
    fc.assert(
      fc.property(cursors, (cursor) => {
        const text = encodeCursor(cursor, 'abcdefgh12345678')
        expect(text).toMatch(/^[\w-]{1,200}$/)
        expect(decodeCursor(text, 'abcdefgh12345678')).toEqual(cursor)
        expect(decodeCursor(text, 'abcdefgh12345679')).toBeUndefined()
      }),
    )
  })

  it('is nothing but what was written', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(decodeCursor(text, 'abcdefgh12345678')).toBeUndefined()
      }),
    )
    const tampered = Buffer.from('abcdefgh12345678 1 -2 3 4').toString('base64url')
    expect(decodeCursor(tampered, 'abcdefgh12345678')).toBeUndefined()
  })
})
