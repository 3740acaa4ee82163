import { constant, digits, record, text } from './fields.ts'

/** What an international payment is for, in words. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('17'),
  paymentInformation: text(80),
  sequenceNumber: digits(4),
  entrySequenceNumber: digits(7),
}

export const addenda17 = record('addenda 17', FIELDS)
