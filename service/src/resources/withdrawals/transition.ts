import { type ActivityEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import type { Failure } from '../../kernel/failure.ts'
import { dollars } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import { type BookTransfers, joinTransfers, NO_TRANSFERS } from '../../ledger/index.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import { returnReason } from '../../rails/ach/return-codes.ts'
import { bankLabel, waitingEntry } from '../account-connections/index.ts'
import type { Transition } from '../transitions/index.ts'
import {
  type AnyWithdrawal,
  FAILURES,
  type FailureCode,
  isAwaiting,
  stateOf,
  WITHDRAWAL_STATES,
  type Withdrawal,
  type WithdrawalEvent,
} from './model.ts'

/** Where the money of a withdrawal is: the transfers of each event, and the words for the accounts. */
export interface WithdrawalBooks<W> {
  /** The account that holds the amount until it is sent. */
  readonly pending: string
  /** The account that it came from. */
  readonly home: string
  transfers(event: WithdrawalEvent, withdrawal: W, at: Date): BookTransfers
}

interface Step<W> {
  readonly event: WithdrawalEvent
  readonly at: Date
  readonly entries: readonly ActivityEntry[]
  readonly changes?: Partial<W>
}

/** Every change of a withdrawal's status: by the state table, with its entries and transfers. */
function makeTransition<W extends AnyWithdrawal>(
  from: W,
  books: WithdrawalBooks<W>,
  { event, at, entries, changes }: Step<W>,
): Transition<W> {
  const state = mustFollow(WITHDRAWAL_STATES, stateOf(from), event)
  const to: W = {
    ...from,
    awaits_until: null,
    due_at: null,
    batch_at: null,
    ...changes,
    status: state === 'awaiting' ? 'ready' : state,
    activity: [...from.activity, ...entries],
    updated_at: at,
  }
  if (stateOf(to) !== state) throw new Error(`withdrawal ${from.id} would be ${stateOf(to)}, not ${state}`)
  return { from, to, transfers: books.transfers(event, from, at) }
}

/** The first entries of every withdrawal's activity. */
const acceptedEntries = <W extends AnyWithdrawal>(
  { amount_in_cents }: W,
  { pending }: WithdrawalBooks<W>,
  at: Date,
): ActivityEntry[] => [
  statusEntry('created', 'Created', at),
  transferEntry('ready', `${dollars(amount_in_cents)} moved to ${pending}`, at),
  statusEntry('ready', 'Ready', at),
]

/** The funds are reserved. */
export const reserve = <W extends AnyWithdrawal>(withdrawal: W, books: WithdrawalBooks<W>, at: Date): Transition<W> =>
  makeTransition(withdrawal, books, {
    event: 'accept',
    at,
    entries: acceptedEntries(withdrawal, books, at),
    changes: { due_at: at } as Partial<W>,
  })

/** The funds are reserved until others have approved, or the time for it is over. */
export const hold = (
  withdrawal: Withdrawal,
  books: WithdrawalBooks<Withdrawal>,
  { approval, until }: { readonly approval: string; readonly until: Date },
  at: Date,
): Transition<Withdrawal> =>
  makeTransition(withdrawal, books, {
    event: 'hold',
    at,
    entries: [
      ...acceptedEntries(withdrawal, books, at),
      statusEntry('ready', 'Awaits approval', at, 'awaiting_approval'),
    ],
    changes: { approval, awaits_until: until },
  })

/** Enough have approved: it can be initiated. */
export const approve = (
  withdrawal: Withdrawal,
  books: WithdrawalBooks<Withdrawal>,
  by: string,
  at: Date,
): Transition<Withdrawal> =>
  makeTransition(withdrawal, books, {
    event: 'approve',
    at,
    entries: [statusEntry('ready', `Approved by ${by}`, at)],
    changes: { due_at: at },
  })

/** It goes with the next ACH batch. */
export const initiate = <W extends AnyWithdrawal>(
  withdrawal: W,
  books: WithdrawalBooks<W>,
  ach: AchRail,
  at: Date,
): Transition<W> =>
  makeTransition(withdrawal, books, {
    event: 'initiate',
    at,
    entries: [statusEntry('pending', 'Payment initiated by ACH, with the next batch', at)],
    changes: ach.schedule(at, withdrawal.amount_in_cents) as Partial<W>,
  })

/** The bank account is new: the withdrawal stays `ready` until it may be paid to. Its status does not change. */
export function waitForBankAccount(withdrawal: Withdrawal, until: Date, at: Date): Transition<Withdrawal> {
  if (withdrawal.status !== 'ready' || isAwaiting(withdrawal))
    throw new Error(`withdrawal ${withdrawal.id} cannot wait`)
  const activity = [...withdrawal.activity, waitingEntry('ready', until, at)]
  return { from: withdrawal, to: { ...withdrawal, due_at: until, activity, updated_at: at }, transfers: NO_TRANSFERS }
}

/** The bank account has changed before an initiated withdrawal left: it leaves with the first batch that may pay to it. */
export function delay(withdrawal: Withdrawal, until: Date, ach: AchRail, at: Date): Transition<Withdrawal> {
  if (withdrawal.status !== 'pending' || withdrawal.ach_file !== null)
    throw new Error(`withdrawal ${withdrawal.id} cannot be delayed`)
  const activity = [...withdrawal.activity, waitingEntry('pending', until, at)]
  const to = { ...withdrawal, ...ach.schedule(until, withdrawal.amount_in_cents), activity, updated_at: at }
  return { from: withdrawal, to, transfers: NO_TRANSFERS }
}

/** Two transitions of one withdrawal in one transaction, as one. */
export const followedBy = <W>(first: Transition<W>, { to, transfers }: Transition<W>): Transition<W> => ({
  from: first.from,
  to,
  transfers: joinTransfers([first.transfers, transfers]),
})

/** A withdrawal that left in a bank's file has its bank account in there; any other goes to the one of this moment. */
export function send<W extends AnyWithdrawal>(
  withdrawal: W,
  books: WithdrawalBooks<W>,
  at: Date,
  batch?: { readonly bank: BankAccount; readonly ach: AchRail },
): Transition<W> {
  if (withdrawal.ach_file === null && !batch)
    throw new Error(`withdrawal ${withdrawal.id} has no bank account to go to`)
  const back = batch?.ach.returnOf(batch.bank, at)
  return makeTransition(withdrawal, books, {
    event: 'send',
    at,
    entries: [
      statusEntry('sent', 'Sent to the ACH network', at),
      transferEntry('sent', `${dollars(withdrawal.amount_in_cents)} paid from ${books.pending}`, at),
    ],
    changes: {
      due_at: back?.at ?? null,
      return_code: back?.code ?? null,
      ...(batch ? { destination: bankLabel(batch.bank.account_type, batch.bank.account_number) } : {}),
    } as Partial<W>,
  })
}

const givenBack = <W extends AnyWithdrawal>(
  { amount_in_cents }: W,
  { home }: WithdrawalBooks<W>,
  status: 'returned' | 'error' | 'canceled',
  at: Date,
): ActivityEntry => transferEntry(status, `${dollars(amount_in_cents)} returned to ${home}`, at)

/** The bank has returned the payment. */
export const returnFromBank = <W extends AnyWithdrawal>(
  withdrawal: W,
  books: WithdrawalBooks<W>,
  code: string,
  at: Date,
): Transition<W> =>
  makeTransition(withdrawal, books, {
    event: 'return',
    at,
    entries: [
      statusEntry('returned', `Returned by the bank: ${returnReason(code)}`, at, code),
      givenBack(withdrawal, books, 'returned', at),
    ],
    changes: { return_code: code } as Partial<W>,
  })

/** The payment could not be made. */
export const fail = <W extends AnyWithdrawal>(
  withdrawal: W,
  books: WithdrawalBooks<W>,
  { code, reason }: Failure<FailureCode>,
  at: Date,
): Transition<W> =>
  makeTransition(withdrawal, books, {
    event: 'fail',
    at,
    entries: [
      statusEntry('error', `Failed: ${reason ?? FAILURES[code]}`, at, code),
      givenBack(withdrawal, books, 'error', at),
    ],
  })

/** Canceled before it was initiated. */
export const release = <W extends AnyWithdrawal>(
  withdrawal: W,
  books: WithdrawalBooks<W>,
  { event, why }: { readonly event: 'cancel' | 'expire'; readonly why: string },
  at: Date,
): Transition<W> =>
  makeTransition(withdrawal, books, {
    event,
    at,
    entries: [statusEntry('canceled', why, at), givenBack(withdrawal, books, 'canceled', at)],
  })

/** The transition that is due to a withdrawal, by its state. */
export function dueTransition<W extends AnyWithdrawal>(
  withdrawal: W,
  books: WithdrawalBooks<W>,
  ach: AchRail,
  account: { readonly bank: BankAccount } | { readonly failure: Failure<FailureCode> },
  at: Date | null = withdrawal.due_at,
): Transition<W> {
  const { id, status, ach_file, return_code } = withdrawal
  if (at === null) throw new Error(`withdrawal ${id} is not due`)
  if (status === 'ready') return initiate(withdrawal, books, ach, at)
  if (status === 'sent') return returnFromBank(withdrawal, books, return_code ?? '', at)
  if (status !== 'pending') throw new Error(`withdrawal ${id} is ${status} and due`)
  if (ach_file !== null) return send(withdrawal, books, at)
  if ('failure' in account) return fail(withdrawal, books, account.failure, at)
  return send(withdrawal, books, at, { bank: account.bank, ach })
}
