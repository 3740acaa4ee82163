import { afterEach, describe, expect, it, vi } from 'vitest'
import { isId, type Kind, newId, PREFIXES } from './ids.ts'

const KINDS = Object.keys(PREFIXES) as Kind[]

afterEach(() => {
  vi.useRealTimers()
})

describe('newId', () => {
  it.each(KINDS)('an id of kind %s has its prefix and 26 unmistakable characters', (kind) => {
    expect(newId(kind)).toMatch(new RegExp(`^${PREFIXES[kind]}_[0-9a-hjkmnp-tv-z]{26}$`))
  })

  it('no two ids are the same', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('request'))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('a later id sorts after an earlier one', () => {
    vi.useFakeTimers()
    const times = [0, 1, 31, 32, 1_023, 1_024, 1_700_000_000_000, 1_800_000_000_000, 4_000_000_000_000]
    const ids = times.map((time) => {
      vi.setSystemTime(time)
      return newId('webhook')
    })
    expect(ids.toSorted()).toEqual(ids)
  })
})

describe('isId', () => {
  it.each(KINDS)('a new id of kind %s is one of that kind only', (kind) => {
    expect(KINDS.filter((other) => isId(other, newId(kind)))).toEqual([kind])
  })

  it.each([
    '',
    'wh',
    'wh_',
    'wh01',
    'req_01kk3v9x2qf8m6t4w0c5n7d1ha',
    'WH_01kk3v9x2qf8m6t4w0c5n7d1ha',
    'wh_01KK3V9X',
    ' wh_01',
    'wh_01\n',
    'wh_0\0',
    "wh_0'--",
    'wh_ü',
    'wh_01_02',
    `wh_${'0'.repeat(62)}`,
  ])('%j is no id of a webhook', (text) => {
    expect(isId('webhook', text)).toBe(false)
  })
})
