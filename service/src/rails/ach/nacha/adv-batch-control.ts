import { constant, digits, record, text, whole } from './fields.ts'

/** Read, never written. */
const FIELDS = {
  recordType: constant('8'),
  serviceClassCode: digits(3),
  entryAndAddendaCount: whole(6),
  entryHash: whole(10),
  totalDebit: whole(20),
  totalCredit: whole(20),
  operatorData: text(19),
  originatingDfi: digits(8),
  batchNumber: digits(7),
}

export const advBatchControl = record('advice batch control', FIELDS)
