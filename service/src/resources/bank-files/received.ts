import { type Entry, isCredit, isReturnCode, type ReadFile } from '../../rails/ach/nacha/index.ts'

export type ReceivedKind = 'return' | 'change' | 'credit' | 'debit' | 'malformed'

/** An entry as it came, with what its batch says of whoever made it. Sealed in the database: it names an account. */
export interface ReceivedEntry {
  readonly companyIdentification: string
  readonly companyName: string
  readonly entry: Entry
}

export interface Received {
  readonly kind: ReceivedKind
  readonly amount: number
  readonly held: ReceivedEntry | { readonly lines: readonly string[] }
  /** Nobody but a person can say what it means. */
  readonly why: string | null
}

/** Every entry of a file, in order; the broken ones after them. None is dropped. */
export function receivedOf({ file, broken }: ReadFile): Received[] {
  const whole = file.batches.flatMap(({ header, entries }) =>
    entries.map((entry): Received => {
      const kind = kindOf(entry)
      return {
        kind,
        amount: entry.amount,
        held: {
          companyIdentification: header.companyIdentification.trim(),
          companyName: header.companyName.trim(),
          entry,
        },
        why: kind === 'malformed' ? 'it has the code of a return, but no addenda that says why' : null,
      }
    }),
  )
  const rest = broken.map(
    ({ fault, lines }): Received => ({ kind: 'malformed', amount: 0, held: { lines }, why: fault.message }),
  )
  return [...whole, ...rest]
}

function kindOf({ transactionCode, addenda }: Entry): ReceivedKind {
  if (addenda.some(({ type }) => type === '99')) return 'return'
  if (addenda.some(({ type }) => type === '98')) return 'change'
  if (isReturnCode(transactionCode)) return 'malformed'
  return isCredit(transactionCode) ? 'credit' : 'debit'
}
