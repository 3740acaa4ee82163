import { constant, digits, filled, record, reserved, text } from './fields.ts'

/** Who receives an international payment. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('15'),
  receiverIdentification: text(15),
  receiverStreet: filled(35),
  reservedOne: reserved(34),
  entrySequenceNumber: digits(7),
}

export const addenda15 = record('addenda 15', FIELDS)
