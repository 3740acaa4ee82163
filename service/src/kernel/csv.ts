/** The text is not valid CSV; `line` is where the error is. */
export class CsvError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.name = 'CsvError'
    this.line = line
  }
}

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  readonly line: number
  readonly fields: readonly string[]
}

const DELIMITERS = [',', ';', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]

const BOM = '\uFEFF'

/**
 * Reads RFC 4180 and the variants that spreadsheets write: a byte order mark, LF for CRLF, semicolons or tabs for commas,
 * `sep=;` on the first line, empty lines. A misplaced quote is an error, because a guess could change a value.
 */
export function readCsv(text: string): CsvRecord[] {
  const body = text.startsWith(BOM) ? text.slice(1) : text
  const declared = /^sep=([,;\t])\r?\n/i.exec(body)
  const scanner: Scanner = {
    text: declared ? body.slice(declared[0].length) : body,
    delimiter: (declared?.[1] as Delimiter | undefined) ?? delimiterOf(body),
    at: 0,
    line: declared ? 2 : 1,
  }
  const records: CsvRecord[] = []
  while (scanner.at < scanner.text.length) {
    const record = readRecord(scanner)
    if (record.fields.length > 1 || record.fields[0] !== '') records.push(record)
  }
  return records
}

interface Scanner {
  readonly text: string
  readonly delimiter: Delimiter
  at: number
  line: number
}

/** The delimiter that occurs most often on the first line, outside of quotes. */
function delimiterOf(text: string): Delimiter {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const char of text) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) as number) + 1)
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best))
}

function readRecord(scanner: Scanner): CsvRecord {
  const { line } = scanner
  const fields: string[] = []
  for (;;) {
    fields.push(scanner.text[scanner.at] === '"' ? readQuoted(scanner) : readPlain(scanner))
    const next = scanner.text[scanner.at]
    if (next === scanner.delimiter) {
      scanner.at++
      continue
    }
    endLine(scanner, next)
    return { line, fields }
  }
}

function endLine(scanner: Scanner, next: string | undefined): void {
  if (next === undefined) return
  if (next === '\r' && scanner.text[scanner.at + 1] !== '\n') {
    throw new CsvError(scanner.line, 'has a carriage return without a line feed')
  }
  scanner.at += next === '\r' ? 2 : 1
  scanner.line++
}

const endsField = (char: string | undefined, delimiter: Delimiter): boolean =>
  char === undefined || char === delimiter || char === '\n' || char === '\r'

function readPlain(scanner: Scanner): string {
  const { text, delimiter } = scanner
  const from = scanner.at
  let at = from
  while (!endsField(text[at], delimiter)) {
    if (text[at] === '"') throw new CsvError(scanner.line, 'has a quote inside a field that does not begin with one')
    at++
  }
  scanner.at = at
  return text.slice(from, at)
}

function readQuoted(scanner: Scanner): string {
  const { text, delimiter } = scanner
  const opened = scanner.line
  let value = ''
  for (let from = scanner.at + 1; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new CsvError(opened, 'has a quote that is never closed')
    const part = text.slice(from, quote)
    value += part
    scanner.line += part.split('\n').length - 1
    if (text[quote + 1] === '"') {
      value += '"'
      from = quote + 2
      continue
    }
    scanner.at = quote + 1
    if (!endsField(text[scanner.at], delimiter)) {
      throw new CsvError(scanner.line, 'has text after the quote that closes a field')
    }
    return value
  }
}

export type CsvCell = string | number | boolean | null | undefined

/** The first characters that make a spreadsheet run a cell as a formula; those of full width do so in Japanese and Chinese ones. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
/** Spreadsheets part cells by one of these, each in its own setting: none of them may begin another cell. */
const QUOTED = /[",;\t\r\n]/

/**
 * One line. Text that a spreadsheet would run as a formula gets an apostrophe in front, so that it is shown instead.
 * Numbers come from the service itself and are written as they are.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(writeCell).join(',')}\r\n`

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const safe = FORMULA_START.test(cell) ? `'${cell}` : cell
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The first line of a file, with the byte order mark by which Excel recognises UTF-8. */
export const csvHead = (columns: readonly string[]): string => BOM + csvLine(columns)
