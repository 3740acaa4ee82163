import type { TenantId } from '../../kernel/ids.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/time.ts'
import { openProcessorAccounts } from '../../ledger/index.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { bankingDayOf } from '../../rails/ach/calendar.ts'
import type { BalanceTransaction, ProcessorBooks } from '../../rails/cards/port.ts'
import { isTenantOf, tenantNow } from '../../tenants/index.ts'
import {
  applyCardEvent,
  findCharge,
  hasDispute,
  hasRefund,
  isRefusal,
  type NetworkKey,
  type PurchaseDeps,
  parseKey,
} from '../purchases/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { matchArrivals } from './arrivals.ts'
import type { BookedAs, ProcessorTransaction } from './model.ts'
import {
  findKnown,
  insertTransaction,
  keepBalance,
  lockPayoutsUnderWay,
  moveMark,
  readMark,
  TRANSACTIONS,
} from './store.ts'
import { bookSeen, end, keep, unusual } from './transition.ts'

/** The first reading goes back this far: charges of version 0.1 settled within two days. */
const FIRST_MS = 7 * DAY_MS
/** A reading begins this long before the last transaction seen: the processor may list a few late. */
const OVERLAP_MS = HOUR_MS

/**
 * Reads what is new in the processor's books and books it, each transaction once and on its own. Killed anywhere, the next
 * reading begins at the same mark and finds what is stored already.
 */
export async function readProcessor(
  database: Database,
  bank: TenantId,
  books: ProcessorBooks,
  deps: PurchaseDeps,
): Promise<void> {
  await database.transaction((tx) => openProcessorAccounts(tx, bank))
  const startedAt = await tenantNow(database.sql, bank)
  const mark = await readMark(database.sql, bank)
  const since = mark?.read_until ?? new Date(startedAt.getTime() - FIRST_MS)
  const before = await books.balance()
  // Everything that is younger than the oldest transaction which could not be recorded is read again.
  let until = startedAt
  let isComplete = true
  for await (const page of books.transactions(new Date(since.getTime() - OVERLAP_MS))) {
    const known = await findKnown(
      database.sql,
      bank,
      page.map(({ id }) => id),
    )
    for (const found of page.filter(({ id }) => !known.has(id))) {
      if (await recordSafely(database, bank, found, deps)) continue
      isComplete = false
      if (found.createdAt < until) until = found.createdAt
    }
  }
  await database.transaction((tx) => matchArrivals(tx, bank))
  await moveMark(database.sql, bank, since, until)
  // Something moved meanwhile: which transactions the balance includes is not certain.
  if (isComplete && (await books.balance()) === before) {
    await keepBalance(database.sql, bank, { day: bankingDayOf(startedAt), balance: before, at: startedAt })
  }
}

/** False where it could not be recorded; the others are nevertheless. */
async function recordSafely(
  database: Database,
  bank: TenantId,
  found: BalanceTransaction,
  deps: PurchaseDeps,
): Promise<boolean> {
  try {
    await tellPurchase(database, found, deps)
    await database.transaction((tx) => record(tx, bank, found, deps))
    return true
  } catch (err) {
    deps.log.error({ err, resource: found.id }, 'could not record a transaction of the card processor')
    return false
  }
}

/**
 * A refund or a dispute that the processor has in its books counts although its event was lost. An event that has come
 * before changes nothing.
 */
async function tellPurchase(database: Database, { event }: BalanceTransaction, deps: PurchaseDeps): Promise<void> {
  if (!event) return
  try {
    await database.transaction((tx) => applyCardEvent(tx, event, 'production', deps))
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

async function record(tx: Tx, bank: TenantId, found: BalanceTransaction, deps: PurchaseDeps): Promise<void> {
  const now = await tenantNow(tx, bank)
  const named = found.key === null ? undefined : parseKey(found.key)
  const isOurs = named !== undefined && (await isTenantOf(tx, named.tenant, 'production'))
  const row: ProcessorTransaction = {
    id: found.id,
    status: 'seen',
    movement: found.movement,
    category: found.category,
    amount_in_cents: found.amount,
    fee_in_cents: found.fee,
    reference: found.reference,
    owner: isOurs ? named.tenant : null,
    purchase: isOurs ? named.id : null,
    booked_as: null,
    decided_as: null,
    why: null,
    arrives_on: found.payout?.arrivesOn ?? null,
    trace: found.payout?.trace ?? null,
    day: bankingDayOf(found.createdAt),
    due_at: null,
    created_at: found.createdAt,
    updated_at: now,
  }
  if (!(await insertTransaction(tx, bank, row))) return
  const why = unusual(found) ?? (await unknownTo(tx, found, isOurs ? named : undefined))
  if (why !== undefined) {
    await applyTransitions(tx, TRANSACTIONS, [keep(row, why, now)], { tenant: bank })
    deps.log.warn({ resource: found.id, why }, 'a transaction of the card processor waits for an operator')
    return
  }
  const seen = bookSeen(row, found.movement as BookedAs, found.availableAt, now)
  const failed = found.movement === 'payout_reversal' ? await payoutsOf(tx, bank, found.reference) : []
  const ended = failed.map((payout) => end(payout, 'fail', now))
  await applyTransitions(tx, TRANSACTIONS, [seen, ...ended], { tenant: bank })
}

/** The payouts under way that the processor names so: at most one. */
const payoutsOf = async (tx: Tx, bank: TenantId, reference: string | null): Promise<ProcessorTransaction[]> =>
  (await lockPayoutsUnderWay(tx, bank)).filter((payout) => payout.reference === reference)

/** Why a sale, a refund or a dispute is none of a purchase that the books know; undefined where it is, or need not be. */
async function unknownTo(
  tx: Tx,
  { movement, amount, reference }: BalanceTransaction,
  named: NetworkKey | undefined,
): Promise<string | undefined> {
  const about = CHECKS[movement]
  if (!about) return undefined
  if (!named) return `the ${about} was not made by this service`
  const { tenant, id } = named
  if (about === 'dispute') {
    return (await hasDispute(tx, tenant, id, reference ?? '')) ? undefined : `${id} has no such dispute`
  }
  if (about === 'refund') {
    return (await hasRefund(tx, tenant, named, Math.abs(amount))) ? undefined : `${id} has no such refund`
  }
  const known = await findCharge(tx, tenant, id)
  if (!known) return `there is no purchase ${id}`
  if (known.charge === 'none') return `${id} was not charged`
  return known.total === amount ? undefined : `${id} was charged ${known.total} cents, not ${amount}`
}

const CHECKS: Readonly<Partial<Record<BalanceTransaction['movement'], 'sale' | 'refund' | 'dispute'>>> = {
  sale: 'sale',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
}
