import { code, constant, digits, looseCode, record, reserved, text } from './fields.ts'
import { SERVICE_CLASS } from './service-class.ts'

/** The header of an international batch: read, never written. */
const FIELDS = {
  recordType: constant('5'),
  serviceClassCode: SERVICE_CLASS,
  /** `IATCOR` where it corrects. */
  iatIndicator: text(16),
  foreignExchangeIndicator: code(2, /^(FV|VF|FF)$/, 'FV, VF or FF'),
  foreignExchangeReferenceIndicator: looseCode(1, /^[123 ]$/, '1, 2, 3 or blank'),
  foreignExchangeReference: text(15),
  destinationCountry: code(2, /^[A-Z]{2}$/, 'a country of two letters'),
  companyIdentification: text(10),
  standardEntryClassCode: code(3, /^(IAT|COR)$/, 'IAT or COR'),
  companyEntryDescription: text(10),
  originatingCurrency: code(3, /^[A-Z]{3}$/, 'a currency of three letters'),
  destinationCurrency: code(3, /^[A-Z]{3}$/, 'a currency of three letters'),
  effectiveEntryDate: looseCode(6, /^(\d{6}| {6})$/, 'a day as YYMMDD or blank'),
  settlementDate: reserved(3),
  originatorStatusCode: code(1, /^[012]$/, '0, 1 or 2'),
  originatingDfi: digits(8),
  batchNumber: digits(7),
}

export const iatBatchHeader = record('international batch header', FIELDS)
