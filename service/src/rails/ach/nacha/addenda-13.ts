import { code, constant, digits, filled, record, reserved } from './fields.ts'

/** The bank that makes an international payment. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('13'),
  originatingBankName: filled(35),
  originatingBankNumberKind: code(2, /^0[123]$/, '01, 02 or 03'),
  originatingBankNumber: filled(34),
  originatingBankCountry: code(3, /^[A-Z]{2}[A-Z ]$/, 'a country of two letters'),
  reservedOne: reserved(10),
  entrySequenceNumber: digits(7),
}

export const addenda13 = record('addenda 13', FIELDS)
