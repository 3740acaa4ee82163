import {
  type Book,
  became,
  type Coming,
  dollars,
  ENTERPRISE,
  type Entry,
  type Expected,
  hourAfter,
  INVALID_STATE,
  invalid,
  iso,
  isSame,
  MINUTE_MS,
  moved,
  NOT_FOUND,
  refuse,
  type Thing,
  type UserData,
} from './book.ts'
import type { Connection } from './connections.ts'
import { RETURN_REASONS, type ReturnCode } from './payouts.ts'

export interface Withdrawal extends Thing {
  readonly kind: 'withdrawal'
  readonly amount: number
  status: 'pending' | 'sent' | 'error' | 'returned'
  description: string
  /** The account that it went to; until it leaves, the one that is registered. */
  account: string | undefined
  failure?: string
  due: number | undefined
}

interface WithdrawalChanges {
  readonly description?: string | undefined
  readonly userData?: UserData | undefined
}

/** A withdrawal of a creator, which no enterprise sees but in the answer to its simulation. */
interface Taken extends Pick<Thing, 'activity' | 'created' | 'updated'> {
  readonly amount: number
  due: number | undefined
}

/** The account that stands ready in every sandbox. */
const SAMPLE = '000123456789'

const beginning = (amount: number, now: number): Entry[] => [
  became('created', 'Created', now),
  moved('ready', `${dollars(amount)} moved to pending withdrawals`, now),
  became('ready', 'Ready', now),
  became('pending', 'Payment initiated by ACH, with the next batch', now),
]

/** No rule asks for their approval here, so none ever rests in `ready`. */
export class Withdrawals {
  readonly all: Withdrawal[] = []
  private readonly taken: Taken[] = []
  private account = SAMPLE
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  get pending(): number {
    return this.all.reduce((sum, { status, amount }) => sum + (status === 'pending' ? amount : 0), 0)
  }

  labelOf({ account = this.account }: Withdrawal): string {
    return `Checking ••••${account.slice(-4)}`
  }

  register(account: string): Expected {
    this.account = account
    return { status: 200, body: () => ({ destination: `Checking ••••${account.slice(-4)}` }) }
  }

  create({ amount, description, userData }: WithdrawalChanges & { readonly amount: number }): Expected {
    const { book } = this
    const { now } = book
    if (amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (amount > book.operating) return refuse(402, 'insufficient_funds')
    book.credit(-amount)
    const withdrawal: Withdrawal = {
      kind: 'withdrawal',
      id: '',
      amount,
      status: 'pending',
      description: description ?? `Withdrawal from ${ENTERPRISE}`,
      account: undefined,
      due: hourAfter(now),
      userData,
      created: now,
      updated: now,
      activity: beginning(amount, now),
    }
    this.all.push(withdrawal)
    return { status: 201, shows: withdrawal }
  }

  /** A cancellation comes too late, whenever it comes. */
  change(withdrawal: Withdrawal, changes: WithdrawalChanges): Expected {
    const { book } = this
    this.settle(withdrawal)
    const { description = withdrawal.description, userData = withdrawal.userData } = changes
    if (withdrawal.description !== description || !isSame(withdrawal.userData, userData)) {
      Object.assign(withdrawal, { description, userData, updated: book.now })
      book.tell(withdrawal, book.now)
    }
    return { status: 200, shows: withdrawal }
  }

  return(withdrawal: Withdrawal, code: ReturnCode): Expected {
    return this.book.unlessRefused(withdrawal, () => {
      this.settle(withdrawal)
      if (withdrawal.status !== 'sent') return INVALID_STATE
      this.giveBack(withdrawal, code, this.book.now)
      return { status: 200, shows: withdrawal }
    })
  }

  fail(withdrawal: Withdrawal): Expected {
    return this.book.unlessRefused(withdrawal, () => {
      const { now } = this.book
      this.settle(withdrawal)
      if (withdrawal.status !== 'pending') return INVALID_STATE
      withdrawal.account = this.account
      withdrawal.failure = 'payment_failed'
      this.book.credit(withdrawal.amount)
      this.moveTo(withdrawal, undefined, now, [
        became('error', 'Failed: the payment could not be made', now, 'payment_failed'),
        moved('error', `${dollars(withdrawal.amount)} returned to the operating account`, now),
      ])
      return { status: 200, shows: withdrawal }
    })
  }

  /** As the creator of the connection: to the sample account, which never comes back. */
  take(connection: Connection | undefined, amount: number): Expected {
    const { book } = this
    const { now } = book
    if (amount < 1) return invalid(['amount_in_cents', 'out_of_range'])
    if (!connection) return NOT_FOUND
    const { method, status } = connection
    if (status !== 'active' || !method || method.type === 'ach') return INVALID_STATE
    if (amount > book.purse(method.creator)) return refuse(402, 'insufficient_funds')
    book.give(method.creator, -amount)
    const activity = beginning(amount, now)
    this.taken.push({ amount, due: hourAfter(now), activity, created: now, updated: now })
    const shown = { amount_in_cents: amount, status: 'pending', destination: 'Checking ••••6789', activity }
    return { status: 200, body: () => ({ ...shown, created_at: iso(now), updated_at: iso(now) }) }
  }

  *coming(): Iterable<Coming> {
    for (const [nth, one] of this.taken.entries()) {
      if (one.due !== undefined) yield { at: one.due, rank: 0.3, nth, happen: () => this.leave(one) }
    }
    for (const [nth, withdrawal] of this.all.entries()) {
      const { due } = withdrawal
      if (due !== undefined) yield { at: due, rank: 0.25, nth, happen: () => this.step(withdrawal, due) }
    }
  }

  private leave(taken: Taken): void {
    taken.due = undefined
    this.book.achOut += taken.amount
  }

  private settle(withdrawal: Withdrawal): void {
    while (withdrawal.due !== undefined && withdrawal.due <= this.book.now) this.step(withdrawal, withdrawal.due)
  }

  private step(withdrawal: Withdrawal, at: number): void {
    if (withdrawal.status === 'pending') this.send(withdrawal, at)
    else this.giveBack(withdrawal, 'R03', at)
  }

  private send(withdrawal: Withdrawal, at: number): void {
    const { account } = this
    withdrawal.account = account
    this.book.achOut += withdrawal.amount
    this.moveTo(withdrawal, account.startsWith('9') ? at + 30 * MINUTE_MS : undefined, at, [
      became('sent', 'Sent to the ACH network', at),
      moved('sent', `${dollars(withdrawal.amount)} paid from pending withdrawals`, at),
    ])
  }

  private giveBack(withdrawal: Withdrawal, code: ReturnCode, at: number): void {
    const { amount } = withdrawal
    this.book.credit(amount)
    this.book.achOut -= amount
    withdrawal.failure = code
    this.moveTo(withdrawal, undefined, at, [
      became('returned', `Returned by the bank: ${RETURN_REASONS[code]}`, at, code),
      moved('returned', `${dollars(amount)} returned to the operating account`, at),
    ])
  }

  private moveTo(
    withdrawal: Withdrawal,
    due: number | undefined,
    at: number,
    entries: readonly [Entry, ...Entry[]],
  ): void {
    withdrawal.status = entries[0].status as Withdrawal['status']
    withdrawal.due = due
    this.book.note(withdrawal, at, ...entries)
    this.book.tell(withdrawal, at)
  }
}
