import type { TenantId } from '../../kernel/ids.ts'
import { type BankingDate, bankingDayOf } from '../../rails/ach/calendar.ts'
import {
  AchFault,
  type Batch,
  CREDIT_CODES,
  DEBIT_CODES,
  type Entry,
  readAch,
  saysSomething,
  transliterate,
  UnspellableText,
  writeAch,
} from '../../rails/ach/nacha/index.ts'
import type { Sendable, Unsendable } from '../../rails/ach/port.ts'
import { bankLabel } from '../account-connections/index.ts'
import { madeAt, type Originator, shortDay } from './model.ts'

const NAME_MAX = 22
const COMPANY_MAX = 16
const ID_MAX = 15
const NOTE_MAX = 80
/** The trace number's own part: seven digits, never zero. */
export const TRACES = 9_999_999
const TRACE_DIGITS = 7

type Draft = Omit<Entry, 'traceNumber'>

export interface DraftedEntry {
  /** The payment that it carries. */
  readonly id: string
  readonly entryClass: EntryClass
  /** For an addenda; absent where there is none, or ACH cannot carry it. */
  readonly note?: string
  readonly draft: Draft
  /** The bank account as people see it. */
  readonly label: string
}

/** An entry but for its trace number, or why no file can carry it. */
export function draftEntry(
  { id, amount, bank, isBusiness, description }: Sendable,
  kind: PaymentKind,
): DraftedEntry | Unsendable {
  try {
    const draft = {
      transactionCode: CREDIT_CODES[bank.account_type],
      routingNumber: bank.routing_number,
      accountNumber: spelled('the account number', bank.account_number, 17),
      amount,
      individualIdentification: id.slice(-ID_MAX),
      individualName: spelled('the name on the account', bank.name_on_account, NAME_MAX),
      discretionaryData: '',
      addenda: [],
    }
    const entryClass = kind === 'withdrawal' || isBusiness ? 'CCD' : 'PPD'
    return { id, entryClass, draft, label: bankLabel(bank.account_type, bank.account_number), ...noteOf(description) }
  } catch (error) {
    if (error instanceof UnspellableText || error instanceof AchFault) {
      return { id, failure: { code: 'bank_account_unsendable', reason: error.message } }
    }
    throw error
  }
}

/** A description that ACH cannot carry is left out: it is no reason not to pay. */
function noteOf(description: string | undefined): { readonly note?: string } {
  try {
    const note = transliterate(description ?? '')
      .slice(0, NOTE_MAX)
      .trim()
    return note === '' ? {} : { note }
  } catch (error) {
    if (error instanceof UnspellableText) return {}
    throw error
  }
}

function spelled(what: string, text: string, width: number): string {
  const plain = transliterate(text).slice(0, width).trim()
  if (plain === '') throw new AchFault(0, `${what} is empty`)
  return plain
}

/** The enterprise's name; ours where its script cannot be written in a file, or where it is zeros alone. */
function companyName(enterprise: string, originator: Originator): string {
  const ours = originator.originName.slice(0, COMPANY_MAX).trim()
  try {
    const name = spelled('the name', enterprise, COMPANY_MAX)
    return saysSomething(name) ? name : ours
  } catch {
    return ours
  }
}

export interface FileDetails {
  readonly originator: Originator
  readonly modifier: string
  readonly now: Date
  readonly settlesOn: BankingDate
  /** The first of as many trace numbers in a row as there are entries. */
  readonly firstTrace: number
}

/** PPD to people, CCD to businesses. */
export type EntryClass = 'PPD' | 'CCD'

/** The words by which receivers see each kind of payment in their statements. */
const DESCRIPTIONS = { payout: 'PAYOUT', withdrawal: 'WITHDRAWAL', creator: 'WITHDRAWAL' } as const

export type PaymentKind = keyof typeof DESCRIPTIONS

/** The payments of one enterprise, kind and entry class: a batch. */
export interface DraftedGroup {
  readonly tenant: TenantId
  readonly kind: PaymentKind
  readonly enterprise: string
  readonly entryClass: EntryClass
  readonly entries: readonly DraftedEntry[]
}

/** One batch has one entry class. */
export function groupsOf(payments: Omit<DraftedGroup, 'entryClass'>): DraftedGroup[] {
  return (['PPD', 'CCD'] as const).flatMap((entryClass) => {
    const entries = payments.entries.filter((one) => one.entryClass === entryClass)
    return entries.length > 0 ? [{ ...payments, entryClass, entries }] : []
  })
}

export interface ComposedFile {
  readonly text: string
  readonly traces: readonly {
    readonly trace: string
    readonly owner: TenantId
    readonly payout: string
    readonly amount: number
  }[]
  readonly credit: number
  /** The sum of the offset entries. */
  readonly debit: number
}

/** The file of these payments, all of them credits: one batch per enterprise, kind and entry class. */
export function composeFile(groups: readonly DraftedGroup[], details: FileDetails): ComposedFile {
  const { originator, now } = details
  const made = madeAt(now)
  const odfi = originator.routingNumber.slice(0, 8)
  const traces: ComposedFile['traces'][number][] = []
  let next = details.firstTrace
  const traceOf = (): string => `${odfi}${String(next++).padStart(7, '0')}`
  const batches = groups.map(({ tenant, kind, enterprise, entryClass, entries }, nth): Batch => {
    const payments = entries.map(({ id, draft, note }): Entry => {
      const traceNumber = traceOf()
      traces.push({ trace: traceNumber, owner: tenant, payout: id, amount: draft.amount })
      return { ...draft, traceNumber, addenda: originator.hasAddenda ? addendaOf(traceNumber, note) : [] }
    })
    const offsets = offsetOf(payments, originator, traceOf)
    return {
      header: {
        // Mixed, where an offset debits our own account for the credits.
        serviceClassCode: offsets.length > 0 ? '200' : '220',
        companyName: companyName(enterprise, originator),
        companyDiscretionaryData: '',
        companyIdentification: originator.companyIdentification,
        standardEntryClassCode: entryClass,
        companyEntryDescription: DESCRIPTIONS[kind],
        companyDescriptiveDate: '',
        effectiveEntryDate: shortDay(details.settlesOn),
        settlementDate: '   ',
        originatorStatusCode: '1',
        originatingDfi: odfi,
        batchNumber: String(nth + 1).padStart(7, '0'),
      },
      entries: [...payments, ...offsets],
    }
  })
  const text = writeAch({
    header: {
      immediateDestination: ` ${originator.destination}`,
      immediateOrigin: originator.origin.padStart(10),
      fileCreationDate: shortDay(made.day),
      fileCreationTime: made.time,
      fileIdModifier: details.modifier,
      immediateDestinationName: originator.destinationName,
      immediateOriginName: originator.originName,
      referenceCode: '',
    },
    batches,
  })
  const credit = traces.reduce((sum, { amount }) => sum + amount, 0)
  return { text, traces, credit, debit: originator.offset ? credit : 0 }
}

const addendaOf = (traceNumber: string, note: string | undefined): Entry['addenda'] =>
  note === undefined
    ? []
    : [
        {
          type: '05',
          paymentInformation: note,
          sequenceNumber: 1,
          entrySequenceNumber: Number(traceNumber.slice(-TRACE_DIGITS)),
        },
      ]

/** The debit of our own account that balances a batch; a batch of prenotifications needs none. */
function offsetOf(payments: readonly Entry[], { offset, originName }: Originator, traceOf: () => string): Entry[] {
  const sum = payments.reduce((total, { amount }) => total + amount, 0)
  if (!offset || sum === 0) return []
  return [
    {
      transactionCode: DEBIT_CODES[offset.account_type],
      routingNumber: offset.routing_number,
      accountNumber: offset.account_number,
      amount: sum,
      individualIdentification: 'OFFSET',
      individualName: originName.slice(0, NAME_MAX).trim(),
      discretionaryData: '',
      traceNumber: traceOf(),
      addenda: [],
    },
  ]
}

/** The same payments with the dates of a later time. `modifier`: where the file goes by another day. */
export function redateText(
  text: string,
  { now, settlesOn, modifier }: Pick<FileDetails, 'now' | 'settlesOn'> & { readonly modifier: string | undefined },
): string {
  const { header, batches } = readAch(text).file
  const made = madeAt(now)
  return writeAch({
    header: {
      ...header,
      fileCreationDate: shortDay(made.day),
      fileCreationTime: made.time,
      fileIdModifier: modifier ?? header.fileIdModifier,
    },
    batches: batches.map((batch) => ({
      ...batch,
      header: { ...batch.header, effectiveEntryDate: shortDay(settlesOn) },
    })),
  })
}

/** A file with one entry of a cent to the originating bank itself. It is never sent: it shows that the settings make a file. */
export function sampleFile(originator: Originator, now: Date): string {
  const draft = {
    transactionCode: CREDIT_CODES.checking,
    routingNumber: originator.routingNumber,
    accountNumber: '1',
    amount: 1,
    individualIdentification: 'SAMPLE',
    individualName: 'SAMPLE',
    discretionaryData: '',
    addenda: [],
  }
  const entries = [{ id: 'sample', entryClass: 'PPD' as const, draft, label: '' }]
  const details = { originator, modifier: 'A', now, settlesOn: bankingDayOf(now), firstTrace: 1 }
  const payments = { tenant: 0 as TenantId, kind: 'payout' as const, enterprise: originator.originName, entries }
  return composeFile(groupsOf(payments), details).text
}
