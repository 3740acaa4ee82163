import { readAddenda } from './addenda.ts'
import type { BatchHeader } from './batch-header.ts'
import { faultOf } from './entry-rules.ts'
import { AchFault } from './fault.ts'
import {
  type AchFile,
  type Addenda,
  addTotals,
  type Batch,
  BLOCKING_FACTOR,
  type Entry,
  NO_TOTALS,
  type Totals,
  totalsOf,
} from './file.ts'
import { type FileHeader, fileHeader } from './file-header.ts'
import { type Detail, DOMESTIC, type Form, formOf } from './forms.ts'
import { type Line, splitLines } from './lines.ts'

/** An entry that cannot be used, in a file that otherwise adds up. */
export interface BrokenEntry {
  readonly fault: AchFault
  /** The entry and its addenda as they stand. */
  readonly lines: readonly string[]
  readonly amount: number
}

export interface ReadFile {
  readonly file: AchFile
  readonly broken: readonly BrokenEntry[]
  /** Of all entries, the broken ones too. */
  readonly totals: Totals
}

/**
 * Lenient: takes files without line ends, without padding, with blanks cut off and with foreign kinds of addenda. What
 * must hold: the order of records, their fixed fields, and that every count and total is what it says. Throws `AchFault`
 * for what makes the whole file unusable; an entry that alone is wrong is set aside in `broken`.
 */
export function readAch(bytes: string | Buffer): ReadFile {
  const reading = new Reading()
  try {
    for (const line of splitLines(bytes)) reading.take(line)
    return reading.end()
  } catch (error) {
    // The first thing that went wrong explains what follows from it.
    const [first] = reading.broken
    throw first && error instanceof AchFault && first.fault.line < error.line ? first.fault : error
  }
}

interface OpenEntry {
  readonly at: number
  readonly lines: string[]
  readonly detail: Detail
  readonly addenda: Addenda[]
  fault: AchFault | undefined
}

interface OpenBatch {
  readonly header: BatchHeader
  readonly form: Form
  lastTrace: string
  readonly entries: Entry[]
  /** What the batch says of itself includes the broken ones. */
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
  #form: Form | undefined

  take(line: Line): void {
    const { text, number } = line
    this.#line = number
    if (this.#ended && /^9{94}$/.test(text)) return
    if (this.#ended) throw new AchFault(number, 'nothing but filler may follow the file control')
    this.#records++
    if (!this.#header) {
      if (text[0] !== '1') throw new AchFault(number, 'the file must begin with a file header (record type 1)')
      this.#header = fileHeader.read(text, number)
    } else if (this.#batch) this.#inBatch(line, this.#batch)
    else if (text[0] === '5') this.#openBatch(line)
    else if (text[0] === '9') this.#endFile(line)
    else throw new AchFault(number, `record type \`${text[0]}\` cannot stand outside a batch`)
  }

  end(): ReadFile {
    if (!this.#header) throw new AchFault(1, 'the file is empty')
    if (!this.#ended) throw new AchFault(this.#line, 'the file ends without a file control (record type 9)')
    return { file: { header: this.#header, batches: this.#batches }, broken: this.broken, totals: this.#totals }
  }

  #openBatch({ text, number }: Line): void {
    const form = formOf(text, number)
    if (this.#form && form.fileControl !== this.#form.fileControl) {
      throw new AchFault(number, 'batch header: advices and payments do not go into one file')
    }
    this.#form = form
    this.#batch = { header: form.header(text, number), form, entries: [], counted: [], lastTrace: '' }
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
    const detail = batch.form.entry(text, number)
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
    const wrong = entry.fault ? undefined : faultOf(entry, batch)
    if (wrong !== undefined) entry.fault = new AchFault(entry.at, `entry detail: ${wrong}`)
    const whole = { ...detail, addenda: entry.addenda }
    batch.counted.push(whole)
    if (entry.fault) this.broken.push({ fault: entry.fault, lines: entry.lines, amount: detail.amount })
    else {
      // A broken trace number says nothing of the order of the others.
      batch.lastTrace = detail.traceNumber
      batch.entries.push(whole)
    }
  }

  #endBatch({ text, number }: Line, batch: OpenBatch): void {
    this.#closeEntry(batch)
    const { header, entries, form } = batch
    if (batch.counted.length === 0) throw new AchFault(number, `batch ${header.batchNumber} has no entry`)
    const totals = totalsOf(batch.counted)
    const control = form.control(text, number)
    const says = (what: string, wanted: string | number, found: string | number): void => {
      if (wanted !== found)
        throw new AchFault(number, `batch control: ${what} is ${found}, but the batch has ${wanted}`)
    }
    says('the service class code', header.serviceClassCode, control.serviceClassCode)
    compareTotals('batch control', number, totals, control)
    const company = header.companyIdentification.trim()
    says('the company identification', company, control.companyIdentification?.trim() ?? company)
    says('the originating bank', header.originatingDfi, control.originatingDfi)
    says('the batch number', header.batchNumber, control.batchNumber)
    this.#batches.push({ header, entries })
    this.#totals = addTotals(this.#totals, totals)
    this.#batch = undefined
  }

  #endFile({ text, number }: Line): void {
    const control = (this.#form ?? DOMESTIC).fileControl(text, number)
    // Some count batches that they took out again, so the number of the last one will do.
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
