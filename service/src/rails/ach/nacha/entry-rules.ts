import { addendaType } from './addenda.ts'
import type { BatchHeader } from './batch-header.ts'
import type { Addenda, Entry } from './file.ts'
import type { Detail, Form } from './forms.ts'
import { checkDigit } from './routing-number.ts'
import { isAdvice, isCredit, isPrenote } from './transaction-codes.ts'

/** What surrounds an entry in its file. */
export interface Surroundings {
  readonly header: BatchHeader
  readonly form: Form
  /** Of the entry before it in its batch. */
  readonly lastTrace: string
}

type Rule = (detail: Detail, addenda: readonly Addenda[], around: Surroundings) => string | undefined

/** What a bank gives back or corrects names the entry it is about; by its own numbers nobody looks for it. */
const isAnswer = (addenda: readonly Addenda[]): boolean => addenda.some(({ type }) => type === '98' || type === '99')

const typeOf = (addenda: Addenda): string => (addenda.type === 'other' ? addendaType(addenda.line) : addenda.type)

/** The columns in which international addenda name their entry. */
const SEQUENCE = 87

/** Each says what is wrong with an entry, or nothing. */
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
    if (isAnswer(addenda) || entryClass === 'IAT' || (service !== '220' && service !== '225')) return undefined
    return isCredit(transactionCode) === (service === '220')
      ? undefined
      : `the code ${transactionCode} does not go into a batch of class ${service}`
  },
  prenote: ({ transactionCode, amount }) =>
    isPrenote(transactionCode) && amount > 0
      ? `the code ${transactionCode} is a prenotification's, which has no amount, but this one has ${amount} cents`
      : undefined,
  traceNumber: ({ transactionCode, traceNumber }, addenda, { header, lastTrace }) => {
    if (isAnswer(addenda) || isAdvice(transactionCode)) return undefined
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
          : one.type === 'other' && /^1\d$/.test(typeOf(one))
            ? one.line.slice(SEQUENCE)
            : tail
      if (named !== tail) return `addenda ${typeOf(one)} is for the entry ${named}, not for ${tail}`
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
  addendaClass: (_detail, addenda, { form, header: { standardEntryClassCode: entryClass } }) => {
    const types = ['98', '99', ...form.mayHave(entryClass)]
    const foreign = addenda.map(typeOf).find((type) => !types.includes(type))
    return foreign === undefined ? undefined : `addenda ${foreign} does not go with the class ${entryClass}`
  },
  mandatoryAddenda: (_detail, addenda, { form }) => {
    const missing = form.mustHave.find((type) => !addenda.some((one) => typeOf(one) === type))
    return missing === undefined ? undefined : `addenda ${missing} is missing`
  },
}

/** The first thing that is wrong with an entry. */
export function faultOf(
  entry: Pick<Entry, 'addenda'> & { readonly detail: Detail },
  around: Surroundings,
): string | undefined {
  for (const rule of Object.values(RULES)) {
    const fault = rule(entry.detail, entry.addenda, around)
    if (fault !== undefined) return fault
  }
  return undefined
}
