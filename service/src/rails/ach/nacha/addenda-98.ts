import { code, constant, digits, looseCode, record, reserved, text, type Values } from './fields.ts'

/** A notification of change. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('98'),
  changeCode: code(3, /^C\d\d$/, 'a change code like `C01`'),
  originalTraceNumber: digits(15),
  reservedOne: reserved(6),
  originalReceivingDfi: looseCode(8, /^\d{8}$/, '8 digits'),
  correctedData: text(29),
  reservedTwo: reserved(15),
  traceNumber: looseCode(15, /^\d{15}$/, '15 digits'),
}

export type Addenda98 = Values<typeof FIELDS>
export const addenda98 = record('addenda 98', FIELDS)
