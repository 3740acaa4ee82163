import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { conformanceDocument, exists, readSpecification, titlesIn } from './conformance.ts'

const tables = readSpecification()

describe('the tables of the specification', () => {
  it('are here, row by row', () => {
    const counts = Object.fromEntries(tables.map(({ section, title, rows }) => [`${section} ${title}`, rows.length]))
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(211)
    expect(counts).toMatchObject({ '2.2 Account Connection': 17, '3.3 Payout': 7, '4.3 Payouts': 5, '8 Limits': 12 })
    for (const { columns, rows } of tables) for (const { cells } of rows) expect(cells).toHaveLength(columns.length)
  })

  it('are proven: each row names tests, and each of these exists', () => {
    const rows = tables.flatMap(({ section, rows }) => rows.map((row) => ({ ...row, section })))
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
    expect([...new Set(rows.flatMap(({ tests }) => tests))].filter((reference) => !exists(reference))).toEqual([])
  })

  it('stand in docs/conformance.md as they are here', () => {
    const file = join(import.meta.dirname, '../../../docs/conformance.md')
    expect(readFileSync(file, 'utf8'), 'run `node scripts/conformance.mjs`').toBe(conformanceDocument(tables))
  })
})

it('a title is found however its test is written, and a text that names no test is none', () => {
  const source = `
describe('payouts', () => {
  it.each([
    ['a', 1],
  ] as const)('%s is paid', () => {})
  it("isn't lost", () => { expect(text).toBe('no title') })
  it.each(ROWS)(\`\${status} is final\`, () => {})
})`
  expect([...titlesIn(source)]).toEqual(['payouts', '%s is paid', "isn't lost", `\${status} is final`])
})
