import { describe, expect, it } from 'vitest'
import { changesBetween, differs } from './changes.ts'

const row = {
  name: 'Ada' as string | null,
  at: new Date(1_000),
  digest: Buffer.from('a'),
  data: { a: 1, b: [1, 2] } as object | null,
}

describe('a row', () => {
  it.each([
    {},
    { name: 'Ada' },
    { at: new Date(1_000) },
    { digest: Buffer.from('a') },
    { data: { b: [1, 2], a: 1 } },
    { ...row },
  ])('does not differ by %o', (changes) => expect(differs(row, changes)).toBe(false))

  it.each([
    { name: 'ada' },
    { name: null },
    { at: new Date(1_001) },
    { digest: Buffer.from('b') },
    { data: { a: 1, b: [2, 1] } },
    { data: null },
    { name: 'Ada', data: {} },
  ])('differs by %o', (changes) => expect(differs(row, changes)).toBe(true))
})

describe('the changes between two views', () => {
  it('are the fields that differ, with null for one that is absent', () => {
    const before = { status: 'ready', destination: null, date: '2026-01-01', data: { a: 1, b: 2 }, gone: 'x' }
    const after = { status: 'sent', date: '2026-01-01', data: { b: 2, a: 1 }, code: 'R03' }
    expect(changesBetween(before, after)).toEqual({
      status: { before: 'ready', after: 'sent' },
      gone: { before: 'x', after: null },
      code: { before: null, after: 'R03' },
    })
  })
})
