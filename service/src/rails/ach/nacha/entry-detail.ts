import { code, constant, digits, name, record, text, type Values, whole } from './fields.ts'
import { TRANSACTION_CODE } from './transaction-codes.ts'

const FIELDS = {
  recordType: constant('6'),
  transactionCode: TRANSACTION_CODE,
  /** Of the bank that receives: eight digits and their check digit. */
  routingNumber: digits(9),
  accountNumber: name(17),
  amount: whole(10),
  individualIdentification: text(15),
  individualName: text(22),
  discretionaryData: text(2),
  addendaIndicator: code(1, /^[01]$/, '0 or 1'),
  traceNumber: digits(15),
}

export type EntryDetail = Values<typeof FIELDS>
export const entryDetail = record('entry detail', FIELDS)
