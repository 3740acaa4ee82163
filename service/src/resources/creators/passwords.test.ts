import { describe, expect, it } from 'vitest'
import { maskMobile, normalizeMobile } from './model.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

describe('passwords', () => {
  it('match themselves alone, salted each time, however they are composed', async () => {
    const [one, two] = await Promise.all([hashPassword('pass wörd 10'), hashPassword('pass wörd 10')])
    expect(one).not.toBe(two)
    expect(await passwordMatches('pass wörd 10'.normalize('NFD'), one)).toBe(true)
    expect(await passwordMatches('pass wörd 11', one)).toBe(false)
    expect(await passwordMatches('', one)).toBe(false)
  })

  it('of nobody match nothing', async () => {
    for (const stored of [null, undefined]) expect(await passwordMatches('', stored)).toBe(false)
  })

  it('stretched with other parameters still match', async () => {
    const { scryptSync } = await import('node:crypto')
    const salt = Buffer.alloc(16, 1)
    const hash = scryptSync('older password', salt, 32, { N: 1024, r: 8, p: 1 })
    const stored = `scrypt$10$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`
    expect(await passwordMatches('older password', stored)).toBe(true)
  })
})

describe('mobile numbers', () => {
  it.each([
    ['2025550123', '+12025550123'],
    ['(202) 555-0123', '+12025550123'],
    ['1 202.555.0123', '+12025550123'],
    ['+1 202 555 0123', '+12025550123'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('%s is %s', (text, number) => expect(normalizeMobile(text)).toBe(number))

  it.each(['', '12345', '0025550123', '202555012', '+1 055 555 0123', '2025550123x', '+0123456789', '٢٠٢٥٥٥٠١٢٣'])(
    '%j is none',
    (text) => expect(normalizeMobile(text)).toBeUndefined(),
  )

  it('show their last digits', () => expect(maskMobile('+12025550123')).toBe('••• ••• 0123'))
})
