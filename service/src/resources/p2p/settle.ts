import type { TenantId } from '../../kernel/ids.ts'
import { add, type Cents, subtract, ZERO } from '../../kernel/money.ts'
import { type LockedAccounts, lockAccounts, postStatements, type Transfer } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { findParties, type Party } from '../account-connections/index.ts'
import type { Failure, P2p } from './model.ts'
import { destinationAccount, sourceAccount, transfersOf } from './postings.ts'
import { refusalOf } from './rules.ts'
import { applyMoves, type Move } from './store.ts'
import { expire, fail, send } from './transition.ts'

/** Does to each of these payments what was due, at the time it was due and in that order. */
export async function settleDue(tx: Tx, tenant: TenantId, payments: readonly P2p[]): Promise<void> {
  if (payments.length === 0) return
  const committed = payments.filter(({ status }) => status === 'pending')
  const { bank_id: bank } = await readTenant(tx, tenant)
  const parties = await findParties(tx, tenant, [...new Set(committed.flatMap((one) => [one.source, one.destination]))])
  const codes = new Set(committed.flatMap((one) => [sourceAccount(one), destinationAccount(one)]))
  const accounts: LockedAccounts = codes.size === 0 ? new Map() : await lockAccounts(tx, bank, [...codes])
  const purses = pursesOf(accounts)
  const moves: Move[] = []
  const transfers: Transfer[] = []
  for (const payment of payments) {
    const at = payment.due_at
    if (at === null) throw new Error(`P2P payment ${payment.id} is not due`)
    if (payment.status === 'created') {
      moves.push({ from: payment, to: expire(payment) })
      continue
    }
    const failure = failureOf(payment, parties, at) ?? purses.move(payment)
    moves.push({ from: payment, to: failure ? fail(payment, failure, at) : send(payment, at) })
    if (!failure) transfers.push(...transfersOf('send', payment, at))
  }
  await applyMoves(tx, tenant, moves)
  await Promise.all(postStatements(tx, bank, accounts, transfers))
}

/** Whether it may still be made, by the connections as they are now. */
function failureOf(payment: P2p, parties: ReadonlyMap<string, Party>, at: Date): Failure | undefined {
  const [source, destination] = [parties.get(payment.source), parties.get(payment.destination)]
  if (!source || !destination) throw new Error(`P2P payment ${payment.id} has lost a connection`)
  const refusal = refusalOf(source, destination, at)
  if (refusal) return refusal.failure
  const same =
    source.creatorId === payment.source_creator_id && destination.creatorId === payment.destination_creator_id
  return same ? undefined : 'account_changed'
}

/** What the locked accounts hold while one payment after the other is decided. */
function pursesOf(accounts: LockedAccounts): { move(payment: P2p): Failure | undefined } {
  const held = new Map<string, Cents>([...accounts].map(([code, { balance }]) => [code, balance]))
  const of = (code: string): Cents => held.get(code) ?? ZERO
  return {
    move(payment) {
      const [source, destination] = [sourceAccount(payment), destinationAccount(payment)]
      if (of(source) < payment.amount_in_cents) return 'insufficient_funds'
      held.set(source, subtract(of(source), payment.amount_in_cents))
      held.set(destination, add(of(destination), payment.amount_in_cents))
      return undefined
    },
  }
}
