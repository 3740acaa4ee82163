import { constant, digits, filled, record, reserved } from './fields.ts'

/** Who makes an international payment. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('11'),
  originatorName: filled(35),
  originatorStreet: filled(35),
  reservedOne: reserved(14),
  entrySequenceNumber: digits(7),
}

export const addenda11 = record('addenda 11', FIELDS)
