import { code, constant, digits, name, record, reserved, text, whole } from './fields.ts'

/** The entry of an international batch: read, never written. */
const FIELDS = {
  recordType: constant('6'),
  transactionCode: digits(2),
  routingNumber: digits(9),
  addendaCount: whole(4),
  reservedOne: reserved(13),
  amount: whole(10),
  accountNumber: name(35),
  reservedTwo: reserved(2),
  screening: text(2),
  addendaIndicator: code(1, /^[01]$/, '0 or 1'),
  traceNumber: digits(15),
}

export const iatEntryDetail = record('international entry detail', FIELDS)
