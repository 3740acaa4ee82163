import { describe, expect, it } from 'vitest'
import { createKeyGuesses } from './key-guesses.ts'

const guesses = (perMinute: number) => {
  let now = 0
  const made = createKeyGuesses(perMinute, () => now)
  const wait = (ms: number): void => {
    now += ms
  }
  return { ...made, wait }
}

describe('guesses at API keys', () => {
  it('are refused from the limit on, for the rest of the minute, and told once', () => {
    const { refuse, count, wait } = guesses(3)
    expect([count('a'), count('a')]).toEqual([false, false])
    expect(() => refuse('a')).not.toThrow()
    expect([count('a'), count('a')]).toEqual([true, false])
    wait(20_000)
    expect(() => refuse('a')).toThrow('wait 40 seconds')
    wait(40_000)
    expect(() => refuse('a')).not.toThrow()
    expect([count('a'), count('a')]).toEqual([false, false])
  })

  it('of one address are not held against another', () => {
    const { refuse, count } = guesses(1)
    count('a')
    expect(() => refuse('a')).toThrow('Too many API keys')
    expect(() => refuse('b')).not.toThrow()
  })

  it('from ever new addresses do not fill the memory: the oldest is forgotten', () => {
    const { refuse, count } = guesses(1)
    for (let nth = 0; nth <= 10_000; nth++) count(`address ${nth}`)
    expect(() => refuse('address 0')).not.toThrow()
    expect(() => refuse('address 1')).toThrow('Too many')
  })
})
