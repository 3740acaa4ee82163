import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeCodes } from '../change-codes.ts'
import { returnCodes } from '../return-codes.ts'
import { transliterate } from './characters.ts'
import { type AchFile, type Addenda, type Batch, type Entry, readAch, writeAch } from './index.ts'
import { checkDigit } from './routing-number.ts'

const digits = (width: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: width, maxLength: width }).map((list) => list.join(''))

const routing = digits(8)
  .filter((eight) => eight !== '00000000')
  .map((eight) => `${eight}${checkDigit(eight)}`)

const printable = fc.integer({ min: 0x20, max: 0x7e }).map((point) => String.fromCharCode(point))
const text = (max: number) => fc.array(printable, { maxLength: max }).map((characters) => characters.join('').trimEnd())
const name = (max: number) => text(max).filter((value) => value.trim() !== '')
const companyText = (max: number) => text(max).filter((value) => /[^0 ]/.test(value))

const day = fc
  .integer({ min: 0, max: 36_500 })
  .map((n) => new Date(Date.UTC(2000, 0, 1) + n * 86_400_000).toISOString().slice(2, 10).replaceAll('-', ''))
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${String(h).padStart(2, '0')}${String(m).padStart(2, '0')}`)

const header = fc.record({
  immediateDestination: routing.map((number) => ` ${number}`),
  immediateOrigin: fc.oneof(
    routing.map((number) => ` ${number}`),
    digits(9).map((nine) => `1${nine}`),
  ),
  fileCreationDate: day,
  fileCreationTime: fc.oneof(time, fc.constant('    ')),
  fileIdModifier: fc.constantFrom(...'ABCZ0189'),
  immediateDestinationName: name(23),
  immediateOriginName: name(23),
  referenceCode: text(8),
})

const addenda = (trace: string): fc.Arbitrary<Addenda[]> =>
  fc.oneof(
    fc.constant<Addenda[]>([]),
    fc.array(text(80), { minLength: 1, maxLength: 3 }).map((lines) =>
      lines.map((paymentInformation, nth) => ({
        type: '05' as const,
        paymentInformation,
        sequenceNumber: nth + 1,
        entrySequenceNumber: Number(trace.slice(8)),
      })),
    ),
    fc
      .record({
        changeCode: fc.constantFrom(...changeCodes()),
        originalTraceNumber: digits(15),
        originalReceivingDfi: digits(8),
        correctedData: text(29),
      })
      .map((values) => [{ type: '98' as const, ...values, traceNumber: trace }]),
    fc
      .record({
        returnCode: fc.constantFrom(...returnCodes()),
        originalTraceNumber: digits(15),
        dateOfDeath: fc.oneof(fc.constant(''), day),
        originalReceivingDfi: digits(8),
        information: text(44),
      })
      .map((values) => [{ type: '99' as const, ...values, traceNumber: trace }]),
  )

const CREDITS = ['21', '22', '23', '31', '32', '33', '42', '52']
const DEBITS = ['26', '27', '28', '36', '37', '38', '47', '55']

const PRENOTES = ['23', '28', '33', '38']

const entry = (trace: string, codes: readonly string[]): fc.Arbitrary<Entry> =>
  anyEntry(trace, codes).map((one) => (PRENOTES.includes(one.transactionCode) ? { ...one, amount: 0 } : one))

const anyEntry = (trace: string, codes: readonly string[]): fc.Arbitrary<Entry> =>
  fc.record({
    transactionCode: fc.constantFrom(...codes),
    routingNumber: routing,
    accountNumber: name(17),
    amount: fc.oneof(fc.integer({ min: 0, max: 9_999_999_999 }), fc.constantFrom(0, 1, 9_999_999_999)),
    individualIdentification: text(15),
    individualName: text(22),
    discretionaryData: text(2),
    traceNumber: fc.constant(trace),
    addenda: addenda(trace),
  })

const batch = (nth: number): fc.Arbitrary<Batch> =>
  fc
    .tuple(digits(8), fc.constantFrom('200', '220', '225'), fc.integer({ min: 1, max: 5 }))
    .chain(([dfi, klass, count]) =>
      fc.record({
        header: fc.record({
          serviceClassCode: fc.constant(klass),
          companyName: companyText(16),
          companyDiscretionaryData: text(20),
          companyIdentification: companyText(10),
          standardEntryClassCode: fc.constantFrom('PPD', 'CCD', 'WEB', 'TEL', 'COR'),
          companyEntryDescription: companyText(10),
          companyDescriptiveDate: text(6),
          effectiveEntryDate: fc.oneof(day, fc.constant('      ')),
          settlementDate: fc.oneof(digits(3), fc.constant('   ')),
          originatorStatusCode: fc.constantFrom('1', '2'),
          originatingDfi: fc.constant(dfi),
          batchNumber: fc.constant(String(nth + 1).padStart(7, '0')),
        }),
        entries: fc.tuple(
          ...Array.from({ length: count }, (_, index) =>
            entry(
              `${dfi}${String(nth * 10 + index + 1).padStart(7, '0')}`,
              klass === '220' ? CREDITS : klass === '225' ? DEBITS : [...CREDITS, ...DEBITS],
            ),
          ),
        ),
      }),
    )

/** Entries of PPD have an amount unless they are prenotifications, those of TEL a name. */
const asClass = (batch: Batch): Batch => ({
  ...batch,
  entries: batch.entries.map((one) => ({
    ...one,
    amount:
      batch.header.standardEntryClassCode === 'PPD' && !PRENOTES.includes(one.transactionCode)
        ? Math.max(one.amount, 1)
        : one.amount,
    individualName:
      batch.header.standardEntryClassCode === 'TEL' ? `A${one.individualName.slice(1)}` : one.individualName,
  })),
})

const file: fc.Arbitrary<AchFile> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.record({ header, batches: fc.tuple(...Array.from({ length: count }, (_, nth) => batch(nth).map(asClass))) }),
  )

describe('a file', () => {
  it('is the same bytes after it was written, read and written again, 2,000 times', () => {
    fc.assert(
      fc.property(file, (made) => {
        const bytes = writeAch(made)
        const lines = bytes.split('\n')
        expect(lines.pop()).toBe('')
        expect(lines.length % 10).toBe(0)
        expect(lines.every((line) => line.length === 94)).toBe(true)
        const { file: found, broken } = readAch(bytes)
        expect(broken).toEqual([])
        expect(found).toEqual(made)
        expect(writeAch(found)).toBe(bytes)
      }),
      { numRuns: 2_000, seed: 20_261_116 },
    )
  })

  it('never makes the reader fail with anything but a fault of its own, whatever is cut or replaced', () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.string({ maxLength: 100 }), fc.nat({ max: 94 }), (made, at, put, cut) => {
        const bytes = writeAch(made)
        const where = at % bytes.length
        try {
          readAch(bytes.slice(0, where) + put + bytes.slice(where + cut))
        } catch (error) {
          expect((error as Error).name).toBe('AchFault')
        }
      }),
      { numRuns: 500, seed: 20_261_117 },
    )
  })
})

const good = (): AchFile => ({
  header: {
    immediateDestination: ' 231380104',
    immediateOrigin: ' 121042882',
    fileCreationDate: '261116',
    fileCreationTime: '1030',
    fileIdModifier: 'A',
    immediateDestinationName: 'Federal Reserve Bank',
    immediateOriginName: 'My Bank',
    referenceCode: '',
  },
  batches: [
    {
      header: {
        serviceClassCode: '220',
        companyName: 'Tributary',
        companyDiscretionaryData: '',
        companyIdentification: '1121042882',
        standardEntryClassCode: 'PPD',
        companyEntryDescription: 'PAYOUT',
        companyDescriptiveDate: '',
        effectiveEntryDate: '261116',
        settlementDate: '   ',
        originatorStatusCode: '1',
        originatingDfi: '12104288',
        batchNumber: '0000001',
      },
      entries: [
        {
          transactionCode: '22',
          routingNumber: '231380104',
          accountNumber: '12345678',
          amount: 100,
          individualIdentification: '',
          individualName: 'Alice Alison',
          discretionaryData: '',
          traceNumber: '121042880000001',
          addenda: [],
        },
      ],
    },
  ],
})

const withEntry = (changes: Partial<Entry>): AchFile => {
  const made = good()
  const [one] = made.batches as [Batch]
  return { ...made, batches: [{ ...one, entries: [{ ...(one.entries[0] as Entry), ...changes }] }] }
}
const withBatch = (changes: Partial<Batch['header']>): AchFile => {
  const made = good()
  const [one] = made.batches as [Batch]
  return { ...made, batches: [{ ...one, header: { ...one.header, ...changes } }] }
}
const withHeader = (changes: Partial<AchFile['header']>): AchFile => ({
  ...good(),
  header: { ...good().header, ...changes },
})

describe('every field at its limits', () => {
  it.each([
    ['amount', withEntry({ amount: 9_999_999_999 }), withEntry({ amount: 10_000_000_000 }), /amount .* 10 fit/],
    [
      'account number',
      withEntry({ accountNumber: '1'.repeat(17) }),
      withEntry({ accountNumber: '1'.repeat(18) }),
      /17 fit/,
    ],
    [
      'individual name',
      withEntry({ individualName: 'n'.repeat(22) }),
      withEntry({ individualName: 'n'.repeat(23) }),
      /22 fit/,
    ],
    [
      'individual id',
      withEntry({ individualIdentification: 'n'.repeat(15) }),
      withEntry({ individualIdentification: 'n'.repeat(16) }),
      /15 fit/,
    ],
    ['discretionary data', withEntry({ discretionaryData: 'nn' }), withEntry({ discretionaryData: 'nnn' }), /2 fit/],
    ['company name', withBatch({ companyName: 'n'.repeat(16) }), withBatch({ companyName: 'n'.repeat(17) }), /16 fit/],
    [
      'company data',
      withBatch({ companyDiscretionaryData: 'n'.repeat(20) }),
      withBatch({ companyDiscretionaryData: 'n'.repeat(21) }),
      /20 fit/,
    ],
    [
      'company id',
      withBatch({ companyIdentification: 'n'.repeat(10) }),
      withBatch({ companyIdentification: 'n'.repeat(11) }),
      /10 fit/,
    ],
    [
      'entry description',
      withBatch({ companyEntryDescription: 'n'.repeat(10) }),
      withBatch({ companyEntryDescription: 'n'.repeat(11) }),
      /10 fit/,
    ],
    [
      'descriptive date',
      withBatch({ companyDescriptiveDate: 'n'.repeat(6) }),
      withBatch({ companyDescriptiveDate: 'n'.repeat(7) }),
      /6 fit/,
    ],
    ['batch number', withBatch({ batchNumber: '9999999' }), withBatch({ batchNumber: '10000000' }), /7 digits/],
    [
      'destination name',
      withHeader({ immediateDestinationName: 'n'.repeat(23) }),
      withHeader({ immediateDestinationName: 'n'.repeat(24) }),
      /23 fit/,
    ],
    [
      'origin name',
      withHeader({ immediateOriginName: 'n'.repeat(23) }),
      withHeader({ immediateOriginName: 'n'.repeat(24) }),
      /23 fit/,
    ],
    [
      'reference code',
      withHeader({ referenceCode: 'n'.repeat(8) }),
      withHeader({ referenceCode: 'n'.repeat(9) }),
      /8 fit/,
    ],
    ['addenda', withAddenda('n'.repeat(80)), withAddenda('n'.repeat(81)), /80 fit/],
  ])('%s', (_field, most, tooMuch, reason) => {
    const bytes = writeAch(most)
    expect(writeAch(readAch(bytes).file)).toBe(bytes)
    expect(() => writeAch(tooMuch)).toThrow(reason)
  })

  function withAddenda(paymentInformation: string): AchFile {
    return withEntry({ addenda: [{ type: '05', paymentInformation, sequenceNumber: 1, entrySequenceNumber: 1 }] })
  }

  it.each([
    ['no batch', { ...good(), batches: [] }, /needs a batch/],
    ['no entry', { ...good(), batches: [{ ...(good().batches[0] as Batch), entries: [] }] }, /needs an entry/],
    ['a debit among credits', withEntry({ transactionCode: '27' }), /does not go into a batch/],
    ['a routing number with a wrong check digit', withEntry({ routingNumber: '231380105' }), /no routing number/],
    ['a trace number of another bank', withEntry({ traceNumber: '999999990000001' }), /has not the bank/],
    [
      'a prenotification with an amount',
      withEntry({ transactionCode: '23' }),
      /a prenotification \(23\) has no amount/,
    ],
    ['a negative amount', withEntry({ amount: -1 }), /whole number/],
    ['half a cent', withEntry({ amount: 0.5 }), /whole number/],
    ['a name in another script', withEntry({ individualName: '李' }), /cannot carry/],
    ['a line break in a name', withEntry({ individualName: 'a\nb' }), /cannot carry/],
    ['no account number', withEntry({ accountNumber: '' }), /must not be blank/],
    ['a class that we do not write', withBatch({ standardEntryClassCode: 'IAT' }), /not written/],
    ['a day that does not exist', withHeader({ fileCreationDate: '260230' }), /must be a day/],
    ['a lower-case modifier', withHeader({ fileIdModifier: 'a' }), /capital letter/],
    ['a destination without its check digit', withHeader({ immediateDestination: ' 231380105' }), /check digit/],
  ])('%s is refused', (_what, made, reason) => {
    expect(() => writeAch(made)).toThrow(reason)
  })

  it('trace numbers that repeat or go back are refused', () => {
    const [one] = good().batches as [Batch]
    const [entry] = one.entries as [Entry]
    expect(() => writeAch({ ...good(), batches: [{ ...one, entries: [entry, entry] }] })).toThrow(/out of order/)
    expect(() => writeAch({ ...good(), batches: [one, one] })).toThrow(/out of order/)
  })

  it('totals beyond their twelve digits are refused', () => {
    const [one] = good().batches as [Batch]
    const [entry] = one.entries as [Entry]
    const entries = Array.from({ length: 101 }, (_, n) => ({
      ...entry,
      amount: 9_999_999_999,
      traceNumber: `12104288${String(n + 1).padStart(7, '0')}`,
    }))
    expect(() => writeAch({ ...good(), batches: [{ ...one, entries }] })).toThrow(/total credit .* 12 fit/)
  })
})

describe('names', () => {
  it.each([
    ['Zoë Müller', 'Zoe Muller'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Straße', 'Strasse'],
    ['Søren Ærø', 'Soren AEro'],
    ['O’Brien–Smith', "O'Brien-Smith"],
    ['  Ana   María ', 'Ana Maria'],
    ['Ｆｕｌｌ', 'Full'],
    ['ﬁona', 'fiona'],
  ])('%s is spelled %s', (given, spelled) => {
    expect(transliterate(given)).toBe(spelled)
  })

  it.each(['李小龙', 'Анна', 'Alice 🎉', 'Ана'])('%s is refused, naming the characters', (given) => {
    expect(() => transliterate(given)).toThrow(/has characters that ACH cannot carry: /)
  })
})
