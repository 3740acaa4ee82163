import { type Addenda, addendaType } from './addenda.ts'
import type { BatchFormat, DetailRecord } from './batch-formats.ts'
import { saysSomething } from './fields.ts'
import type { Entry } from './file.ts'
import type { BatchHeader } from './records.ts'
import { checkDigit } from './routing-number.ts'
import { isAdvice, isCredit, isPrenote } from './transaction-codes.ts'

/** The batch that an entry stands in. */
export interface BatchContext {
  readonly header: BatchHeader
  readonly format: BatchFormat
  /** The trace number of the entry before this one. */
  readonly lastTrace: string
}

type Rule = (detail: DetailRecord, addenda: readonly Addenda[], batch: BatchContext) => string | undefined

/**
 * Returns and corrections name the original entry in their addenda. Their own trace number and service class are
 * therefore not checked.
 */
const isReturnOrCorrection = (addenda: readonly Addenda[]): boolean =>
  addenda.some(({ type }) => type === '98' || type === '99')

/** International addenda end with the last seven digits of their entry's trace number, from this column on. */
const ENTRY_SEQUENCE_AT = 87

/** Each rule returns what is wrong with an entry, or undefined. */
const RULES: Readonly<Record<string, Rule>> = {
  checkDigit: ({ routingNumber }) => {
    const digit = checkDigit(routingNumber)
    return Number(routingNumber[8]) === digit ? undefined : `the check digit of ${routingNumber} must be ${digit}`
  },
  addendaIndicator: ({ addendaIndicator }, addenda) => {
    if (addendaIndicator === '1' && addenda.length === 0) return 'the entry says that addenda follow, but none does'
    return addendaIndicator === '0' && addenda.length > 0 ? 'the entry says that no addenda follow' : undefined
  },
  serviceClass: (
    { transactionCode },
    addenda,
    { header: { serviceClassCode: service, standardEntryClassCode: entryClass } },
  ) => {
    if (isReturnOrCorrection(addenda) || entryClass === 'IAT' || (service !== '220' && service !== '225'))
      return undefined
    return isCredit(transactionCode) === (service === '220')
      ? undefined
      : `the code ${transactionCode} does not go into a batch of class ${service}`
  },
  prenote: ({ transactionCode, amount }) =>
    isPrenote(transactionCode) && amount > 0
      ? `the code ${transactionCode} is a prenotification's, which has no amount, but this one has ${amount} cents`
      : undefined,
  zeroAmount: ({ transactionCode, amount }, addenda, { header: { standardEntryClassCode: entryClass } }) =>
    entryClass === 'PPD' && amount === 0 && !isPrenote(transactionCode) && !isReturnOrCorrection(addenda)
      ? `the code ${transactionCode} of the class PPD needs an amount`
      : undefined,
  receiverName: ({ individualName }, addenda, { header: { standardEntryClassCode: entryClass } }) =>
    entryClass === 'TEL' && !saysSomething(individualName) && !isReturnOrCorrection(addenda)
      ? 'the individual name must not be blanks or zeros alone in the class TEL'
      : undefined,
  traceNumber: ({ transactionCode, traceNumber }, addenda, { header, lastTrace }) => {
    if (isReturnOrCorrection(addenda) || isAdvice(transactionCode)) return undefined
    if (!traceNumber.startsWith(header.originatingDfi)) {
      return `the trace number ${traceNumber} has not the bank ${header.originatingDfi} of its batch`
    }
    return traceNumber <= lastTrace ? `the trace number ${traceNumber} is not above ${lastTrace}` : undefined
  },
  addendaEntry: ({ traceNumber }, addenda) => {
    const tail = traceNumber.slice(8)
    for (const one of addenda) {
      const named =
        one.type === '05'
          ? String(one.entrySequenceNumber).padStart(7, '0')
          : one.type === 'other' && /^1\d$/.test(addendaType(one))
            ? one.line.slice(ENTRY_SEQUENCE_AT)
            : tail
      if (named !== tail) return `addenda ${addendaType(one)} is for the entry ${named}, not for ${tail}`
    }
    return undefined
  },
  addendaOrder: (_detail, addenda) => {
    let last = 0
    for (const one of addenda) {
      if (one.type !== '05') continue
      if (one.sequenceNumber < last) return `addenda 05 number ${one.sequenceNumber} stands after number ${last}`
      last = one.sequenceNumber
    }
    return undefined
  },
  addendaClass: (_detail, addenda, { format, header: { standardEntryClassCode: entryClass } }) => {
    const types = ['98', '99', ...format.allowedAddenda(entryClass)]
    const wrong = addenda.map(addendaType).find((type) => !types.includes(type))
    return wrong === undefined ? undefined : `addenda ${wrong} does not go with the class ${entryClass}`
  },
  requiredAddenda: (_detail, addenda, { format }) => {
    const missing = format.requiredAddenda.find((type) => !addenda.some((one) => addendaType(one) === type))
    return missing === undefined ? undefined : `addenda ${missing} is missing`
  },
}

/** The first rule that an entry breaks, in words; undefined when it breaks none. */
export function entryFault(
  entry: Pick<Entry, 'addenda'> & { readonly detail: DetailRecord },
  batch: BatchContext,
): string | undefined {
  for (const rule of Object.values(RULES)) {
    const fault = rule(entry.detail, entry.addenda, batch)
    if (fault !== undefined) return fault
  }
  return undefined
}
