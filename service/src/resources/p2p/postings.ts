import type { Id } from '../../kernel/ids.ts'
import { creatorAccount, type Transfer } from '../../ledger/index.ts'
import type { P2p, P2pEvent } from './model.ts'

interface Posting {
  readonly event: P2pEvent
  readonly book: 'bank'
  readonly kind: string
  readonly debit: 'source creator'
  readonly credit: 'destination creator'
  readonly amount: 'amount'
}

/** Which transfer each transition makes: only one makes any. docs/ledger.md shows this very table. */
export const P2P_POSTINGS: readonly Posting[] = [
  {
    event: 'send',
    book: 'bank',
    kind: 'p2p.sent',
    debit: 'source creator',
    credit: 'destination creator',
    amount: 'amount',
  },
]

export const sourceAccount = (payment: P2p): Transfer['debit'] =>
  creatorAccount(payment.source_creator_id as Id<'creator'>)

export const destinationAccount = (payment: P2p): Transfer['credit'] =>
  creatorAccount(payment.destination_creator_id as Id<'creator'>)

/** In the book of the bank that holds both accounts. */
export const transfersOf = (event: P2pEvent, payment: P2p, at: Date): Transfer[] =>
  P2P_POSTINGS.filter((posting) => posting.event === event).map(({ kind }) => ({
    sourceId: payment.id,
    kind,
    debit: sourceAccount(payment),
    credit: destinationAccount(payment),
    amount: payment.amount_in_cents,
    at,
  }))
