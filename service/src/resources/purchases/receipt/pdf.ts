import PDFDocument from 'pdfkit'
import { COLOURS } from '../../../../../contracts/design.ts'
import type { Receipt, ReceiptLine } from './content.ts'
import { linesOf, type Style, write } from './text.ts'

const { ink: INK, 'ink-soft': GREY, line: RULE, danger: ALARM } = COLOURS

const TITLE: Style = { size: 20, weight: 'bold', colour: INK }
const HEADING: Style = { size: 10, weight: 'bold', colour: INK }
const BODY: Style = { size: 10, weight: 'regular', colour: INK }
const SMALL: Style = { size: 8.5, weight: 'regular', colour: GREY }
const TOTAL: Style = { size: 13, weight: 'bold', colour: INK }
const MARK: Style = { size: 12, weight: 'bold', colour: ALARM }

const MARGIN = 56
const LEADING = 1.4
/** The height kept free at the foot for the page number. */
const FOOT = 40

/** Pages of US Letter, the paper of its readers. Coordinates are those of baselines. */
class Sheet {
  readonly document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    autoFirstPage: false,
    info: {},
  })
  readonly left = MARGIN
  readonly right: number
  readonly #bottom: number
  y = 0

  constructor() {
    this.document.addPage()
    this.right = this.document.page.width - MARGIN
    this.#bottom = this.document.page.height - MARGIN - FOOT
    this.y = MARGIN
  }

  /** Begins a new page, and answers false, when this height does not fit on the current one. */
  reserve(height: number): boolean {
    if (this.y + height <= this.#bottom) return true
    this.document.addPage()
    this.y = MARGIN
    return false
  }

  /** A paragraph, broken into lines and over pages. */
  paragraph(text: string, style: Style, width = this.right - this.left): void {
    for (const line of linesOf(this.document, text, width, style)) {
      this.reserve(style.size * LEADING)
      this.y += style.size * LEADING
      write(this.document, line, this.left, this.y, style)
    }
  }

  skip(height: number): void {
    this.y += height
  }

  rule(): void {
    this.document.moveTo(this.left, this.y).lineTo(this.right, this.y).lineWidth(0.5).strokeColor(RULE).stroke()
  }

  /** A label and a value to the right of it, both on one line. */
  pair(label: string, value: string, style: Style): void {
    this.reserve(style.size * LEADING + 4)
    this.y += style.size * LEADING + 4
    write(this.document, label, this.right - 220, this.y, style)
    write(this.document, value, 0, this.y, style, this.right)
  }
}

export async function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const sheet = new Sheet()
  sheet.document.info.Title = `Receipt ${receipt.number}`
  sheet.document.info.Author = receipt.enterprise
  writeHead(sheet, receipt)
  writeItems(sheet, receipt.lines)
  writeTotals(sheet, receipt)
  writePageNumbers(sheet, receipt)
  const chunks: Buffer[] = []
  sheet.document.end()
  for await (const chunk of sheet.document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function writeHead(sheet: Sheet, receipt: Receipt): void {
  sheet.paragraph(receipt.enterprise, TITLE)
  sheet.skip(4)
  sheet.paragraph('Receipt', HEADING)
  if (receipt.mark !== undefined) {
    sheet.skip(6)
    sheet.paragraph(receipt.mark, MARK)
  }
  sheet.skip(14)
  for (const [label, value] of [
    ['Receipt number', receipt.number],
    ['Date', receipt.date],
    [receipt.paid ? 'Paid with' : 'Card', receipt.card],
  ] as const) {
    sheet.reserve(BODY.size * LEADING)
    sheet.y += BODY.size * LEADING
    write(sheet.document, label, sheet.left, sheet.y, { ...BODY, colour: GREY })
    write(sheet.document, value, sheet.left + 110, sheet.y, BODY)
  }
  if (receipt.buyer.length > 0) {
    sheet.skip(14)
    sheet.paragraph('Sold to', { ...BODY, colour: GREY })
    for (const line of receipt.buyer) sheet.paragraph(line, BODY)
  }
  sheet.skip(22)
}

/** The right ends of the columns, counted from the right edge. */
const EACH_FROM_RIGHT = 100
const QUANTITY_FROM_RIGHT = 190
const NAME_GAP = 250

function writeColumnHeads(sheet: Sheet): void {
  sheet.y += HEADING.size * LEADING
  write(sheet.document, 'Item', sheet.left, sheet.y, HEADING)
  write(sheet.document, 'Quantity', 0, sheet.y, HEADING, sheet.right - QUANTITY_FROM_RIGHT)
  write(sheet.document, 'Each', 0, sheet.y, HEADING, sheet.right - EACH_FROM_RIGHT)
  write(sheet.document, 'Amount', 0, sheet.y, HEADING, sheet.right)
  sheet.skip(6)
  sheet.rule()
}

function writeItems(sheet: Sheet, lines: readonly ReceiptLine[]): void {
  const width = sheet.right - sheet.left - NAME_GAP
  writeColumnHeads(sheet)
  for (const line of lines) {
    const names = linesOf(sheet.document, line.name, width, BODY)
    const notes = linesOf(sheet.document, line.description ?? '', width, SMALL)
    // An item stays in one piece.
    const height = (names.length * BODY.size + notes.length * SMALL.size) * LEADING + 4
    if (!sheet.reserve(height)) writeColumnHeads(sheet)
    sheet.skip(4)
    const first = sheet.y + BODY.size * LEADING
    for (const name of names) {
      sheet.y += BODY.size * LEADING
      write(sheet.document, name, sheet.left, sheet.y, BODY)
    }
    write(sheet.document, line.quantity, 0, first, BODY, sheet.right - QUANTITY_FROM_RIGHT)
    write(sheet.document, line.each, 0, first, BODY, sheet.right - EACH_FROM_RIGHT)
    write(sheet.document, line.amount, 0, first, BODY, sheet.right)
    for (const note of notes) {
      sheet.y += SMALL.size * LEADING
      write(sheet.document, note, sheet.left, sheet.y, SMALL)
    }
  }
  sheet.skip(8)
  sheet.rule()
}

function writeTotals(sheet: Sheet, { subtotal, discounts, total, paid }: Receipt): void {
  sheet.reserve(80)
  if (subtotal !== undefined) sheet.pair('Subtotal', subtotal, BODY)
  if (discounts !== undefined) sheet.pair('Discounts', discounts, BODY)
  sheet.pair(paid ? 'Total paid' : 'Total', total, TOTAL)
}

function writePageNumbers({ document, left, right }: Sheet, { number }: Receipt): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page)
    const y = document.page.height - MARGIN
    write(document, `Receipt ${number}`, left, y, SMALL)
    write(document, `Page ${page - start + 1} of ${count}`, 0, y, SMALL, right)
  }
}
