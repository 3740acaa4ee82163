import { constant, record, reserved, whole } from './fields.ts'

/** The control of a file of advices: read, never written. */
const FIELDS = {
  recordType: constant('9'),
  batchCount: whole(6),
  blockCount: whole(6),
  entryAndAddendaCount: whole(8),
  entryHash: whole(10),
  totalDebit: whole(20),
  totalCredit: whole(20),
  reservedOne: reserved(23),
}

export const advFileControl = record('advice file control', FIELDS)
