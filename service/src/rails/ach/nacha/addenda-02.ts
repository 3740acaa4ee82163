import { constant, digits, record, text } from './fields.ts'

/** Where a card was used: read, never written. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('02'),
  referenceOne: text(7),
  referenceTwo: text(3),
  terminal: text(6),
  serialNumber: text(6),
  date: text(4),
  authorization: text(6),
  place: text(27),
  city: text(15),
  state: text(2),
  traceNumber: digits(15),
}

export const addenda02 = record('addenda 02', FIELDS)
