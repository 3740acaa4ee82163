import { constant, digits, filled, record, reserved } from './fields.ts'

/** Where whoever receives an international payment lives. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('16'),
  receiverCityAndState: filled(35),
  receiverCountryAndPostalCode: filled(35),
  reservedOne: reserved(14),
  entrySequenceNumber: digits(7),
}

export const addenda16 = record('addenda 16', FIELDS)
