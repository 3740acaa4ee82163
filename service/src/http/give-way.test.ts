import { describe, expect, it } from 'vitest'
import { countArrival, givingWay, pauseAfter } from './give-way.ts'

describe('the pause after a piece of a file', () => {
  it('is none while nobody else asks', () => {
    expect(pauseAfter(40, 0)).toBe(0)
  })

  it('leaves three quarters of the time to others, however many they are', () => {
    expect(pauseAfter(40, 1)).toBe(120)
    expect(pauseAfter(40, 900)).toBe(120)
  })

  it('is never so long that a file seems to stand still', () => {
    expect(pauseAfter(60_000, 1)).toBe(1_000)
  })
})

describe('giving way', () => {
  it('hands every piece on, in order, with and without others', async () => {
    async function* pieces() {
      yield 'a'
      countArrival()
      yield 'b'
      yield 'c'
    }
    const handed: string[] = []
    for await (const piece of givingWay(pieces())) handed.push(piece)
    expect(handed).toEqual(['a', 'b', 'c'])
  })

  it('passes on that the receiver left', async () => {
    let isClosed = false
    async function* pieces() {
      try {
        yield 'a'
        yield 'b'
      } finally {
        isClosed = true
      }
    }
    for await (const _ of givingWay(pieces())) break
    expect(isClosed).toBe(true)
  })
})
