import {
  code,
  companyText,
  constant,
  digits,
  filled,
  looseCode,
  name,
  record,
  reserved,
  text,
  type ValuesOf,
  whole,
} from './fields.ts'
import { isRoutingNumber } from './routing-number.ts'
import { TRANSACTION_CODE } from './transaction-codes.ts'

/**
 * The layout of every record but the addenda, in the order of a file: fields in the order of their columns, 94 in all.
 * International (IAT) and accounting advice (ADV) records are read, never written.
 */

const SERVICE_CLASS = code(3, /^(200|220|225|280)$/, '200 (mixed), 220 (credits), 225 (debits) or 280 (advices)')
const EFFECTIVE_DATE = looseCode(6, /^(\d{6}| {6})$/, 'a day as YYMMDD or blank')
const ORIGINATOR_STATUS = code(1, /^[012]$/, '0, 1 or 2')
const ADDENDA_INDICATOR = code(1, /^[01]$/, '0 or 1')
const CURRENCY = code(3, /^[A-Z]{3}$/, 'a currency of three letters')

export const isDestination = (value: string): boolean => /^[ 0]/.test(value) && isRoutingNumber(value.slice(1))
export const DESTINATION = 'a blank and a routing number with its check digit'

/** After a blank the origin is a routing number; without one, the ten characters that the bank gave its customer. */
const isOrigin = (value: string): boolean => /^( \d{9}|[A-Za-z0-9]{10})$/.test(value) && !/^[ 0]0{9}$/.test(value)

function isCalendarDay(value: string): boolean {
  const [, year, month, date] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? []
  const day = new Date(`20${year}-${month}-${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.getUTCDate() === Number(date)
}

export type FileHeader = ValuesOf<typeof fileHeader>
export const fileHeader = record('file header', {
  recordType: constant('1'),
  priorityCode: constant('01'),
  /** Reading checks it against the reader's own id as well, so the reader does that itself. */
  immediateDestination: { ...code(10, isDestination, DESTINATION), read: (columns: string) => columns },
  immediateOrigin: code(10, isOrigin, 'a blank and nine digits, or ten letters and digits'),
  fileCreationDate: code(6, isCalendarDay, 'a day as YYMMDD'),
  fileCreationTime: code(4, /^(([01]\d|2[0-3])[0-5]\d| {4})$/, 'a time as HHMM or blank'),
  fileIdModifier: code(1, /^[A-Z0-9]$/, 'a capital letter or a digit'),
  recordSize: constant('094'),
  blockingFactor: constant('10'),
  formatCode: constant('1'),
  immediateDestinationName: name(23),
  immediateOriginName: name(23),
  referenceCode: text(8),
})

export type BatchHeader = ValuesOf<typeof batchHeader>
export const batchHeader = record('batch header', {
  recordType: constant('5'),
  serviceClassCode: SERVICE_CLASS,
  companyName: companyText(16),
  companyDiscretionaryData: text(20),
  companyIdentification: companyText(10),
  standardEntryClassCode: code(3, /^[A-Z]{3}$/, 'three capital letters'),
  companyEntryDescription: companyText(10),
  companyDescriptiveDate: text(6),
  effectiveEntryDate: EFFECTIVE_DATE,
  /** The day of the year. The ACH operator fills it in. */
  settlementDate: looseCode(3, /^(\d{3}| {3})$/, 'three digits or blank'),
  originatorStatusCode: ORIGINATOR_STATUS,
  originatingDfi: digits(8),
  batchNumber: digits(7),
})

export const iatBatchHeader = record('international batch header', {
  recordType: constant('5'),
  serviceClassCode: SERVICE_CLASS,
  /** `IATCOR` in a batch of corrections. */
  iatIndicator: text(16),
  foreignExchangeIndicator: code(2, /^(FV|VF|FF)$/, 'FV, VF or FF'),
  foreignExchangeReferenceIndicator: looseCode(1, /^[123 ]$/, '1, 2, 3 or blank'),
  foreignExchangeReference: text(15),
  destinationCountry: code(2, /^[A-Z]{2}$/, 'a country of two letters'),
  companyIdentification: text(10),
  standardEntryClassCode: code(3, /^(IAT|COR)$/, 'IAT or COR'),
  companyEntryDescription: text(10),
  originatingCurrency: CURRENCY,
  destinationCurrency: CURRENCY,
  effectiveEntryDate: EFFECTIVE_DATE,
  settlementDate: reserved(3),
  originatorStatusCode: ORIGINATOR_STATUS,
  originatingDfi: digits(8),
  batchNumber: digits(7),
})

export type EntryDetail = ValuesOf<typeof entryDetail>
export const entryDetail = record('entry detail', {
  recordType: constant('6'),
  transactionCode: TRANSACTION_CODE,
  /** The receiving bank's eight digits and their check digit. */
  routingNumber: digits(9),
  accountNumber: name(17),
  amount: whole(10),
  individualIdentification: text(15),
  individualName: text(22),
  discretionaryData: text(2),
  addendaIndicator: ADDENDA_INDICATOR,
  traceNumber: digits(15),
})

export const iatEntryDetail = record('international entry detail', {
  recordType: constant('6'),
  transactionCode: TRANSACTION_CODE,
  routingNumber: digits(9),
  addendaCount: whole(4),
  reservedOne: reserved(13),
  amount: whole(10),
  accountNumber: filled(35),
  reservedTwo: reserved(2),
  screening: text(2),
  addendaIndicator: ADDENDA_INDICATOR,
  traceNumber: digits(15),
})

/** An accounting advice: a debit or credit that the ACH operator has booked. */
export const advEntryDetail = record('advice detail', {
  recordType: constant('6'),
  transactionCode: code(2, /^8[1-8]$/, 'from 81 to 88'),
  routingNumber: digits(9),
  accountNumber: text(15),
  amount: whole(12),
  adviceRoutingNumber: digits(9),
  fileIdentification: text(5),
  operatorData: text(1),
  individualName: text(22),
  discretionaryData: text(2),
  addendaIndicator: ADDENDA_INDICATOR,
  operatorRoutingNumber: digits(8),
  julianDay: digits(3),
  sequenceNumber: digits(4),
})

export const batchControl = record('batch control', {
  recordType: constant('8'),
  serviceClassCode: digits(3),
  entryAndAddendaCount: whole(6),
  entryHash: whole(10),
  totalDebit: whole(12),
  totalCredit: whole(12),
  companyIdentification: text(10),
  messageAuthenticationCode: reserved(19),
  reservedOne: reserved(6),
  originatingDfi: digits(8),
  batchNumber: digits(7),
})

export const advBatchControl = record('advice batch control', {
  recordType: constant('8'),
  serviceClassCode: digits(3),
  entryAndAddendaCount: whole(6),
  entryHash: whole(10),
  totalDebit: whole(20),
  totalCredit: whole(20),
  operatorData: text(19),
  originatingDfi: digits(8),
  batchNumber: digits(7),
})

export const fileControl = record('file control', {
  recordType: constant('9'),
  batchCount: whole(6),
  blockCount: whole(6),
  entryAndAddendaCount: whole(8),
  entryHash: whole(10),
  totalDebit: whole(12),
  totalCredit: whole(12),
  reservedOne: reserved(39),
})

export const advFileControl = record('advice file control', {
  recordType: constant('9'),
  batchCount: whole(6),
  blockCount: whole(6),
  entryAndAddendaCount: whole(8),
  entryHash: whole(10),
  totalDebit: whole(20),
  totalCredit: whole(20),
  reservedOne: reserved(23),
})
