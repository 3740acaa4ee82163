import { constant, digits, record, reserved, text, whole } from './fields.ts'

const FIELDS = {
  recordType: constant('8'),
  serviceClassCode: digits(3),
  entryAndAddendaCount: whole(6),
  entryHash: whole(10),
  totalDebit: whole(12),
  totalCredit: whole(12),
  companyIdentification: text(10),
  messageAuthenticationCode: reserved(19),
  reservedOne: reserved(6),
  originatingDfi: digits(8),
  batchNumber: digits(7),
}

export const batchControl = record('batch control', FIELDS)
