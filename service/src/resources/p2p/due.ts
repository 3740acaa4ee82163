import { type DueKind, dueQueries } from '../../platform/due.ts'
import { ARRIVAL_MS } from './model.ts'
import { settleDue } from './settle.ts'
import { DUE_P2PS, lockDueP2ps, lockExpiredP2ps } from './store.ts'

/** What time does to P2P payments: those nobody committed expire, the committed ones are processed. */
export const p2pDue: DueKind = {
  name: 'p2p',
  stepMs: () => ARRIVAL_MS,
  ...dueQueries(DUE_P2PS),
  async run(tx, tenant, until, limit) {
    const payments = await lockDueP2ps(tx, tenant, until, limit)
    await settleDue(tx, tenant, payments)
    return payments.length
  },
}

/**
 * Those nobody committed, alone. That moves no money, so whoever reads may do it at once; the others are processed in
 * their turn among all that is due, because money that arrived before must be there.
 */
export const p2pExpiry: DueKind = {
  ...p2pDue,
  name: 'p2p expiry',
  async run(tx, tenant, until, limit) {
    const payments = await lockExpiredP2ps(tx, tenant, until, limit)
    await settleDue(tx, tenant, payments)
    return payments.length
  },
}
