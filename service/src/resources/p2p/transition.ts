import { mustFollow } from '../../kernel/state-machine.ts'
import { joinTransfers, NO_TRANSFERS } from '../../ledger/index.ts'
import type { Transition } from '../transitions/index.ts'
import { ARRIVAL_MS, ATTEMPTS_MAX, type Failure, isPastExpiry, P2P_STATES, type P2p, type P2pEvent } from './model.ts'
import { p2pTransfers } from './postings.ts'

export type P2pTransition = Transition<P2p>

type Changes = Partial<Pick<P2p, 'committed_at' | 'ended_at' | 'failure' | 'due_at'>>

/** Every change of a payment's status: by the state table, with its transfers. */
const makeTransition = (from: P2p, event: P2pEvent, at: Date, changes: Changes): P2pTransition => ({
  from,
  to: {
    ...from,
    ...changes,
    status: mustFollow(P2P_STATES, from.status, event),
    // A step that was due earlier may be written later than a change of `user_data`.
    updated_at: at > from.updated_at ? at : from.updated_at,
  },
  transfers: p2pTransfers(event, from, at),
})

export const commit = (payment: P2p, at: Date): P2pTransition =>
  makeTransition(payment, 'commit', at, { committed_at: at, due_at: new Date(at.getTime() + ARRIVAL_MS) })

export const mistake = (payment: P2p, at: Date): P2pTransition => makeTransition(payment, 'mistake', at, {})

export const exhaust = (payment: P2p, at: Date): P2pTransition =>
  makeTransition(payment, 'exhaust', at, { ended_at: at, due_at: null })

/** A wrong code; the third one ends the payment. */
export const rejectCode = (payment: P2p, at: Date): P2pTransition =>
  payment.attempts < ATTEMPTS_MAX ? mistake(payment, at) : exhaust(payment, at)

export const expire = (payment: P2p): P2pTransition =>
  makeTransition(payment, 'expire', payment.expires_at, { ended_at: payment.expires_at, due_at: null })

export const send = (payment: P2p, at: Date): P2pTransition =>
  makeTransition(payment, 'send', at, { ended_at: at, due_at: null })

export const fail = (payment: P2p, failure: Failure, at: Date): P2pTransition =>
  makeTransition(payment, 'fail', at, { ended_at: at, due_at: null, failure })

/** A row that has not changed yet. */
export const unchanged = (row: P2p): P2pTransition => ({ from: row, to: row, transfers: NO_TRANSFERS })

/** Successive changes of one payment as one, with the transfers of both. */
export const followedBy = (first: P2pTransition, { to, transfers }: P2pTransition): P2pTransition => ({
  from: first.from,
  to,
  transfers: joinTransfers([first.transfers, transfers]),
})

/** The payment in its state at that moment: a stopped worker extends no deadline. */
export const asOf = (payment: P2p, now: Date): P2p => (isPastExpiry(payment, now) ? expire(payment).to : payment)
