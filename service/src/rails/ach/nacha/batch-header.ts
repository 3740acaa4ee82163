import { code, constant, digits, looseCode, name, record, text, type Values } from './fields.ts'
import { SERVICE_CLASS } from './service-class.ts'

const FIELDS = {
  recordType: constant('5'),
  serviceClassCode: SERVICE_CLASS,
  companyName: name(16),
  companyDiscretionaryData: text(20),
  companyIdentification: name(10),
  standardEntryClassCode: code(3, /^[A-Z]{3}$/, 'three capital letters'),
  companyEntryDescription: name(10),
  companyDescriptiveDate: text(6),
  effectiveEntryDate: looseCode(6, /^(\d{6}| {6})$/, 'a day as YYMMDD or blank'),
  /** Julian; the operator's to fill in. */
  settlementDate: looseCode(3, /^(\d{3}| {3})$/, 'three digits or blank'),
  originatorStatusCode: code(1, /^[012]$/, '0, 1 or 2'),
  originatingDfi: digits(8),
  batchNumber: digits(7),
}

export type BatchHeader = Values<typeof FIELDS>
export const batchHeader = record('batch header', FIELDS)
