import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AchFault, describeAch, readAch } from './index.ts'

const DATA = join(import.meta.dirname, '../../../../test/data/ach')
const sample = (name: string): string => readFileSync(join(DATA, name), 'latin1')
const names = readdirSync(DATA).filter((name) => name.endsWith('.ach'))

/** The reason for which a file is refused, whether all of it or one entry. */
function refusal(text: string): AchFault | undefined {
  try {
    return readAch(text).broken[0]?.fault
  } catch (error) {
    if (error instanceof AchFault) return error
    throw error
  }
}

const edit = (text: string, line: number, from: number, to: string): string => {
  const lines = text.split('\n')
  const old = (lines[line - 1] ?? '').padEnd(94)
  lines[line - 1] = old.slice(0, from - 1) + to + old.slice(from - 1 + to.length)
  return lines.join('\n')
}

describe('files written by others', () => {
  const refused = names.filter((name) => name.includes('nvalid'))
  const crashing = names.filter((name) => name.startsWith('crash-'))
  const read = names.filter((name) => !refused.includes(name) && !crashing.includes(name))

  it.each(read)('%s is read', (name) => {
    const { file, broken } = readAch(readFileSync(join(DATA, name)))
    expect(broken).toEqual([])
    expect(file.batches.length).toBeGreaterThan(0)
    expect(describeAch(file).length).toBeGreaterThan(3)
  })

  it.each([
    ['20110729A-invalid.ach', 1, /file creation date must be a day/],
    ['ppd-debit-fixedLengthInvalid.ach', 1, /priority code must be `01`/],
    ['ppd-debit-invalid-entryDetail-checkDigit.ach', 3, /check digit of 231380105 must be 4/],
    ['ppd-mixedDebitCredit-invalid.ach', 1, /immediate origin must be/],
  ])('%s is refused for line %i', (name, line, reason) => {
    const fault = refusal(sample(name))
    expect(fault?.line).toBe(line)
    expect(fault?.reason).toMatch(reason)
  })

  it.each(crashing)('%s is refused without a crash', (name) => {
    expect(refusal(sample(name))?.reason).toMatch(/must begin with a file header/)
  })

  it('covers every sample', () => {
    expect([read.length, refused.length, crashing.length]).toEqual([8, 4, 3])
  })

  it('finds the return codes and the corrected data in them', () => {
    const returns = readAch(sample('return-WEB.ach')).file.batches.flatMap(({ entries }) => entries)
    expect(returns.map(({ addenda }) => addenda[0])).toMatchObject([
      { type: '99', returnCode: 'R01', originalTraceNumber: '091400600000001' },
      { type: '99', returnCode: 'R03', originalTraceNumber: '091400600000003' },
    ])
    const [change] = readAch(sample('cor-example.ach')).file.batches.flatMap(({ entries }) => entries)
    expect(change?.addenda[0]).toMatchObject({ type: '98', changeCode: 'C01', correctedData: '1918171614' })
  })
})

describe('what a file says of itself must be so', () => {
  const good = sample('ppd-debit.ach')

  it.each([
    ['the count of entries and addenda', 4, 5, '000009'],
    ['the entry hash', 4, 11, '0023138011'],
    ['the total of debits', 4, 21, '000100000001'],
    ['the total of credits', 4, 33, '000000000001'],
    ['the company identification', 4, 45, '999999999 '],
    ['the originating bank', 4, 80, '99999999'],
    ['the batch number', 4, 88, '0000002'],
    ['the service class code', 4, 2, '220'],
    ['the batch count', 5, 2, '000009'],
    ['the block count', 5, 8, '000002'],
    ['the count of entries and addenda', 5, 14, '00000002'],
    ['the entry hash', 5, 22, '0023138011'],
    ['the total of debits', 5, 32, '000000000000'],
    ['amount must be 10 digits', 3, 30, '00000x0000'],
    ['transaction code `29x`', 3, 2, '95'],
    ['record size must be `094`', 1, 35, '095'],
    ['immediate destination must be', 1, 4, ' 231380105'],
  ])('%s, in line %i', (what, line, from, to) => {
    const fault = refusal(edit(good, line, from, to))
    expect(fault?.line).toBe(line)
    if (!what.includes('29x')) expect(fault?.reason).toContain(what)
  })

  it.each([
    ['', /empty/],
    ['\n\n', /empty/],
    [good.split('\n').slice(0, 3).join('\n'), /ends without a file control/],
    [good.split('\n').slice(1).join('\n'), /must begin with a file header/],
    [`${good}\nhello`, /nothing but filler/],
    [edit(good, 3, 79, '1'), /says that addenda follow/],
    [edit(good, 3, 1, '7'), /must follow an entry/],
    [edit(good, 3, 1, '4'), /cannot stand inside a batch/],
    [edit(good, 2, 1, '6'), /cannot stand outside a batch/],
    [edit(good, 2, 51, 'ADV'), /ADV are not read/],
    [good.replace('\n5225', `\n5225${'x'.repeat(20)}`), /a record has 94 characters/],
  ])('a file with %j is refused', (text, reason) => {
    expect(refusal(text)?.message).toMatch(reason)
  })

  it('takes a file as banks send it: with carriage returns, without padding, with blank lines at the end', () => {
    const bare = good.split('\n').slice(0, 5)
    expect(refusal(bare.join('\r\n'))).toBeUndefined()
    expect(refusal(`${bare.join('\n')}\n\n \n`)).toBeUndefined()
    expect(refusal(bare.map((line) => line.padEnd(94)).join(''))).toBeUndefined()
  })

  it('sets one wrong entry aside and reads the others', () => {
    const text = edit(sample('return-WEB.ach'), 4, 4, 'X01')
    const { file, broken } = readAch(text)
    expect(broken.map(({ fault, lines }) => [fault.line, lines.length])).toEqual([[4, 2]])
    expect(file.batches.map(({ entries }) => entries.length)).toEqual([0, 1])
  })
})
