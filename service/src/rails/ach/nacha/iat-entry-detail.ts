import { code, constant, digits, filled, record, reserved, text, whole } from './fields.ts'
import { TRANSACTION_CODE } from './transaction-codes.ts'

/** The entry of an international batch: read, never written. */
const FIELDS = {
  recordType: constant('6'),
  transactionCode: TRANSACTION_CODE,
  routingNumber: digits(9),
  addendaCount: whole(4),
  reservedOne: reserved(13),
  amount: whole(10),
  accountNumber: filled(35),
  reservedTwo: reserved(2),
  screening: text(2),
  addendaIndicator: code(1, /^[01]$/, '0 or 1'),
  traceNumber: digits(15),
}

export const iatEntryDetail = record('international entry detail', FIELDS)
