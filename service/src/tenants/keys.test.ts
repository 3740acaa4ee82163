import { describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../kernel/environment.ts'
import { encode, environmentOfKey, hashKey, keyMark, keyPrefix, newKey } from './keys.ts'

describe('API keys', () => {
  it.each([
    ['sandbox', /^sk_sandbox_[0-9A-Za-z]{32}$/],
    ['production', /^sk_live_[0-9A-Za-z]{32}$/],
  ] as const)('a key of %s shows its environment and has 32 letters and digits', (environment, form) => {
    const key = newKey(environment)
    expect(key).toMatch(form)
    expect(key.startsWith(keyMark(environment))).toBe(true)
    expect(environmentOfKey(key)).toBe(environment)
  })

  it('no two keys are the same', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newKey('sandbox'))).size).toBe(1_000)
  })

  it.each(['', 'sk_', 'sk_test_abc', 'SK_LIVE_abc', ' sk_live_abc', 'live'])('%j is of no environment', (key) => {
    expect(environmentOfKey(key)).toBeUndefined()
  })

  it.each(ENVIRONMENTS)('of a key of %s only four secret characters are shown afterwards', (environment) => {
    const key = newKey(environment)
    const prefix = keyPrefix(key)
    expect(prefix).toHaveLength(keyMark(environment).length + 4)
    expect(key.startsWith(prefix)).toBe(true)
  })

  it.each([
    ['sk_sandbox_abcd', 'sk_sandbox_a'],
    ['sk_sandbox_quickstart', 'sk_sandbox_qui'],
    ['sk_sandbox_ab', 'sk_sandbox_'],
  ])('of a short key such as %s at most a third of the secret is shown', (key, prefix) => {
    expect(keyPrefix(key)).toBe(prefix)
  })

  it('a key is stored as a hash that is always the same and does not hold it', () => {
    const key = newKey('sandbox')
    expect(hashKey(key)).toHaveLength(32)
    expect(hashKey(key).equals(hashKey(key))).toBe(true)
    expect(hashKey(key).equals(hashKey(`${key} `))).toBe(false)
    expect(hashKey(key).includes(key)).toBe(false)
  })
})

describe('encode', () => {
  it('the same bytes make the same text, a character for every two bytes', () => {
    expect(encode(Buffer.from([0, 0, 0, 9, 0, 10, 0, 61, 0, 62]))).toBe('09Az0')
  })

  it('every letter and digit can come', () => {
    const bytes = Buffer.alloc(62 * 2)
    for (let index = 0; index < 62; index++) bytes.writeUInt16BE(index, index * 2)
    expect(new Set(encode(bytes)).size).toBe(62)
  })
})
