import { describe, expect, it } from 'vitest'
import { preferredLanguage } from './language.ts'

describe('the language that a browser asks for', () => {
  it.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['fr-CA, es;q=0.5, en;q=0.4', 'es'],
    ['en;q=0.3, es;q=0.7', 'es'],
    ['es;q=0, en', 'en'],
    ['ES', 'es'],
    ['est', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    ['es;q=abc', 'es'],
  ])('%j is %s', (header, expected) => {
    expect(preferredLanguage(header)).toBe(expected)
  })
})
