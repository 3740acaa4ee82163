import type { Cents } from '../../../kernel/money.ts'
import { dollars } from '../../../kernel/money.ts'
import { changeReason } from '../change-codes.ts'
import { returnReason } from '../return-codes.ts'
import type { Addenda } from './addenda.ts'
import { type AchFile, type Batch, type Entry, fileTotals, totalsOf } from './file.ts'
import { isCredit } from './transaction-codes.ts'

const money = (amount: number): string => dollars(amount as Cents)
const CLASSES: Record<string, string> = { '200': 'mixed', '220': 'credits', '225': 'debits', '280': 'advices' }

/** An operator may see the last four digits of an account number, and no more. */
const masked = (accountNumber: string): string => `••••${accountNumber.trim().slice(-4)}`

/** The columns in which the corrected data of each change code holds an account number. */
const ACCOUNT_COLUMNS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  C01: [0, 17],
  C03: [12, 29],
  C06: [0, 17],
  C07: [9, 26],
}

/** The corrected data as the bank wrote it, but for all digits of an account number before the last four. */
function corrected({ changeCode, correctedData }: Extract<Addenda, { type: '98' }>): string {
  const [from, to] = ACCOUNT_COLUMNS[changeCode] ?? [0, 0]
  const account = correctedData.slice(from, to)
  const shown = account.trim() === '' ? account : masked(account)
  return `${correctedData.slice(0, from)}${shown}${correctedData.slice(to)}`.trim() || 'none'
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** The contents of a file, as lines for an operator to read. */
export function describeAch(file: AchFile): string[] {
  const { header, batches } = file
  const totals = fileTotals(batches)
  return [
    `From ${header.immediateOriginName.trim()} (${header.immediateOrigin.trim()}) to ${header.immediateDestinationName.trim()} (${header.immediateDestination.trim()})`,
    `Made ${header.fileCreationDate} ${header.fileCreationTime}, file ${header.fileIdModifier}`,
    `${counted(batches.length, 'batch', 'batches')}, ${counted(
      batches.reduce((n, { entries }) => n + entries.length, 0),
      'entry',
      'entries',
    )}, debits ${money(totals.totalDebit)}, credits ${money(totals.totalCredit)}`,
    ...batches.flatMap(describeBatch),
  ]
}

function describeBatch({ header, entries }: Batch): string[] {
  const totals = totalsOf(entries)
  return [
    '',
    `Batch ${Number(header.batchNumber)}: ${header.standardEntryClassCode} ${CLASSES[header.serviceClassCode]}, ${header.companyName.trim()} (${header.companyIdentification.trim()}), ${header.companyEntryDescription.trim()}, effective ${header.effectiveEntryDate.trim() || 'at once'}, debits ${money(totals.totalDebit)}, credits ${money(totals.totalCredit)}`,
    ...entries.flatMap(describeEntry),
  ]
}

const describeEntry = (entry: Entry): string[] => [
  `  ${entry.traceNumber}  ${isCredit(entry.transactionCode) ? 'credit' : 'debit '} ${entry.transactionCode}  ${money(entry.amount).padStart(14)}  ${entry.routingNumber} ${masked(entry.accountNumber)}  ${entry.individualName.trim()}`,
  ...entry.addenda.map((addenda) => `    ${describeAddenda(addenda)}`),
]

function describeAddenda(addenda: Addenda): string {
  switch (addenda.type) {
    case '05':
      return addenda.paymentInformation
    case '98':
      return `${addenda.changeCode} ${changeReason(addenda.changeCode)}, corrected data ${corrected(addenda)}, for ${addenda.originalTraceNumber}`
    case '99':
      return `${addenda.returnCode} ${returnReason(addenda.returnCode)}, for ${addenda.originalTraceNumber}`
    case 'other':
      return `addenda ${addenda.line.slice(1, 3)}`
  }
}
