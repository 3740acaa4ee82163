import { CommandError } from './exit-codes.ts'

export interface Row {
  /** The line on which the row begins, counted from 1. */
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
}

/** Reads CSV as RFC 4180 has it, with commas, semicolons or tabs; the first line names the columns. */
export function readRows(text: string): Row[] {
  const records = readRecords(text.replace(/^\uFEFF/, ''))
  const [head, ...rest] = records
  if (!head) throw new CommandError('The file is empty.')
  const names = head.cells.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  return rest.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new CommandError(`Line ${line} has ${cells.length} fields; the first line names ${names.length}.`)
    }
    return { line, fields: Object.fromEntries(names.map((name, at) => [name, (cells[at] ?? '').trim()])) }
  })
}

interface Scan {
  readonly text: string
  readonly delimiter: string
  at: number
  line: number
}

function readRecords(text: string): { line: number; cells: string[] }[] {
  const first = text.slice(0, Math.max(0, text.indexOf('\n')) || text.length)
  const delimiter = [',', ';', '\t'].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  )
  const scan: Scan = { text, delimiter, at: 0, line: 1 }
  const records: { line: number; cells: string[] }[] = []
  while (scan.at < text.length) {
    const { line } = scan
    const cells = readRecord(scan)
    if (cells.length > 1 || cells[0] !== '') records.push({ line, cells })
  }
  return records
}

function readRecord(scan: Scan): string[] {
  const cells: string[] = []
  for (;;) {
    cells.push(scan.text[scan.at] === '"' ? readQuoted(scan) : readPlain(scan))
    const end = scan.text[scan.at]
    scan.at++
    if (end === scan.delimiter) continue
    if (end === '\r' && scan.text[scan.at] === '\n') scan.at++
    scan.line++
    return cells
  }
}

function readPlain(scan: Scan): string {
  const from = scan.at
  while (scan.at < scan.text.length && ![scan.delimiter, '\r', '\n'].includes(scan.text[scan.at] as string)) scan.at++
  return scan.text.slice(from, scan.at)
}

function readQuoted(scan: Scan): string {
  let cell = ''
  for (let from = ++scan.at; ; from = ++scan.at) {
    const end = scan.text.indexOf('"', from)
    if (end < 0) throw new CommandError(`Line ${scan.line}: a quote is not closed.`)
    cell += scan.text.slice(from, end)
    scan.at = end + 1
    if (scan.text[scan.at] !== '"') break
    cell += '"'
  }
  scan.line += cell.split('\n').length - 1
  const after = scan.text[scan.at]
  if (after !== undefined && ![scan.delimiter, '\r', '\n'].includes(after)) {
    throw new CommandError(`Line ${scan.line}: text follows a closing quote.`)
  }
  return cell
}
