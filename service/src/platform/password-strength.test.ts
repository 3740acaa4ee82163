import { describe, expect, it } from 'vitest'
import { isWeakPassword, ownWords, refuseWeakPassword } from './password-strength.ts'

const OWN = ['Patricia Pond', 'patricia.pond@acme-studios.example', 'Acme Studios']

describe('a password', () => {
  it.each([
    ['a common one', 'passwordpassword'],
    ['a common one with the usual disguise', 'P@ssw0rd1234'],
    ['a row of keys', 'qwertyuiop[]'],
    ['a sequence', 'abcdefghijklm'],
    ['a repetition', 'xyzxyzxyzxyz'],
    ["the person's name", 'patriciapond1'],
    ["the person's address", 'patricia.pond@acme-studios.example'],
    ["the enterprise's name and a year", 'AcmeStudios2026'],
    ['the name of the service', 'tributary2026'],
  ])('is weak: %s', (_what, password) => expect(isWeakPassword(password, OWN)).toBe(true))

  it.each([
    'rivers run to the sea',
    'correct horse battery',
    'kd7 Vm2-qX9 pLw',
    'größe ohne grenzen morgen',
    'canary 7 of the mine',
  ])('is strong: %s', (password) => expect(isWeakPassword(password, OWN)).toBe(false))

  it('is weak for the person whose data it is made of, and not for another', () => {
    const password = 'Zebulon Quartermain'
    expect(isWeakPassword(password, [])).toBe(false)
    expect(isWeakPassword(password, ['Zebulon Quartermain'])).toBe(true)
  })

  it('names its field when it is refused', () => {
    expect(() => refuseWeakPassword('passwordpassword', [], 'newPassword')).toThrowError(
      expect.objectContaining({
        details: expect.objectContaining({
          errors: [expect.objectContaining({ param: 'newPassword', code: 'too_weak' })],
        }),
      }),
    )
  })

  it('of any length is judged by its beginning, and by all of the own data in it', () => {
    expect(isWeakPassword('a'.repeat(200), [])).toBe(true)
    const email = `${'zu8kq2wx9vb4nm7'.repeat(4)}@example.com`
    expect(isWeakPassword(email, [])).toBe(false)
    expect(isWeakPassword(email, [email])).toBe(true)
  })
})

describe('own words', () => {
  it('are the whole and its parts, without short ones, and few', () => {
    expect(ownWords(['Ann Lee', 'ann@x.example'])).toEqual(['ann lee', 'ann', 'lee', 'ann@x.example', 'example'])
    expect(ownWords([Array.from({ length: 100 }, (_, nth) => `word${nth}`).join(' ')])).toHaveLength(20)
  })
})
