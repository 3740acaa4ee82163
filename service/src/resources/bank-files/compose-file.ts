import type { TenantId } from '../../kernel/ids.ts'
import { type BankingDate, bankingDayOf } from '../../rails/ach/calendar.ts'
import {
  AchFault,
  type Batch,
  CREDIT_CODES,
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
/** The trace number's own part: seven digits, never zero. */
export const TRACES = 9_999_999

type Draft = Omit<Entry, 'traceNumber'>

export interface DraftedEntry {
  /** The payment that it carries. */
  readonly id: string
  readonly draft: Draft
  /** The bank account as people see it. */
  readonly label: string
}

/** An entry but for its trace number, or why no file can carry it. */
export function draftEntry({ id, amount, bank }: Sendable): DraftedEntry | Unsendable {
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
    return { id, draft, label: bankLabel(bank.account_type, bank.account_number) }
  } catch (error) {
    if (error instanceof UnspellableText || error instanceof AchFault) {
      return { id, failure: { code: 'bank_account_unsendable', reason: error.message } }
    }
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

/** The batch header of each kind of payment: PPD for people, CCD for the account of an enterprise. */
const BATCHES = {
  payout: { standardEntryClassCode: 'PPD', companyEntryDescription: 'PAYOUT' },
  withdrawal: { standardEntryClassCode: 'CCD', companyEntryDescription: 'WITHDRAWAL' },
  creator: { standardEntryClassCode: 'PPD', companyEntryDescription: 'WITHDRAWAL' },
} as const

export type PaymentKind = keyof typeof BATCHES

/** The payments of one enterprise and kind. */
export interface DraftedGroup {
  readonly tenant: TenantId
  readonly kind: PaymentKind
  readonly enterprise: string
  readonly entries: readonly DraftedEntry[]
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
}

/** The file of these payments, all of them credits: one batch per enterprise and kind. */
export function composeFile(groups: readonly DraftedGroup[], details: FileDetails): ComposedFile {
  const { originator, now } = details
  const made = madeAt(now)
  const odfi = originator.routingNumber.slice(0, 8)
  const traces: ComposedFile['traces'][number][] = []
  let next = details.firstTrace
  const batches = groups.map(
    ({ tenant, kind, enterprise, entries }, nth): Batch => ({
      header: {
        serviceClassCode: '220',
        companyName: companyName(enterprise, originator),
        companyDiscretionaryData: '',
        companyIdentification: originator.companyIdentification,
        ...BATCHES[kind],
        companyDescriptiveDate: '',
        effectiveEntryDate: shortDay(details.settlesOn),
        settlementDate: '   ',
        originatorStatusCode: '1',
        originatingDfi: odfi,
        batchNumber: String(nth + 1).padStart(7, '0'),
      },
      entries: entries.map(({ id, draft }) => {
        const traceNumber = `${odfi}${String(next++).padStart(7, '0')}`
        traces.push({ trace: traceNumber, owner: tenant, payout: id, amount: draft.amount })
        return { ...draft, traceNumber }
      }),
    }),
  )
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
  return { text, traces, credit: traces.reduce((sum, { amount }) => sum + amount, 0) }
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
  const entries = [{ id: 'sample', draft, label: '' }]
  const details = { originator, modifier: 'A', now, settlesOn: bankingDayOf(now), firstTrace: 1 }
  return composeFile([{ tenant: 0 as TenantId, kind: 'payout', enterprise: originator.originName, entries }], details)
    .text
}
