import { code, constant, digits, looseCode, record, text, type Values } from './fields.ts'

/** A return. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('99'),
  returnCode: code(3, /^R\d\d$/, 'a return code like `R03`'),
  originalTraceNumber: digits(15),
  dateOfDeath: text(6),
  originalReceivingDfi: looseCode(8, /^\d{8}$/, '8 digits'),
  information: text(44),
  traceNumber: looseCode(15, /^\d{15}$/, '15 digits'),
}

export type Addenda99 = Values<typeof FIELDS>
export const addenda99 = record('addenda 99', FIELDS)
