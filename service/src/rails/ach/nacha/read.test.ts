import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AchFault, describeAch, readAch, writeAch } from './index.ts'

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
    const corrections = readAch(sample('cor-example.ach')).file
    expect(describeAch(corrections).join('\n')).toContain('C01 incorrect account number, corrected data ••••1614, for ')
    const [change] = corrections.batches.flatMap(({ entries }) => entries)
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
    [good.split('\n').toSpliced(2, 1).join('\n'), /batch 0000001 has no entry/],
    [edit(good, 3, 79, '1'), /says that addenda follow/],
    [edit(good, 3, 1, '7'), /must follow an entry/],
    [edit(good, 3, 1, '4'), /cannot stand inside a batch/],
    [edit(good, 2, 1, '6'), /cannot stand outside a batch/],
    [edit(good, 2, 51, 'ADV'), /280 is for the class ADV/],
    [edit(good, 2, 51, 'PPX'), /entry class `PPX` is unknown/],
    [edit(good, 2, 2, '220'), /code 27 does not go into a batch of class 220/],
    [edit(good, 3, 2, '28'), /code 28 is a prenotification's, which has no amount, but this one has 100000000 cents/],
    [edit(good, 2, 2, '201'), /service class code must be/],
    [edit(good, 3, 55, 'A\u0007B'), /individual name has a character that cannot be printed/],
    [edit(good, 3, 80, '99999999'), /has not the bank 12104288 of its batch/],
    [edit(good, 1, 24, '190230'), /file creation date must be a day/],
    [edit(good, 1, 30, '2460'), /file creation time must be/],
    [good.replace('\n5225', `\n5225${'x'.repeat(20)}`), /a record has 94 characters/],
  ])('a file with %j is refused', (text, reason) => {
    expect(refusal(text)?.message).toMatch(reason)
  })

  it('takes a file that the bank addresses to our own id, and no other id', () => {
    const ours = edit(good, 1, 4, '1212345678')
    expect(refusal(ours)?.reason).toContain('immediate destination must be')
    expect(readAch(ours, '1212345678').file.header.immediateDestination).toBe('1212345678')
    expect(readAch(edit(good, 1, 4, ' 123456789'), '123456789').file.batches.length).toBe(1)
    expect(() => readAch(ours, '1212345679')).toThrow('immediate destination must be')
  })

  it('takes a file as banks send it: with carriage returns, without padding, with blank lines at the end', () => {
    const bare = good.split('\n').slice(0, 5)
    expect(refusal(bare.join('\r\n'))).toBeUndefined()
    expect(refusal(`${bare.join('\n')}\n\n \n`)).toBeUndefined()
    expect(refusal(bare.map((line) => line.padEnd(94)).join(''))).toBeUndefined()
  })

  it('takes characters outside ASCII, one column each, in UTF-8 or one byte each', () => {
    const text = edit(good, 3, 55, 'Zoë Müller')
    for (const encoding of ['utf8', 'latin1'] as const) {
      const { file } = readAch(Buffer.from(text, encoding))
      expect(file.batches[0]?.entries[0]?.individualName).toMatch(/^Zoë Müller/)
    }
  })

  it('refuses trace numbers that do not ascend, and addenda of another entry', () => {
    const text = sample('two-micro-deposits.ach')
    expect(refusal(edit(text, 5, 80, '121042886829038'))?.message).toMatch(/^line 5: .*is not above 121042886829038/)
    expect(refusal(edit(text, 4, 88, '6829039'))?.message).toMatch(/^line 3: .*addenda 05 is for the entry 6829039/)
  })

  it.each([
    [
      'an originator status code 0 outside of ADV',
      edit(good, 2, 79, '0'),
      2,
      /originator status code 0 is for the class ADV/,
    ],
    ['a company name of blanks', edit(good, 2, 5, ' '.repeat(16)), 2, /company name must not be blanks or zeros/],
    ['a company name of zeros', edit(good, 2, 5, '0'.padEnd(16)), 2, /company name must not be blanks or zeros/],
    [
      'a company id of zeros',
      edit(good, 2, 41, '0'.repeat(10)),
      2,
      /company identification must not be blanks or zeros/,
    ],
    ['no entry description', edit(good, 2, 54, ' '.repeat(10)), 2, /company entry description must not be blanks/],
    ['an amount of zero in PPD', edit(good, 3, 30, '0'.repeat(10)), 3, /code 27 of the class PPD needs an amount/],
    [
      'a name of blanks in TEL',
      edit(edit(good, 2, 51, 'TEL'), 3, 55, ' '.repeat(22)),
      3,
      /name must not be blanks or zeros/,
    ],
    [
      'a name of zeros in TEL',
      edit(edit(good, 2, 51, 'TEL'), 3, 55, '0'.repeat(22)),
      3,
      /name must not be blanks or zeros/,
    ],
  ])('%s is refused, as the reference reader does', (_what, text, line, reason) => {
    const fault = refusal(text)
    expect(fault?.line).toBe(line)
    expect(fault?.reason).toMatch(reason)
  })

  it('a prenotification of PPD has no amount, and a name is not asked for outside of TEL', () => {
    const prenote = ['27', '28'].map((code) =>
      edit(edit(edit(edit(good, 3, 2, code), 3, 30, '0'.repeat(10)), 4, 21, '0'.repeat(12)), 5, 32, '0'.repeat(12)),
    )
    expect(prenote.map((text) => refusal(text)?.line)).toEqual([3, undefined])
    expect(refusal(edit(good, 3, 55, ' '.repeat(22)))).toBeUndefined()
  })

  it('sets one wrong entry aside and reads the others', () => {
    const text = edit(sample('return-WEB.ach'), 4, 4, 'X01')
    const { file, broken } = readAch(text)
    expect(broken.map(({ fault, lines }) => [fault.line, lines.length])).toEqual([[4, 2]])
    expect(file.batches.map(({ entries }) => entries.length)).toEqual([0, 1])
  })
})

/** A file of these records, its controls left to whoever calls. */
const fileOf = (...records: string[]): string => records.map((line) => line.padEnd(94)).join('\n')
const HEADER = '101 231380104 1210428821811130000A094101Federal Reserve Bank   My Bank Name'

describe('kinds of entries that we never write', () => {
  const adviceControl = '828000000200462760200000000000000025000000000000000000050000Company Name, Inc  121042880000001'
  const advices = fileOf(
    HEADER,
    '5280Company Name, In                    121042882 ADVAccounting      181114   0121042880000001',
    '681231380104744-5678-99    00000005000012104288211131 Name                    0011000010500001',
    '682231380104744-5678-99    00000025000012104288211139 Name                    0011000010500002',
    adviceControl,
    '90000010000010000000200462760200000000000000025000000000000000000050000',
  )

  it('reads advices: odd codes credit, even ones debit', () => {
    const { file, broken, totals } = readAch(advices)
    expect(broken).toEqual([])
    expect(totals).toMatchObject({ totalDebit: 250_000, totalCredit: 50_000 })
    expect(file.batches[0]?.entries.map(({ traceNumber }) => traceNumber)).toEqual([
      '011000010500001',
      '011000010500002',
    ])
    expect(describeAch(file).join('\n')).toContain('ADV')
  })

  it.each([
    ['681', '689', /transaction code must be from 81 to 88/],
    ['000000050000', '000000050001', /total of credits is 50000/],
    [adviceControl, '', /cannot stand inside a batch|file control/],
  ])('refuses advices with %j replaced by %j', (from, to, reason) => {
    expect(refusal(advices.replace(from, to))?.message).toMatch(reason)
  })

  const international = (changes: Readonly<Record<string, string | undefined>> = {}): string => {
    const addenda: Record<string, string | undefined> = {
      '10': 'ANN000000000000100000928383-23938          BEK Enterprises                          0000001',
      '11': 'BEK Solutions                      15 West Place Street                             0000001',
      '12': 'JacobsTown*PA\\                     US*19305\\                                        0000001',
      '13': 'Wells Fargo                        01121042882                         US           0000001',
      '14': 'Citadel Bank                       01231380104                         CA           0000001',
      '15': '9874654932139872121 Front Street                                                    0000001',
      '16': 'LetterTown*AB\\                     CA*80014\\                                        0000001',
      '17': 'This is an international payment                                                00010000001',
      '18': 'Bank of France                     01456456456987987                   FR       00010000001',
      ...changes,
    }
    const lines = Object.entries(addenda).flatMap(([type, rest]) => (rest === undefined ? [] : [`7${type}${rest}`]))
    const count = String(lines.length + 1).padStart(6, '0')
    return fileOf(
      HEADER,
      '5220                FF3               US123456789 IATTRADEPAYMTCADUSD181219   1231380100000001',
      '6221210428820007             0000100000123456789                              1231380100000001',
      ...lines,
      `8220${count}0012104288000000000000000000100000                                   231380100000001`,
      `900000100000${Math.ceil((lines.length + 5) / 10)}00${count}0012104288000000000000000000100000`,
    )
  }

  it('reads international entries with what they must and may have', () => {
    const { file, broken } = readAch(international())
    expect(broken).toEqual([])
    expect(file.batches[0]?.entries[0]).toMatchObject({ accountNumber: '123456789', amount: 100_000 })
    expect(refusal(international({ '17': undefined, '18': undefined }))).toBeUndefined()
  })

  it.each(['10', '11', '12', '13', '14', '15', '16'])('refuses an international entry without addenda %s', (type) => {
    expect(refusal(international({ [type]: undefined }))?.message).toMatch(
      `line 3: entry detail: addenda ${type} is missing`,
    )
  })

  it.each([
    ['10', /^ANN/, 'BIL', /purpose must be one of/],
    ['11', /0000001$/, '0000002', /is for the entry 0000002/],
    ['13', /011210/, '091210', /bank number kind must be/],
    ['14', /CA /, '12 ', /bank country must be/],
    ['16', /^.{35}/, ' '.repeat(35), /receiver city and state must not be blank/],
    ['17', /international/, 'inter\u0000nation', /cannot be printed/],
    // A character lost moves all that follows it.
    ['18', /France/, 'Frane', /must be/],
  ])('refuses addenda %s with %s replaced by %j', (type, from, to, reason) => {
    const [line = ''] = international()
      .split('\n')
      .filter((one) => one.startsWith(`7${type}`))
    expect(refusal(international({ [type]: line.slice(3).replace(from, to) }))?.message).toMatch(reason)
  })
})

describe('what is around a good file', () => {
  const good = sample('return-WEB.ach')

  it.each([
    ['a byte order mark', Buffer.from(`\ufeff${good}`, 'utf8')],
    ['a byte order mark, read byte by byte', `\u00ef\u00bb\u00bf${good}`],
    ['Ctrl-Z at the end', `${good}\u001a`],
    ['Ctrl-Z in a line of its own, and more of them', `${good.trimEnd()}\r\n\u001a\u001a\r\n`],
  ])('%s does not matter', (_what, bytes) => {
    expect(readAch(bytes)).toEqual(readAch(good))
  })
})

it('the trace number of a broken entry does not break the next one', () => {
  const entry = (nth: number) => ({
    transactionCode: '22',
    routingNumber: '231380104',
    accountNumber: '12345678',
    amount: nth,
    individualIdentification: '',
    individualName: 'Somebody',
    discretionaryData: '',
    traceNumber: `12104288000000${nth}`,
    addenda: [],
  })
  const { file } = readAch(sample('ppd-debit.ach'))
  const [batch] = file.batches
  const header = {
    ...(batch as (typeof file.batches)[number]).header,
    serviceClassCode: '220',
    originatingDfi: '12104288',
  }
  const text = writeAch({ ...file, batches: [{ header, entries: [entry(1), entry(2), entry(3)] }] })
  // The second entry: a wrong check digit, and a trace number far ahead.
  const { broken, file: found } = readAch(edit(edit(text, 4, 12, '5'), 4, 88, '9999999'))
  expect(broken.map(({ fault }) => fault.message)).toEqual([expect.stringMatching(/^line 4: .*check digit/)])
  expect(found.batches.flatMap(({ entries }) => entries.map(({ amount }) => amount))).toEqual([1, 3])
})
