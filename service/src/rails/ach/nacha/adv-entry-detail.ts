import { code, constant, digits, record, text, whole } from './fields.ts'

/** An accounting advice: what the operator has booked. Read, never written. */
const FIELDS = {
  recordType: constant('6'),
  transactionCode: code(2, /^8[1-8]$/, 'from 81 to 88'),
  routingNumber: digits(9),
  accountNumber: text(15),
  amount: whole(12),
  adviceRoutingNumber: digits(9),
  fileIdentification: text(5),
  operatorData: text(1),
  individualName: text(22),
  discretionaryData: text(2),
  addendaIndicator: code(1, /^[01]$/, '0 or 1'),
  operatorRoutingNumber: digits(8),
  julianDay: digits(3),
  sequenceNumber: digits(4),
}

export const advEntryDetail = record('advice detail', FIELDS)
