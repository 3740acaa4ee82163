import type { TenantId } from '../../kernel/ids.ts'
import { add, type Cents, subtract, ZERO } from '../../kernel/money.ts'
import { type LockedAccounts, lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import { readTenant } from '../../tenants/index.ts'
import { findParties, type Party } from '../account-connections/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { ARRIVAL_MS, type Failure, type P2p } from './model.ts'
import { destinationAccount, sourceAccount } from './postings.ts'
import { refusalOf } from './rules.ts'
import { DUE_P2PS, lockDueP2ps, lockExpiredP2ps, P2PS } from './store.ts'
import { expire, fail, type P2pTransition, send } from './transition.ts'

/** Expires payments that were not committed in time, and processes the committed ones. */
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
 * Only expires payments. That moves no money, so a request that reads may do it at once. Committed payments are processed
 * in their turn among everything that is due, because money that arrived before them must be there.
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

/** Expires, sends or fails each of these payments, in this order and recorded at the time it was due. */
async function settleDue(tx: Tx, tenant: TenantId, payments: readonly P2p[]): Promise<void> {
  if (payments.length === 0) return
  const committed = payments.filter(({ status }) => status === 'pending')
  const { bank_id: bank } = await readTenant(tx, tenant)
  const parties = await findParties(tx, tenant, [...new Set(committed.flatMap((one) => [one.source, one.destination]))])
  const codes = new Set(committed.flatMap((one) => [sourceAccount(one), destinationAccount(one)]))
  const accounts: LockedAccounts = codes.size === 0 ? new Map() : await lockAccounts(tx, bank, [...codes])
  const balances = new Map([...accounts].map(([code, { balance }]): [string, Cents] => [code, balance]))
  const transitions = payments.map((payment): P2pTransition => {
    const at = payment.due_at
    if (at === null) throw new Error(`P2P payment ${payment.id} is not due`)
    if (payment.status === 'created') return expire(payment)
    const failure = failureOf(payment, parties, at) ?? takeFunds(balances, payment)
    return failure ? fail(payment, failure, at) : send(payment, at)
  })
  await applyTransitions(tx, P2PS, transitions, { tenant, bank, heldAtBank: accounts })
}

/** The reason why a payment may not be sent, by the connections as they are now. */
function failureOf(payment: P2p, parties: ReadonlyMap<string, Party>, at: Date): Failure | undefined {
  const [source, destination] = [parties.get(payment.source), parties.get(payment.destination)]
  if (!source || !destination) throw new Error(`P2P payment ${payment.id} has lost a connection`)
  const refusal = refusalOf(source, destination, at)
  if (refusal) return refusal.failure
  const same =
    source.creatorId === payment.source_creator_id && destination.creatorId === payment.destination_creator_id
  return same ? undefined : 'account_changed'
}

/** Moves the amount between the balances that the next payments are decided by; fails where it is not there. */
function takeFunds(balances: Map<string, Cents>, payment: P2p): Failure | undefined {
  const [source, destination] = [sourceAccount(payment), destinationAccount(payment)]
  const [has, receives] = [balances.get(source) ?? ZERO, balances.get(destination) ?? ZERO]
  if (has < payment.amount_in_cents) return 'insufficient_funds'
  balances.set(source, subtract(has, payment.amount_in_cents))
  balances.set(destination, add(receives, payment.amount_in_cents))
  return undefined
}
