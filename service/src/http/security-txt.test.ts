import { expect, it } from 'vitest'
import { securityTxt } from './security-txt.ts'

const NOW = new Date('2026-11-16T02:03:04.005Z')

/** Every field, by its name in small letters, as RFC 9116 has them read. */
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, name = '', value = ''] = /^([A-Za-z-]+): (\S.*)$/.exec(line) ?? []
        return [name.toLowerCase(), value]
      }),
  )

it('names the contact that the operator set, and where the text itself belongs', () => {
  const text = securityTxt({ contact: 'https://example.com/report', root: () => 'https://pay.example.com' }, NOW)
  expect(fieldsOf(text)).toEqual({
    contact: 'https://example.com/report',
    expires: '2027-05-15T00:00:00.000Z',
    'preferred-languages': 'en',
    canonical: 'https://pay.example.com/.well-known/security.txt',
  })
})

it('names the mailbox that every domain has, when none is set', () => {
  const text = securityTxt({ contact: undefined, root: () => 'http://localhost:4000' }, NOW)
  expect(fieldsOf(text).contact).toBe('mailto:security@localhost')
  expect(text).not.toContain('Canonical')
})

it('is good for less than a year from whenever it is fetched', () => {
  for (const day of ['2026-01-01T00:00:00Z', '2027-12-31T23:59:59Z']) {
    const { expires = '' } = fieldsOf(
      securityTxt({ contact: undefined, root: () => 'http://localhost' }, new Date(day)),
    )
    const days = (Date.parse(expires) - Date.parse(day)) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
  }
})
