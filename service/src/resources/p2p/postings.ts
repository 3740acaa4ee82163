import type { Id } from '../../kernel/ids.ts'
import { type BookTransfers, creatorAccount, type Posting, type Transfer, transfersOf } from '../../ledger/index.ts'
import type { P2p, P2pEvent } from './model.ts'

type Account = 'source creator' | 'destination creator'

/** The transfers of each transition: only `send` makes one. docs/ledger.md shows this table. */
export const P2P_POSTINGS: readonly Posting<P2pEvent, Account, 'amount'>[] = [
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

/** The transfers of an event, in the book of the bank that holds both accounts. */
export const p2pTransfers = (event: P2pEvent, payment: P2p, at: Date): BookTransfers =>
  transfersOf(
    P2P_POSTINGS.filter((posting) => posting.event === event),
    {
      sourceId: payment.id,
      at,
      account: (name) => (name === 'source creator' ? sourceAccount(payment) : destinationAccount(payment)),
      amount: () => payment.amount_in_cents,
    },
  )
