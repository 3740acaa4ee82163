import type { Id } from '../../kernel/ids.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import { type BankingDate, easternDay } from '../../rails/ach/calendar.ts'
import type { BankAccount } from '../../rails/ach/port.ts'

/** Our identity in the files we send to the bank. */
export interface Originator {
  /** Routing number and name of the bank that receives the file. */
  readonly destination: string
  readonly destinationName: string
  /** Ten characters as the bank gave them, or nine digits. */
  readonly origin: string
  readonly originName: string
  readonly companyIdentification: string
  /** Routing number of the bank that originates, where creators' and operating accounts are. */
  readonly routingNumber: string
  /** Whether descriptions of payouts are written into addenda. */
  readonly hasAddenda?: boolean
  /** Whether a new bank account is prenotified before the first payout to it. */
  readonly hasPrenotes?: boolean
  /** Our account that each batch debits for its sum, for a bank that wants balanced files. */
  readonly offset?: Omit<BankAccount, 'name_on_account'>
}

export type OutgoingStatus = 'made' | 'renaming' | 'delivered' | 'conflict' | 'missing'
type OutgoingEvent = 'upload' | 'rename' | 'differ' | 'lose' | 'retry'

/**
 * `made`: its bytes are stored here and nothing was uploaded. `renaming`: it is at the bank, whole, under a name of the
 * upload. `delivered`: it has its real name. `conflict`: another file has that name at the bank; a person must look, and
 * may retry. `missing`: it was uploaded, and has neither name: the bank has taken it, or the folder has lost it. A person
 * must ask the bank which.
 */
export const OUTGOING_STATES: StateTable<OutgoingStatus, OutgoingEvent> = {
  made: { upload: 'renaming', rename: 'delivered', differ: 'conflict' },
  renaming: { rename: 'delivered', differ: 'conflict', lose: 'missing' },
  delivered: {},
  conflict: { retry: 'made' },
  missing: { rename: 'delivered', retry: 'made' },
}

export interface OutgoingFile {
  readonly id: Id<'achFile'>
  readonly name: string
  /** The banking day that it settles on. */
  readonly day: BankingDate
  readonly sha256: Buffer
  readonly bytes_sealed: Buffer
  readonly status: OutgoingStatus
  readonly upload_name: string | null
  /** The hash of the bytes that were uploaded, where they were encrypted. */
  readonly sent_sha256: Buffer | null
  readonly attempt: number
}

/** Bounds a transaction, and with it how long it holds the accounts of the enterprises. */
export const ENTRIES_MAX = 25_000

/** The largest total that a file can carry, in cents. */
export const CREDIT_MAX = 999_999_999_999

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Tells the files of one day apart. */
export function modifierOf(nthOfDay: number): string {
  const modifier = MODIFIERS[nthOfDay]
  if (modifier === undefined) throw new Error(`a day has at most ${MODIFIERS.length} ACH files`)
  return modifier
}

/** The end of the name of a file that is encrypted for the bank. */
export const ENCRYPTED = '.pgp'

export const fileName = (day: BankingDate, modifier: string): string =>
  `tributary-${day.replaceAll('-', '')}-${modifier}.ach`

/** `261116`. */
export const shortDay = (day: BankingDate): string => day.slice(2).replaceAll('-', '')

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })

/** When a file was made, as the bank's clock shows it. */
export const madeAt = (now: Date): { readonly day: BankingDate; readonly time: string } => ({
  day: easternDay(now),
  time: CLOCK.format(now).replace(':', ''),
})
