import { code, constant, type Field, name, record, text, type Values } from './fields.ts'
import { isRoutingNumber } from './routing-number.ts'

/** ` 121042882`: a blank and a routing number. */
const destination: Field<string> = {
  width: 10,
  write: checkedDestination,
  read: checkedDestination,
}

function checkedDestination(value: string): string {
  if (value.length !== 10 || !/^[ 0]/.test(value) || !isRoutingNumber(value.slice(1))) {
    throw new Error(`must be a blank and a routing number with its check digit, not \`${value}\``)
  }
  return value
}

/** After a blank it is a routing number; without one, the ten characters that the bank gave its customer. */
const origin: Field<string> = {
  width: 10,
  write: checkedOrigin,
  read: checkedOrigin,
}

function checkedOrigin(value: string): string {
  if (value.length !== 10 || !/^( \d{9}|[A-Za-z0-9]{10})$/.test(value) || /^[ 0]0{9}$/.test(value)) {
    throw new Error(`must be a blank and nine digits, or ten letters and digits, not \`${value}\``)
  }
  return value
}

/** `261115`, a day that exists. */
const day: Field<string> = { width: 6, write: checkedDay, read: checkedDay }

function checkedDay(value: string): string {
  const [, year, month, date] = /^(\d\d)(\d\d)(\d\d)$/.exec(value) ?? []
  const real = new Date(`20${year}-${month}-${date}T00:00:00Z`)
  if (Number.isNaN(real.getTime()) || real.getUTCDate() !== Number(date)) {
    throw new Error(`must be a day as YYMMDD, not \`${value}\``)
  }
  return value
}

const FIELDS = {
  recordType: constant('1'),
  priorityCode: constant('01'),
  immediateDestination: destination,
  immediateOrigin: origin,
  fileCreationDate: day,
  fileCreationTime: code(4, /^(([01]\d|2[0-3])[0-5]\d| {4})$/, 'a time as HHMM or blank'),
  fileIdModifier: code(1, /^[A-Z0-9]$/, 'a capital letter or a digit'),
  recordSize: constant('094'),
  blockingFactor: constant('10'),
  formatCode: constant('1'),
  immediateDestinationName: name(23),
  immediateOriginName: name(23),
  referenceCode: text(8),
}

export type FileHeader = Values<typeof FIELDS>
export const fileHeader = record('file header', FIELDS)
