import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvError, csvHead, csvLine, readCsv } from './csv.ts'

const fields = (text: string) => readCsv(text).map((record) => record.fields)

describe('reading', () => {
  it('takes RFC 4180 as it stands', () => {
    expect(fields('a,b\r\n1,"two, ""quoted"""\r\n')).toEqual([
      ['a', 'b'],
      ['1', 'two, "quoted"'],
    ])
  })

  it.each([
    ['a byte order mark', '\uFEFFa,b\r\n1,2\r\n'],
    ['line feeds alone', 'a,b\n1,2\n'],
    ['no end of the last line', 'a,b\r\n1,2'],
    ['semicolons', 'a;b\r\n1;2\r\n'],
    ['tabs', 'a\tb\n1\t2\n'],
    ['a declared delimiter', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['empty lines', '\r\na,b\r\n\r\n1,2\r\n\r\n'],
    ['quotes around everything', '"a","b"\r\n"1","2"\r\n'],
  ])('takes what spreadsheets write: %s', (_name, text) => {
    expect(fields(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('does not take a delimiter inside quotes for the one of the file', () => {
    expect(fields('"a,b,c";d\n1;2\n')).toEqual([
      ['a,b,c', 'd'],
      ['1', '2'],
    ])
  })

  it('says on which line a record begins, over fields with line ends', () => {
    expect(readCsv('a\r\n"two\r\nlines"\r\nb\r\n').map(({ line }) => line)).toEqual([1, 2, 4])
  })

  it.each([
    ['a,b\n1,2"3\n', 2, /quote inside/],
    ['a,b\n1,"2"3\n', 2, /after the quote/],
    ['a,b\n1,2\n3,"4\n5', 3, /never closed/],
    ['a,b\r1,2\r', 1, /carriage return/],
  ])('refuses what could be read in two ways: %j', (text, line, message) => {
    let caught: unknown
    try {
      readCsv(text)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(CsvError)
    expect(caught).toMatchObject({ line, message: expect.stringMatching(message) })
  })

  it('has nothing to say of an empty text', () => {
    expect(fields('')).toEqual([])
    expect(fields('\uFEFF')).toEqual([])
  })
})

describe('writing', () => {
  it('lets no cell run as a formula, and leaves numbers alone', () => {
    expect(csvLine(['=1+1', '+1', '-1', '@x', '\t=1', -1, true, null, undefined])).toBe(
      `'=1+1,'+1,'-1,'@x,"'\t=1",-1,true,,\r\n`,
    )
    expect(csvLine(['＝1+1', '＋1', '－1', '＠x'])).toBe("'＝1+1,'＋1,'－1,'＠x\r\n")
    expect(csvLine(['=HYPERLINK("http://evil")'])).toBe('"\'=HYPERLINK(""http://evil"")"\r\n')
  })

  it('quotes what would end a field or a line, in whatever country it is opened', () => {
    expect(csvLine(['a,b', 'a;b', 'a"b', 'a\nb', 'a\t=b'])).toBe('"a,b","a;b","a""b","a\nb","a\t=b"\r\n')
  })

  it('begins with a byte order mark', () => {
    expect(csvHead(['id', 'name'])).toBe('\uFEFFid,name\r\n')
  })

  it('is read back as it was written, whatever the text', () => {
    const cell = fc.string({ unit: 'binary' }).map((text) => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `x${text}` : text))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), cell, cell)), (rows) => {
        const text = csvHead(['a', 'b', 'c']) + rows.map(csvLine).join('')
        expect(fields(text)).toEqual([['a', 'b', 'c'], ...rows])
      }),
      { seed: 8, numRuns: 300 },
    )
  })
})
