import { constant, digits, filled, record, reserved } from './fields.ts'

/** Where whoever makes an international payment lives. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('12'),
  originatorCityAndState: filled(35),
  originatorCountryAndPostalCode: filled(35),
  reservedOne: reserved(14),
  entrySequenceNumber: digits(7),
}

export const addenda12 = record('addenda 12', FIELDS)
