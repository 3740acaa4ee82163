import type { TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import { isReturnedCredit } from '../../rails/ach/nacha/index.ts'
import { bookByHand, findAccountEverOpened, findNamedAccount, type OwnAccount } from '../incoming-money/index.ts'
import type { PayoutDeps } from '../payouts/index.ts'
import { CORRECT } from './correct-paid.ts'
import { correctionOf } from './corrections.ts'
import type { Originator } from './model.ts'
import { type ProcessorDeps, takeAnyCredit } from './processor-credit.ts'
import type { ReceivedEntry, ReceivedKind, Settlement } from './received.ts'
import { kindOfSent } from './sent.ts'
import { changeIn, giveBackAs, heldIn, returnIn } from './settle-received.ts'
import { findSent, findSentFor, type KeptEntry, lockKept, type ReceivedKey, type Sent, settleRow } from './store.ts'

/**
 * The bookings that a person can choose. `return`: a payment of ours came back. `credit`: money for one of our accounts.
 * `taken_back`: the bank has taken money from one of our accounts, by a debit or a reversal. `correction`: the bank account
 * of a payout or a withdrawal is another one.
 */
export const BOOKINGS = ['return', 'credit', 'taken_back', 'correction'] as const
export type Booking = (typeof BOOKINGS)[number]

/** The bookings of each kind of entry, the one that is meant when a person names none first. A malformed one has none. */
const CHOICES: Readonly<Record<ReceivedKind, readonly Booking[]>> = {
  return: ['return', 'credit'],
  credit: ['credit'],
  debit: ['taken_back'],
  change: ['correction'],
  malformed: BOOKINGS,
}

export interface ApplyDeps extends PayoutDeps, ProcessorDeps {
  /** Undefined while the bank's settings are incomplete; only credits need it. */
  readonly originator: Originator | undefined
  readonly as: Booking | undefined
  /** The payment that comes back or is corrected, where the trace number does not say. */
  readonly payout: string | undefined
  /** The number of the account of ours, where the entry does not say, or another one is right. */
  readonly account: string | undefined
}

/**
 * Books an entry that waited for a person, who has decided. An entry that no booking fits goes on waiting: another amount, a
 * payout that is not `sent`, an unknown account.
 */
export async function applyKept(tx: Tx, bank: TenantId, key: ReceivedKey, deps: ApplyDeps): Promise<Settlement> {
  const row = await lockKept(tx, bank, key)
  if (!row) return { kept: 'nothing of that name waits; see `ach kept`' }
  const choices = CHOICES[row.kind]
  const as = deps.as ?? (row.kind === 'malformed' ? undefined : choices[0])
  if (as === undefined) return { kept: `say as what it is to be booked: ${choices.join(', ')}` }
  if (!choices.includes(as)) return { kept: `a ${row.kind} can be booked as ${choices.join(' or ')}, not as ${as}` }
  if (deps.payout !== undefined && (as === 'credit' || as === 'taken_back')) {
    return { kept: 'a credit is of no payout' }
  }
  const outcome = await BOOK[as](tx, bank, row, deps)
  if (!('kept' in outcome)) await settleRow(tx, bank, row, outcome)
  return outcome
}

type Book = (tx: Tx, bank: TenantId, row: KeptEntry, deps: ApplyDeps) => Promise<Settlement>

/** How each booking is made. */
const BOOK: Readonly<Record<Booking, Book>> = {
  return: bookReturn,
  credit: bookCredit,
  taken_back: bookTakenBack,
  correction: bookCorrection,
}

/** The payment that a person names, or else the one under the trace number of the entry. */
async function paymentOf(
  tx: Tx,
  bank: TenantId,
  trace: string | undefined,
  payout: string | undefined,
): Promise<Sent | { readonly kept: string }> {
  if (payout !== undefined) return (await findSentFor(tx, bank, payout)) ?? { kept: `no file carried ${payout}` }
  if (trace === undefined) return { kept: 'it names no payment: name PAYOUT' }
  return (await findSent(tx, bank, trace)) ?? { kept: `nothing was sent under ${trace}: name PAYOUT` }
}

async function bookReturn(tx: Tx, bank: TenantId, row: KeptEntry, deps: ApplyDeps): Promise<Settlement> {
  const answer =
    row.kind === 'return' ? returnOf(heldIn(bank, row, deps.vault)) : returnInLines(linesOf(bank, row, deps))
  const sent = await paymentOf(tx, bank, answer.trace, deps.payout)
  return 'kept' in sent ? sent : giveBackAs(tx, { ...answer, amount: row.amount_in_cents }, sent, deps)
}

const returnOf = (held: ReceivedEntry) => ({
  code: returnIn(held).returnCode,
  trace: returnIn(held).originalTraceNumber as string | undefined,
  isOfCredit: isReturnedCredit(held.entry.transactionCode),
  transactionCode: held.entry.transactionCode,
})

/** The lines of an entry that breaks a rule, as they were received. */
function linesOf(bank: TenantId, row: KeptEntry, { vault }: ApplyDeps): readonly string[] {
  const held: unknown = heldIn(bank, row, vault)
  return (held as { readonly lines?: readonly string[] }).lines ?? []
}

/** The code and the trace number in the lines of a return whose code nobody knows. The person says that it is a return. */
function returnInLines(lines: readonly string[]) {
  const [, code = 'R00', trace] = /^799(R..)(\d{15})/.exec(lines.find((line) => line.startsWith('799')) ?? '') ?? []
  return { code, trace, isOfCredit: true }
}

async function bookCredit(tx: Tx, bank: TenantId, row: KeptEntry, deps: ApplyDeps): Promise<Settlement> {
  const { originator, vault, account, processorCompanyIds } = deps
  if (row.kind === 'credit' && account === undefined) {
    if (!originator) return { kept: 'the settings of the bank are not complete; see `production check`' }
    const credit = { originator, vault, processorCompanyIds, isChosen: true }
    return takeAnyCredit(tx, bank, heldIn(bank, row, vault), row, credit)
  }
  if (account === undefined) return UNNAMED
  return bookOnAccount(tx, bank, row, 'credit', await findNamedAccount(tx, bank, account, 'credit'))
}

const UNNAMED: Settlement = { kept: 'name the ACCOUNT of ours that it is for' }

async function bookTakenBack(tx: Tx, bank: TenantId, row: KeptEntry, deps: ApplyDeps): Promise<Settlement> {
  const kind = 'taken_back'
  if (deps.account !== undefined) {
    return bookOnAccount(tx, bank, row, kind, await findNamedAccount(tx, bank, deps.account, kind))
  }
  if (row.kind !== 'debit') return UNNAMED
  const number = heldIn(bank, row, deps.vault).entry.accountNumber.trim()
  return bookOnAccount(tx, bank, row, kind, await findAccountEverOpened(tx, bank, number))
}

async function bookOnAccount(
  tx: Tx,
  bank: TenantId,
  { file, ordinal, day, amount_in_cents, kind: entry }: KeptEntry,
  kind: 'credit' | 'taken_back',
  account: OwnAccount | undefined,
): Promise<Settlement> {
  if (!account) return { kept: 'there is no account with this number' }
  if (amount_in_cents === 0) return { kept: 'it has no amount' }
  const sourceId = `${file}.${ordinal}`
  await bookByHand(tx, bank, {
    kind,
    account,
    amount: cents(amount_in_cents),
    sourceId,
    day,
    isInFiles: entry === 'credit' || entry === 'return',
  })
  return { about: sourceId }
}

/** A person has compared the account, so it need not be the one that the entry names. */
async function bookCorrection(tx: Tx, bank: TenantId, row: KeptEntry, deps: ApplyDeps): Promise<Settlement> {
  if (row.kind !== 'change')
    return { kept: 'its lines break the rules: nothing in them can be taken for a bank account' }
  const { changeCode, originalTraceNumber, correctedData } = changeIn(heldIn(bank, row, deps.vault))
  const sent = await paymentOf(tx, bank, originalTraceNumber, deps.payout)
  if ('kept' in sent) return sent
  const changes = correctionOf(changeCode, correctedData)
  if ('why' in changes) return { kept: changes.why }
  return CORRECT[await kindOfSent(tx, sent)](tx, sent, () => changes, deps)
}
