import { describe, expect, it } from 'vitest'
import { cleanName } from './name.ts'

describe('a name', () => {
  it.each([
    ['Pat', 'Pat'],
    ["  Seán \t\n O'Brien-Smith  ", "Seán O'Brien-Smith"],
    ['山田 太郎', '山田 太郎'],
    ['a'.repeat(255), 'a'.repeat(255)],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanName(given)).toBe(kept)
  })

  it.each([
    [''],
    ['   '],
    ['a'.repeat(256)],
    [{ a: 1 }],
    [7],
    [null],
    [undefined],
    ['Demo Admin <admin@demo.example>'],
    ['Pat\u0000'],
    ['Pat\u202egro.live'],
    ['Pat\u200b'],
  ])('%j is refused', (given) => {
    expect(() => cleanName(given)).toThrow(/^`name` must/)
  })
})
