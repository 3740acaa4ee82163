import { describe, expect, it } from 'vitest'
import { FORMATS, parseUrl } from './formats.ts'

const takes = (format: string, text: string): boolean | undefined => FORMATS[format]?.test(text)

describe('e-mail addresses', () => {
  it.each([
    'name@example.com',
    'first.last+tag@mail.example.co.uk',
    "o'brien@example.com",
    'a@b.co',
    '1@2.example',
    'x_y-z@a-b.example',
    'jürgen@bücher.example',
    'name@xn--bcher-kva.example',
    `${'a'.repeat(64)}@example.com`,
    `name@${'d'.repeat(63)}.com`,
  ])('%s is one', (text) => {
    expect(takes('email', text)).toBe(true)
  })

  it.each([
    '',
    'name',
    'name@',
    '@example.com',
    'name@example',
    'name@localhost',
    'name@@example.com',
    'a@b@example.com',
    'na me@example.com',
    'name@exam ple.com',
    ' name@example.com',
    'name@example.com ',
    'name@example.com\n',
    'name\0@example.com',
    'name\r\nBcc: x@example.com',
    'name@example..com',
    'name@.example.com',
    'name@example.com.',
    'name@-example.com',
    'name@example-.com',
    'name@example.c',
    'name@[127.0.0.1]',
    '\u212Aate@example.com',
    '\uFF41lice@example.com',
    'o\uFB03ce@example.com',
    'jose\u0301@example.com',
    'Name <name@example.com>',
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    '"name"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `name@${'d'.repeat(64)}.com`,
    `name@${'d.'.repeat(124)}example`,
  ])('%j is none', (text) => {
    expect(takes('email', text)).toBe(false)
  })
})

describe('dates and times', () => {
  it.each([
    '2026-11-15T01:12:00.000Z',
    '2026-11-15T01:12:00Z',
    '2026-11-15T01:12:00.1Z',
    '2026-11-15T01:12:00.123456789Z',
    '2026-11-15T01:12:00+05:30',
    '2026-11-15T01:12:00-08:00',
    '2026-11-15t01:12:00z',
    '2024-02-29T00:00:00Z',
    '2000-02-29T23:59:59Z',
  ])('%s is one', (text) => {
    expect(takes('date-time', text)).toBe(true)
  })

  it.each([
    '',
    'now',
    '2026-11-15',
    '2026-11-15T01:12Z',
    '2026-11-15T01:12:00',
    '2026-11-15 01:12:00Z',
    '2026-11-15T01:12:00.Z',
    '2026-11-15T01:12:00.1234567890Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-11-15T25:00:00Z',
    '2026-11-15T01:60:00Z',
    '2026-11-15T01:12:60Z',
    '2026-11-15T01:12:00+25:00',
    '2026-11-15T01:12:00+0530',
    '0000-01-01T00:00:00Z',
    '12026-01-01T00:00:00Z',
    '-2026-01-01T00:00:00Z',
    ' 2026-11-15T01:12:00Z',
    '2026-11-15T01:12:00Z\n',
    '1794705120',
    'Sun, 15 Nov 2026 01:12:00 GMT',
  ])('%j is none', (text) => {
    expect(takes('date-time', text)).toBe(false)
  })
})

describe('URLs', () => {
  it.each([
    'https://example.com',
    'https://example.com/hooks?a=1&b=%20#part',
    'http://localhost:3000/hook',
    'http://127.0.0.1:8080',
    'http://[::1]:3000/hook',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com/name@host',
    'https://bücher.example/ü',
  ])('%s is one', (text) => {
    expect(takes('uri', text)).toBe(true)
    expect(parseUrl(text)).toBeInstanceOf(URL)
  })

  it.each(['https://user@example.com/', 'https://user:secret@example.com/', 'https://:secret@example.com/'])(
    '%s is refused for its credentials',
    (text) => {
      expect(takes('uri', text)).toBe(false)
    },
  )

  it.each([
    '',
    'example.com',
    '/hooks',
    '//example.com',
    'https://',
    'https://exa mple.com',
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    'https://example.com/\0',
    'https://example.com:99999',
    'https://example.com\\@127.0.0.1/',
    'https://example.com/a\\b',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'postgres://localhost/db',
  ])('%j is none', (text) => {
    expect(takes('uri', text)).toBe(false)
  })
})
