import { constant, record, reserved, whole } from './fields.ts'

const FIELDS = {
  recordType: constant('9'),
  batchCount: whole(6),
  blockCount: whole(6),
  entryAndAddendaCount: whole(8),
  entryHash: whole(10),
  totalDebit: whole(12),
  totalCredit: whole(12),
  reservedOne: reserved(39),
}

export const fileControl = record('file control', FIELDS)
