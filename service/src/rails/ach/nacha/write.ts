import { writeAddenda } from './addenda.ts'
import { AchFault } from './fault.ts'
import { type AchFile, type Batch, BLOCKING_FACTOR, type Entry, FILLER, fileTotals, totalsOf } from './file.ts'
import { batchControl, batchHeader, entryDetail, fileControl, fileHeader } from './records.ts'
import { isRoutingNumber } from './routing-number.ts'
import { isCredit, isPrenote } from './transaction-codes.ts'

/** Entry classes that can be written: payments, and notifications of change (COR), which a bank sends. */
const WRITTEN_CLASSES = ['PPD', 'CCD', 'WEB', 'TEL', 'COR']

/** A whole file. Throws `AchFault` unless every record follows Nacha's rules. Lines end with a line feed. */
export function writeAch({ header, batches }: AchFile): string {
  if (batches.length === 0) throw new AchFault(0, 'a file needs a batch')
  const lines = [fileHeader.write(header)]
  checkTraceNumbers(batches)
  for (const batch of batches) writeBatch(lines, batch)
  const records = lines.length + 1
  const control = {
    batchCount: batches.length,
    blockCount: Math.ceil(records / BLOCKING_FACTOR),
    ...fileTotals(batches),
  }
  lines.push(fileControl.write(control))
  while (lines.length % BLOCKING_FACTOR !== 0) lines.push(FILLER)
  return `${lines.join('\n')}\n`
}

function writeBatch(lines: string[], { header, entries }: Batch): void {
  const { serviceClassCode, standardEntryClassCode: entryClass } = header
  if (!WRITTEN_CLASSES.includes(entryClass)) throw new AchFault(0, `batches of class ${entryClass} are not written`)
  if (entries.length === 0) throw new AchFault(0, `batch ${header.batchNumber} needs an entry`)
  lines.push(batchHeader.write(header))
  for (const entry of entries) {
    if (serviceClassCode !== '200' && isCredit(entry.transactionCode) !== (serviceClassCode === '220')) {
      throw new AchFault(
        0,
        `entry ${entry.traceNumber}: code ${entry.transactionCode} does not go into a batch of class ${serviceClassCode}`,
      )
    }
    writeEntry(lines, entry)
  }
  lines.push(batchControl.write({ ...header, ...totalsOf(entries) }))
}

function writeEntry(lines: string[], entry: Entry): void {
  if (!isRoutingNumber(entry.routingNumber)) {
    throw new AchFault(0, `entry ${entry.traceNumber}: ${entry.routingNumber} is no routing number`)
  }
  if (isPrenote(entry.transactionCode) && entry.amount !== 0) {
    throw new AchFault(0, `entry ${entry.traceNumber}: a prenotification (${entry.transactionCode}) has no amount`)
  }
  lines.push(entryDetail.write({ ...entry, addendaIndicator: entry.addenda.length > 0 ? '1' : '0' }))
  for (const addenda of entry.addenda) lines.push(writeAddenda(addenda))
}

/**
 * Trace numbers ascend through the whole file and begin with the originating bank of their batch. Batch numbers ascend.
 */
function checkTraceNumbers(batches: readonly Batch[]): void {
  let trace = ''
  let number = ''
  for (const { header, entries } of batches) {
    if (header.batchNumber <= number) throw new AchFault(0, `batch ${header.batchNumber} is out of order`)
    number = header.batchNumber
    for (const entry of entries) {
      if (!entry.traceNumber.startsWith(header.originatingDfi)) {
        throw new AchFault(0, `entry ${entry.traceNumber} has not the bank ${header.originatingDfi} of its batch`)
      }
      if (entry.traceNumber.slice(8) <= trace) throw new AchFault(0, `entry ${entry.traceNumber} is out of order`)
      trace = entry.traceNumber.slice(8)
    }
  }
}
