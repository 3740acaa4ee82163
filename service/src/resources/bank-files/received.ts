import { type Entry, isAdvice, isCredit, isReturnCode, type ReadFile } from '../../rails/ach/nacha/index.ts'

export type ReceivedKind = 'return' | 'change' | 'credit' | 'debit' | 'malformed'

/** The end of an entry: what it was about, or why it is kept for a person. */
export type Settlement = { readonly about: string } | { readonly kept: string; readonly about?: string }

/** An entry as it was received, with the originator from its batch. Sealed in the database: it names an account. */
export interface ReceivedEntry {
  readonly companyIdentification: string
  readonly companyName: string
  readonly effectiveEntryDate: string
  /** The day of the year, as the ACH operator wrote it; absent in rows of version 0.1. */
  readonly settlementDate?: string
  readonly entry: Entry
}

export interface Received {
  readonly kind: ReceivedKind
  readonly amount: number
  readonly held: ReceivedEntry | { readonly lines: readonly string[] }
  /** Why only a person can decide about it. */
  readonly why: string | null
}

/** Every entry of a file, in order; the broken ones after them. None is dropped. */
export function receivedOf({ file, broken }: ReadFile): Received[] {
  const whole = file.batches.flatMap(({ header, entries }) =>
    entries.map((entry): Received => {
      const kind = kindOf(entry)
      return {
        kind,
        amount: isAdvice(entry.transactionCode) ? 0 : entry.amount,
        held: {
          companyIdentification: header.companyIdentification.trim(),
          companyName: header.companyName.trim(),
          effectiveEntryDate: header.effectiveEntryDate,
          settlementDate: header.settlementDate,
          entry,
        },
        why: kind === 'malformed' ? unusable(entry) : null,
      }
    }),
  )
  const rest = broken.map(
    ({ fault, lines, amount }): Received => ({ kind: 'malformed', amount, held: { lines }, why: fault.message }),
  )
  return [...whole, ...rest]
}

/** Equal for the same payment, whichever file it is in. */
export const fingerprintOf = ({ companyIdentification, effectiveEntryDate, entry }: ReceivedEntry): string =>
  [companyIdentification, effectiveEntryDate, entry.traceNumber, entry.accountNumber.trim(), entry.amount].join('|')

const unusable = ({ transactionCode }: Entry): string =>
  isAdvice(transactionCode)
    ? 'it is an advice of what the operator has booked, and moves no money'
    : 'it has the code of a return, but no addenda that says why'

function kindOf({ transactionCode, addenda }: Entry): ReceivedKind {
  if (addenda.some(({ type }) => type === '99')) return 'return'
  if (addenda.some(({ type }) => type === '98')) return 'change'
  if (isReturnCode(transactionCode) || isAdvice(transactionCode)) return 'malformed'
  return isCredit(transactionCode) ? 'credit' : 'debit'
}
