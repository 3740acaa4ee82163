import { isChangeCode } from '../change-codes.ts'
import { isReturnReason } from '../return-codes.ts'
import { AchFault } from './fault.ts'
import {
  code,
  constant,
  digits,
  type Fields,
  filled,
  looseCode,
  type RecordType,
  record,
  reserved,
  text,
  type Values,
  whole,
} from './fields.ts'

const PURPOSES = 'ANN BUS DEP LOA MIS MOR PEN REM RLS SAL TAX ARC BOC IAT MTE POP POS RCK SHR TEL WEB'
const PURPOSE = code(3, new RegExp(`^(${PURPOSES.replaceAll(' ', '|')})$`), `one of ${PURPOSES}`)
const BANK_NUMBER_KIND = code(2, /^0[123]$/, '01, 02 or 03')
const BANK_COUNTRY = code(3, /^[A-Z]{2}[A-Z ]$/, 'a country of two letters')

/** Every addenda type, by its code: the fields after the record type `7` and the code itself, in column order. */
const FIELDS = {
  /** The place where a card was used. */
  '02': {
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
  },
  /** The purpose of a payment, in words. */
  '05': {
    paymentInformation: text(80),
    sequenceNumber: whole(4),
    /** The last seven digits of the entry's trace number. */
    entrySequenceNumber: whole(7),
  },
  /** International: the purpose of the payment, and its receiver's name. */
  '10': {
    purpose: PURPOSE,
    foreignAmount: whole(18),
    foreignTraceNumber: text(22),
    receiverName: text(35),
    reservedOne: reserved(6),
    entrySequenceNumber: digits(7),
  },
  /** International: the originator's name and street. */
  '11': {
    originatorName: filled(35),
    originatorStreet: filled(35),
    reservedOne: reserved(14),
    entrySequenceNumber: digits(7),
  },
  /** International: the originator's city and country. */
  '12': {
    originatorCityAndState: filled(35),
    originatorCountryAndPostalCode: filled(35),
    reservedOne: reserved(14),
    entrySequenceNumber: digits(7),
  },
  /** International: the originator's bank. */
  '13': {
    originatingBankName: filled(35),
    originatingBankNumberKind: BANK_NUMBER_KIND,
    originatingBankNumber: filled(34),
    originatingBankCountry: BANK_COUNTRY,
    reservedOne: reserved(10),
    entrySequenceNumber: digits(7),
  },
  /** International: the receiver's bank. */
  '14': {
    receivingBankName: filled(35),
    receivingBankNumberKind: BANK_NUMBER_KIND,
    receivingBankNumber: filled(34),
    receivingBankCountry: BANK_COUNTRY,
    reservedOne: reserved(10),
    entrySequenceNumber: digits(7),
  },
  /** International: the receiver's id and street. */
  '15': {
    receiverIdentification: text(15),
    receiverStreet: filled(35),
    reservedOne: reserved(34),
    entrySequenceNumber: digits(7),
  },
  /** International: the receiver's city and country. */
  '16': {
    receiverCityAndState: filled(35),
    receiverCountryAndPostalCode: filled(35),
    reservedOne: reserved(14),
    entrySequenceNumber: digits(7),
  },
  /** International: the purpose of the payment, in words. */
  '17': {
    paymentInformation: text(80),
    sequenceNumber: digits(4),
    entrySequenceNumber: digits(7),
  },
  /** International: a foreign bank that the payment passes through. */
  '18': {
    bankName: filled(35),
    bankNumberKind: BANK_NUMBER_KIND,
    bankNumber: filled(34),
    bankCountry: BANK_COUNTRY,
    reservedOne: reserved(6),
    sequenceNumber: digits(4),
    entrySequenceNumber: digits(7),
  },
  /** A notification of change. */
  '98': {
    changeCode: code(3, /^C\d\d$/, 'a change code like `C01`'),
    originalTraceNumber: digits(15),
    reservedOne: reserved(6),
    originalReceivingDfi: looseCode(8, /^\d{8}$/, '8 digits'),
    correctedData: text(29),
    reservedTwo: reserved(15),
    traceNumber: looseCode(15, /^\d{15}$/, '15 digits'),
  },
  /** A return. */
  '99': {
    returnCode: code(3, /^R\d\d$/, 'a return code like `R03`'),
    originalTraceNumber: digits(15),
    dateOfDeath: text(6),
    originalReceivingDfi: looseCode(8, /^\d{8}$/, '8 digits'),
    information: text(44),
    traceNumber: looseCode(15, /^\d{15}$/, '15 digits'),
  },
} as const satisfies Readonly<Record<string, Fields>>

type AddendaType = keyof typeof FIELDS
type AddendaValues<T extends AddendaType> = Values<(typeof FIELDS)[T]>

const RECORDS = Object.fromEntries(
  Object.entries(FIELDS).map(([type, fields]) => [
    type,
    record(`addenda ${type}`, { recordType: constant('7'), addendaType: constant(type), ...fields }),
  ]),
) as { readonly [T in AddendaType]: RecordType<AddendaValues<T>> }

export type Addenda =
  | ({ readonly type: '05' } & AddendaValues<'05'>)
  | ({ readonly type: '98' } & AddendaValues<'98'>)
  | ({ readonly type: '99' } & AddendaValues<'99'>)
  /** A type that the service does not use: checked when it is read, and kept as its line. */
  | { readonly type: 'other'; readonly line: string }

const typeInLine = (line: string): string => line.slice(1, 3)

/** The type code, also of addenda that are kept as their line. */
export const addendaType = (addenda: Addenda): string =>
  addenda.type === 'other' ? typeInLine(addenda.line) : addenda.type

export function readAddenda(text: string, line: number): Addenda {
  const type = typeInLine(text)
  if (type === '05') return { type, ...RECORDS[type].read(text, line) }
  if (type === '98') return { type, ...withKnownChangeCode(RECORDS[type].read(text, line), line) }
  if (type === '99') return { type, ...withKnownReturnCode(RECORDS[type].read(text, line), line) }
  if (!isAddendaType(type)) throw new AchFault(line, `addenda: the type \`${type}\` is unknown`)
  RECORDS[type].read(text, line)
  return { type: 'other', line: text }
}

const isAddendaType = (type: string): type is AddendaType => Object.hasOwn(RECORDS, type)

function withKnownChangeCode(addenda: AddendaValues<'98'>, line: number): AddendaValues<'98'> {
  if (isChangeCode(addenda.changeCode)) return addenda
  throw new AchFault(line, `addenda 98: the change code ${addenda.changeCode} is unknown`)
}

function withKnownReturnCode(addenda: AddendaValues<'99'>, line: number): AddendaValues<'99'> {
  if (isReturnReason(addenda.returnCode)) return addenda
  throw new AchFault(line, `addenda 99: the return code ${addenda.returnCode} is unknown`)
}

export function writeAddenda(addenda: Addenda): string {
  if (addenda.type === '05') return RECORDS['05'].write(addenda)
  if (addenda.type === '98') return RECORDS['98'].write(addenda)
  if (addenda.type === '99') return RECORDS['99'].write(addenda)
  throw new AchFault(0, 'addenda of this kind are not written')
}
