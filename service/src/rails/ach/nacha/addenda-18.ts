import { code, constant, digits, filled, record, reserved } from './fields.ts'

/** A foreign bank that an international payment passes through. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('18'),
  bankName: filled(35),
  bankNumberKind: code(2, /^0[123]$/, '01, 02 or 03'),
  bankNumber: filled(34),
  bankCountry: code(3, /^[A-Z]{2}[A-Z ]$/, 'a country of two letters'),
  reservedOne: reserved(6),
  sequenceNumber: digits(4),
  entrySequenceNumber: digits(7),
}

export const addenda18 = record('addenda 18', FIELDS)
