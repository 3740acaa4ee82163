import { type Addenda, readAddenda } from './addenda.ts'
import { type BatchFormat, batchFormatOf, type DetailRecord, DOMESTIC } from './batch-formats.ts'
import { entryFault } from './entry-rules.ts'
import { AchFault } from './fault.ts'
import {
  type AchFile,
  addTotals,
  type Batch,
  BLOCKING_FACTOR,
  type Entry,
  NO_TOTALS,
  type Totals,
  totalsOf,
} from './file.ts'
import { type Line, splitLines } from './lines.ts'
import { type BatchHeader, DESTINATION, type FileHeader, fileHeader, isDestination } from './records.ts'

/** An entry that breaks a rule, in a file whose totals are right. */
export interface BrokenEntry {
  readonly fault: AchFault
  /** The lines of the entry and its addenda. */
  readonly lines: readonly string[]
  readonly amount: number
}

export interface ReadFile {
  readonly file: AchFile
  readonly broken: readonly BrokenEntry[]
  /** The totals of all entries, broken ones included. */
  readonly totals: Totals
}

/**
 * Reads leniently: accepts files without line ends, without padding, with blanks cut off and with addenda types that
 * the service does not use. The order of records, their fixed fields, and every count and total must be right: otherwise
 * it throws `AchFault` for the whole file. A single entry that breaks a rule is set aside in `broken`.
 *
 * `ownId`: the id that the bank has given us. Banks address their files to a routing number, or to that id.
 */
export function readAch(bytes: string | Buffer, ownId?: string): ReadFile {
  const reading = new Reading(ownId)
  try {
    for (const line of splitLines(bytes)) reading.take(line)
    return reading.end()
  } catch (error) {
    // A broken entry can make the totals wrong, so the earlier fault is the one to report.
    const [first] = reading.broken
    throw first && error instanceof AchFault && first.fault.line < error.line ? first.fault : error
  }
}

interface OpenEntry {
  readonly at: number
  readonly lines: string[]
  readonly detail: DetailRecord
  readonly addenda: Addenda[]
  fault: AchFault | undefined
}

interface OpenBatch {
  readonly header: BatchHeader
  readonly format: BatchFormat
  lastTrace: string
  readonly entries: Entry[]
  /** All entries, broken ones included: the control record counts them too. */
  readonly counted: Entry[]
}

class Reading {
  readonly broken: BrokenEntry[] = []
  readonly #batches: Batch[] = []
  #header: FileHeader | undefined
  #batch: OpenBatch | undefined
  #entry: OpenEntry | undefined
  #ended = false
  #records = 0
  #line = 0
  #totals = NO_TOTALS
  #format: BatchFormat | undefined
  readonly #ownId: string | undefined

  constructor(ownId: string | undefined) {
    this.#ownId = ownId
  }

  take(line: Line): void {
    const { text, number } = line
    this.#line = number
    if (this.#ended && /^9{94}$/.test(text)) return
    if (this.#ended) throw new AchFault(number, 'nothing but filler may follow the file control')
    this.#records++
    if (!this.#header) {
      if (text[0] !== '1') throw new AchFault(number, 'the file must begin with a file header (record type 1)')
      this.#header = this.#addressed(fileHeader.read(text, number))
    } else if (this.#batch) this.#inBatch(line, this.#batch)
    else if (text[0] === '5') this.#openBatch(line)
    else if (text[0] === '9') this.#endFile(line)
    else throw new AchFault(number, `record type \`${text[0]}\` cannot stand outside a batch`)
  }

  #addressed(header: FileHeader): FileHeader {
    const { immediateDestination: to } = header
    if (isDestination(to) || (this.#ownId !== undefined && to.trim() === this.#ownId.trim())) return header
    throw new AchFault(1, `file header: immediate destination must be ${DESTINATION}, not \`${to}\``)
  }

  end(): ReadFile {
    if (!this.#header) throw new AchFault(1, 'the file is empty')
    if (!this.#ended) throw new AchFault(this.#line, 'the file ends without a file control (record type 9)')
    return { file: { header: this.#header, batches: this.#batches }, broken: this.broken, totals: this.#totals }
  }

  #openBatch({ text, number }: Line): void {
    const format = batchFormatOf(text, number)
    if (this.#format && format.fileControl !== this.#format.fileControl) {
      throw new AchFault(number, 'batch header: advices and payments do not go into one file')
    }
    this.#format = format
    this.#batch = { header: format.header(text, number), format, entries: [], counted: [], lastTrace: '' }
  }

  #inBatch(line: Line, batch: OpenBatch): void {
    const kind = line.text[0]
    if (kind === '6') this.#openEntry(line, batch)
    else if (kind === '7') this.#addAddenda(line)
    else if (kind === '8') this.#endBatch(line, batch)
    else throw new AchFault(line.number, `record type \`${kind}\` cannot stand inside a batch`)
  }

  #openEntry({ text, number }: Line, batch: OpenBatch): void {
    this.#closeEntry(batch)
    const detail = batch.format.entry(text, number)
    this.#entry = { at: number, lines: [text], detail, addenda: [], fault: undefined }
  }

  #addAddenda({ text, number }: Line): void {
    const entry = this.#entry
    if (!entry) throw new AchFault(number, 'an addenda must follow an entry')
    entry.lines.push(text)
    try {
      entry.addenda.push(readAddenda(text, number))
    } catch (error) {
      if (!(error instanceof AchFault)) throw error
      entry.fault ??= error
      entry.addenda.push({ type: 'other', line: text })
    }
  }

  #closeEntry(batch: OpenBatch): void {
    const entry = this.#entry
    if (!entry) return
    this.#entry = undefined
    const { addendaIndicator: _, ...detail } = entry.detail
    const wrong = entry.fault ? undefined : entryFault(entry, batch)
    if (wrong !== undefined) entry.fault = new AchFault(entry.at, `entry detail: ${wrong}`)
    const whole = { ...detail, addenda: entry.addenda }
    batch.counted.push(whole)
    if (entry.fault) this.broken.push({ fault: entry.fault, lines: entry.lines, amount: detail.amount })
    else {
      // The trace number of a broken entry may be wrong, so the next entry is not compared with it.
      batch.lastTrace = detail.traceNumber
      batch.entries.push(whole)
    }
  }

  #endBatch({ text, number }: Line, batch: OpenBatch): void {
    this.#closeEntry(batch)
    const { header, entries, format } = batch
    if (batch.counted.length === 0) throw new AchFault(number, `batch ${header.batchNumber} has no entry`)
    const totals = totalsOf(batch.counted)
    const control = format.control(text, number)
    const mustMatch = (what: string, wanted: string | number, found: string | number): void => {
      if (wanted !== found)
        throw new AchFault(number, `batch control: ${what} is ${found}, but the batch has ${wanted}`)
    }
    mustMatch('the service class code', header.serviceClassCode, control.serviceClassCode)
    compareTotals('batch control', number, totals, control)
    const company = header.companyIdentification.trim()
    mustMatch('the company identification', company, control.companyIdentification?.trim() ?? company)
    mustMatch('the originating bank', header.originatingDfi, control.originatingDfi)
    mustMatch('the batch number', header.batchNumber, control.batchNumber)
    this.#batches.push({ header, entries })
    this.#totals = addTotals(this.#totals, totals)
    this.#batch = undefined
  }

  #endFile({ text, number }: Line): void {
    const control = (this.#format ?? DOMESTIC).fileControl(text, number)
    // Some banks number batches that they removed again, so the number of the last batch is accepted as the count.
    const last = Number(this.#batches.at(-1)?.header.batchNumber ?? 0)
    if (control.batchCount !== this.#batches.length && control.batchCount !== last) {
      const has = `the batch count is ${control.batchCount}, but the file has ${this.#batches.length}`
      throw new AchFault(number, `file control: ${has}`)
    }
    compareTotals('file control', number, this.#totals, control)
    const blocks = Math.ceil(this.#records / BLOCKING_FACTOR)
    if (control.blockCount !== blocks) {
      throw new AchFault(number, `file control: the block count is ${control.blockCount}, but the file has ${blocks}`)
    }
    this.#ended = true
  }
}

const TOTALS: Record<keyof Totals, string> = {
  entryAndAddendaCount: 'the count of entries and addenda',
  entryHash: 'the entry hash',
  totalDebit: 'the total of debits',
  totalCredit: 'the total of credits',
}

function compareTotals(where: string, line: number, wanted: Totals, found: Totals): void {
  for (const [key, what] of Object.entries(TOTALS) as [keyof Totals, string][]) {
    if (wanted[key] !== found[key]) {
      throw new AchFault(line, `${where}: ${what} is ${found[key]}, but the entries come to ${wanted[key]}`)
    }
  }
}
