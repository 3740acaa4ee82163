import {
  type Book,
  type Coming,
  DAY_MS,
  dollars,
  type Entry,
  type Expected,
  INVALID_STATE,
  invalid,
  iso,
  NOT_FOUND,
  type Thing,
  type UserData,
} from './book.ts'
import type { Connection } from './connections.ts'

const ANSWER_MS = 30 * DAY_MS

export interface Terms {
  readonly source: string
  /** Tenths of a percent. */
  readonly permille?: number
  readonly fixed?: number
  readonly splitMax?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface Contract extends Thing {
  readonly kind: 'contract'
  readonly connection: Connection
  readonly terms: Terms
  status: 'created' | 'active' | 'declined' | 'terminated' | 'expired'
  expires: number | null
  agreed: number | null
  deleted: number | null
}

/** What a contract has taken of a deposit. */
export interface Split {
  id: string
  readonly contract: Contract
  readonly deposit: Deposit
  readonly amount: number
}

export interface Deposit {
  id: string
  readonly amount: number
  readonly created: number
  readonly splits: Split[]
}

export interface DepositRequest {
  readonly connection: Connection | undefined
  readonly source: string
  readonly amount: number
}

/** A line of a contract's log says less than those of others. */
const line = (entry: string, at: number): Entry => ({ entry, date: iso(at), hidden: false })
const TOO_LATE = 'Expired: not accepted within 30 days'

export class Contracts {
  readonly all: Contract[] = []
  readonly deposits: Deposit[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  create(connection: Connection | undefined, terms: Terms, userData: UserData | undefined): Expected {
    const { now } = this.book
    if (terms.maximum !== undefined && terms.maximum < (terms.minimum ?? 0)) {
      return invalid(['deposit_maximum_in_cents', 'out_of_range'])
    }
    if (!connection) return NOT_FOUND
    if (connection.status === 'deleted') return INVALID_STATE
    const contract: Contract = {
      kind: 'contract',
      id: '',
      connection,
      terms,
      status: 'created',
      expires: now + ANSWER_MS,
      agreed: null,
      deleted: null,
      created: now,
      updated: now,
      userData,
      activity: [line('Created: waiting for the creator to accept', now)],
    }
    this.all.push(contract)
    return { status: 201, shows: contract }
  }

  answer(contract: Contract, decision: 'accept' | 'decline'): Expected {
    const { now } = this.book
    if (this.asOf(contract).status !== 'created') return INVALID_STATE
    const { status, method } = contract.connection
    if (decision === 'accept' && (status !== 'active' || method?.type !== 'direct')) return INVALID_STATE
    contract.expires = null
    if (decision === 'accept') {
      contract.agreed = now
      this.become(contract, 'active', 'Accepted by the creator', now)
    } else this.become(contract, 'declined', 'Declined by the creator', now)
    return { status: 200, shows: contract }
  }

  delete(contract: Contract): Expected {
    if (contract.status !== 'terminated') this.terminate(contract, 'deleted by the enterprise')
    return { status: 200, shows: contract }
  }

  /** A contract ends with its connection, wherever it stands. */
  end(connection: Connection): void {
    for (const contract of this.all) {
      if (contract.connection !== connection || contract.status === 'terminated') continue
      this.terminate(contract, 'its account connection was deleted')
    }
  }

  private terminate(contract: Contract, why: string): void {
    const { now } = this.book
    if (this.isPast(contract)) this.become(contract, 'expired', TOO_LATE, contract.expires as number)
    // What has expired still says when.
    if (contract.status !== 'expired') contract.expires = null
    contract.deleted = now
    this.become(contract, 'terminated', `Terminated: ${why}`, now)
  }

  /** Every active contract of that source takes its share, in the order they were made; the creator keeps the rest. */
  deposit({ connection, source, amount }: DepositRequest): Expected {
    const { book } = this
    const shown = this.preview({ connection, source, amount })
    if (!shown.body || !connection) return shown
    const { shares, left } = this.split(connection.email, source, amount)
    const deposit: Deposit = { id: '', amount, created: book.now, splits: [] }
    this.deposits.push(deposit)
    book.give(connection.email, left)
    for (const { contract, share } of shares) {
      const split: Split = { id: '', contract, deposit, amount: share }
      deposit.splits.push(split)
      book.credit(share)
      book.note(contract, book.now, splitLine(split))
      book.tell(contract, book.now)
    }
    const body = () => ({
      id: deposit.id,
      account_connection: connection.id,
      deposit_source: source,
      amount_in_cents: amount,
      splits: deposit.splits.map((one) => ({ id: one.id, contract: one.contract.id, amount_in_cents: one.amount })),
      remaining_in_cents: left,
      created_at: iso(deposit.created),
    })
    return { status: 200, body }
  }

  /** The same, and nothing happens. */
  preview({ connection, source, amount }: DepositRequest): Expected {
    if (!connection) return NOT_FOUND
    if (connection.status !== 'active' || connection.method?.type !== 'direct') return INVALID_STATE
    const { shares, left } = this.split(connection.email, source, amount)
    const body = () => ({
      account_connection: connection.id,
      deposit_source: source,
      amount_in_cents: amount,
      splits: shares.map(({ contract, share }) => ({ contract: contract.id, amount_in_cents: share })),
      remaining_in_cents: left,
    })
    return { status: 200, body }
  }

  private split(creator: string, source: string, amount: number) {
    let left = amount
    const shares: { contract: Contract; share: number }[] = []
    for (const contract of this.all) {
      const { status, terms, connection } = contract
      const counts =
        status === 'active' &&
        terms.source === source &&
        connection.email === creator &&
        connection.status === 'active' &&
        connection.method?.type === 'direct'
      const share = counts ? Math.min(shareOf(terms, amount), left) : 0
      if (share === 0) continue
      shares.push({ contract, share })
      left -= share
    }
    return { shares, left }
  }

  private isPast({ status, expires }: Contract): boolean {
    return status === 'created' && expires !== null && expires <= this.book.now
  }

  /** How it is shown: past its thirty days it has expired, though nobody has written it yet. */
  asOf(contract: Contract): Contract {
    if (!this.isPast(contract)) return contract
    const at = contract.expires as number
    return { ...contract, status: 'expired', updated: at, activity: [...contract.activity, line(TOO_LATE, at)] }
  }

  /** Who looks for a status finds what has expired written down. */
  expire(): void {
    for (const contract of this.all) {
      if (this.isPast(contract)) this.become(contract, 'expired', TOO_LATE, contract.expires as number)
    }
  }

  *coming(): Iterable<Coming> {
    for (const [nth, contract] of this.all.entries()) {
      const { status, expires } = contract
      if (status !== 'created' || expires === null) continue
      yield { at: expires, rank: 6, nth, happen: () => this.become(contract, 'expired', TOO_LATE, expires) }
    }
  }

  private become(contract: Contract, status: Contract['status'], text: string, at: number): void {
    contract.status = status
    this.book.note(contract, at, line(text, at))
    this.book.tell(contract, at)
  }
}

/** Its ids are known only when the service has answered. */
const splitLine = (split: Split): Entry => ({
  get entry() {
    const { id, deposit, amount } = split
    return `${dollars(amount)} of deposit ${deposit.id} of ${dollars(deposit.amount)} split by transfer ${id}`
  },
  date: iso(split.deposit.created),
  hidden: false,
})

/** To the cent, half down. */
function shareOf({ permille, fixed, splitMax, minimum = 0, maximum }: Terms, amount: number): number {
  if (amount < minimum || (maximum !== undefined && amount > maximum)) return 0
  const wanted = permille === undefined ? (fixed ?? 0) : Math.ceil((amount * permille - 500) / 1_000)
  return Math.min(wanted, splitMax ?? wanted)
}
