import { code, constant, digits, filled, record, reserved } from './fields.ts'

/** The bank that receives an international payment. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('14'),
  receivingBankName: filled(35),
  receivingBankNumberKind: code(2, /^0[123]$/, '01, 02 or 03'),
  receivingBankNumber: filled(34),
  receivingBankCountry: code(3, /^[A-Z]{2}[A-Z ]$/, 'a country of two letters'),
  reservedOne: reserved(10),
  entrySequenceNumber: digits(7),
}

export const addenda14 = record('addenda 14', FIELDS)
