import {
  type Book,
  type Coming,
  DAY_MS,
  dollars,
  type Expected,
  INVALID,
  INVALID_STATE,
  NOT_FOUND,
  type Thing,
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

/** How the log begins to say it. */
const WORDS: Record<Contract['status'], string> = {
  created: 'Created',
  active: 'Accepted',
  declined: 'Declined',
  terminated: 'Terminated',
  expired: 'Expired',
}

export class Contracts {
  readonly all: Contract[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  create(connection: Connection | undefined, terms: Terms): Expected {
    const { now } = this.book
    if (terms.maximum !== undefined && terms.maximum < (terms.minimum ?? 0)) return INVALID
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
      history: [`Created ${new Date(now).toISOString()}`],
    }
    this.all.push(contract)
    return { status: 201, shows: [contract] }
  }

  answer(contract: Contract, decision: 'accept' | 'decline'): Expected {
    const { now } = this.book
    if (this.asOf(contract).status !== 'created') return INVALID_STATE
    const { status, method } = contract.connection
    if (decision === 'accept' && (status !== 'active' || method?.type !== 'direct')) return INVALID_STATE
    contract.expires = null
    if (decision === 'accept') contract.agreed = now
    this.become(contract, decision === 'accept' ? 'active' : 'declined', now)
    return { status: 200, shows: [contract] }
  }

  delete(contract: Contract): Expected {
    if (contract.status !== 'terminated') this.terminate(contract)
    return { status: 200, shows: [contract] }
  }

  /** A contract ends with its connection, wherever it stands. */
  end(connection: Connection): void {
    for (const contract of this.all) {
      if (contract.connection === connection && contract.status !== 'terminated') this.terminate(contract)
    }
  }

  private terminate(contract: Contract): void {
    const { now } = this.book
    if (this.isPast(contract)) this.become(contract, 'expired', contract.expires as number)
    // What has expired still says when.
    if (contract.status !== 'expired') contract.expires = null
    contract.deleted = now
    this.become(contract, 'terminated', now)
  }

  /** Every active contract of that source takes its share, in the order they were made; the creator keeps the rest. */
  deposit(connection: Connection | undefined, source: string, amount: number, isReal: boolean): Expected {
    const { book } = this
    if (!connection) return NOT_FOUND
    if (connection.status !== 'active' || connection.method?.type !== 'direct') return INVALID_STATE
    const { shares, left } = this.split(connection.email, source, amount)
    if (isReal) {
      book.give(connection.email, left)
      for (const { contract, share } of shares) {
        book.credit(share)
        book.note(contract, `split ${dollars(share)} of ${dollars(amount)}`, book.now)
        book.tell(contract, book.now)
      }
    }
    const splits = shares.map(({ contract, share }) => ({ contract: contract.id, amount_in_cents: share }))
    return { status: 200, parts: { splits, remaining_in_cents: left } }
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
    return {
      ...contract,
      status: 'expired',
      updated: at,
      history: [...contract.history, `Expired ${new Date(at).toISOString()}`],
    }
  }

  *coming(): Iterable<Coming> {
    for (const [nth, contract] of this.all.entries()) {
      const { status, expires } = contract
      if (status !== 'created' || expires === null) continue
      yield { at: expires, rank: 6, nth, happen: () => this.become(contract, 'expired', expires) }
    }
  }

  private become(contract: Contract, status: Contract['status'], at: number): void {
    contract.status = status
    this.book.note(contract, WORDS[status], at)
    this.book.tell(contract, at)
  }
}

/** To the cent, half down. */
function shareOf({ permille, fixed, splitMax, minimum = 0, maximum }: Terms, amount: number): number {
  if (amount < minimum || (maximum !== undefined && amount > maximum)) return 0
  const wanted = permille === undefined ? (fixed ?? 0) : Math.ceil((amount * permille - 500) / 1_000)
  return Math.min(wanted, splitMax ?? wanted)
}
