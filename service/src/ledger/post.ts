import type { TenantId } from '../kernel/ids.ts'
import { type Cents, subtract, ZERO } from '../kernel/money.ts'
import { copyStatement } from '../platform/copy.ts'
import type { Statement, Tx } from '../platform/database.ts'
import { fewRowsOf, type RowOf } from '../platform/rows.ts'
import {
  type AccountIds,
  findAccountIds,
  hasReceivables,
  type LockedAccounts,
  lockAccounts,
  lockAccountsStatement,
} from './accounts.ts'
import type { AccountCode } from './chart.ts'

/** One amount, moved within one book. */
export interface Transfer {
  /** The resource that moves it. Unique together with `kind`, so that nothing is ever posted twice. */
  readonly sourceId: string
  readonly kind: string
  readonly debit: AccountCode
  readonly credit: AccountCode
  readonly amount: Cents
  /** The moment by the tenant's clock. */
  readonly at: Date
}

/**
 * Posts transfers in one book: locks the accounts in one order, adds to their totals, inserts the transfers. A guarded
 * account that would be overdrawn, or a transfer that was posted before, aborts the transaction. Nothing outside of this file
 * posts transfers or changes totals.
 */
export async function post(
  tx: Tx,
  tenant: TenantId,
  transfers: readonly Transfer[],
  /** Accounts of this book that the transaction holds already. */
  held?: LockedAccounts,
): Promise<void> {
  if (transfers.length === 0) return
  const codes = new Set(transfers.flatMap(({ debit, credit }) => [debit, credit]))
  const accounts = held ?? (await lockAccounts(tx, tenant, [...codes]))
  const credits = creditsOfCreators(transfers)
  // Sent together: others wait for these accounts.
  const [anyOwes] = await Promise.all([
    credits.size > 0 && hasReceivables(tx, tenant),
    ...transferStatements(tx, tenant, idsOf(accounts), transfers),
  ])
  tellOf(tx, tenant, transfers)
  await repayDebts(tx, tenant, transfers)
  if (anyOwes) await repayReceivables(tx, tenant, credits)
}

/**
 * The same as statements to be sent, for a transaction that holds `operating`. They lock the other accounts themselves:
 * sent last, they hold them for the shortest time. No transfer may credit `operating`: that needs a look at the debts
 * of the enterprise.
 */
export function postStatements(
  tx: Tx,
  tenant: TenantId,
  accounts: AccountIds,
  transfers: readonly Transfer[],
): Statement[] {
  if (transfers.length === 0) return []
  const others = new Set<AccountCode>()
  for (const { debit, credit } of transfers) {
    if (credit === 'operating') throw new Error('credits to operating go through post()')
    if (debit !== 'operating') others.add(debit)
    others.add(credit)
  }
  const posted = transferStatements(tx, tenant, accounts, transfers)
  // A single account has no order to be taken in: the update of its totals locks it.
  if (others.size < 2) return posted
  return [lockAccountsStatement(tx, tenant, idsInOrder(others, accounts)), ...posted]
}

/**
 * The account that is locked last of all, after the counter of events: creating a payout credits it, sending one debits it, and
 * neither is to wait for the other. No decision rests on it.
 */
const LAST: AccountCode = 'pending_payouts'

const idsInOrder = (codes: ReadonlySet<AccountCode>, accounts: AccountIds): number[] =>
  [...codes]
    .map((code) => ({ code, id: accounts.get(code) ?? 0 }))
    .sort((one, other) => Number(one.code === LAST) - Number(other.code === LAST) || one.id - other.id)
    .map(({ id }) => id)

/** Transactions that book something at their end. Whatever they book later than that must come behind it. */
const bookingLast = new WeakSet<Tx>()

/**
 * Posts transfers that may touch `pending_payouts`. Those that do are posted at the end of the transaction, behind its events:
 * until then they are in no balance. Their other accounts are locked here. Where `operating` has no part in it, the statements
 * that lock `pending_payouts` and write leave with `commit`, so that it is held for no answer; one that fails makes that fail.
 */
export async function postLast(tx: Tx, tenant: TenantId, transfers: readonly Transfer[]): Promise<void> {
  const others = new Set(transfers.flatMap(({ debit, credit }) => [debit, credit]))
  const touchesLast = others.delete(LAST)
  if (others.size === 0) return
  if (!touchesLast && !bookingLast.has(tx)) {
    await post(tx, tenant, transfers)
    return
  }
  bookingLast.add(tx)
  if (others.has('operating')) {
    await lockAccounts(tx, tenant, [...others])
    tx.lastBeforeCommit(async (withCommit) => {
      // The events, and what earlier steps have left to leave with `commit`, come first.
      for (const statement of withCommit.splice(0)) statement.execute()
      await post(tx, tenant, transfers)
    })
    return
  }
  // A creator's account may owe, which `post` alone looks at.
  if (creditsOfCreators(transfers).size > 0) throw new Error('credits of creators need `post`')
  const accounts = await findAccountIds(tx, tenant, touchesLast ? [LAST, ...others] : [...others])
  lockAccountsStatement(tx, tenant, idsInOrder(others, accounts)).execute()
  tx.lastBeforeCommit(async (withCommit) => withCommit.push(...transferStatements(tx, tenant, accounts, transfers)))
  tellOf(tx, tenant, transfers)
}

/** Debts of an enterprise, in the order in which credits to `operating` repay them. */
const DEBTS = [
  { account: 'refunds_due', repaid: 'repays_refunds' },
  { account: 'receivables', repaid: 'repays_receivable' },
] as const

/**
 * A credit to `operating` first repays the debts of the enterprise: involuntary reversals that found it short, and money that
 * the bank took back after it was spent. Done here, so that no credit gets past it. Creating payouts only debits `operating`
 * and needs no such look.
 *
 * `operating` is locked already, and no transaction locks a debt without it, so taking them behind all others cannot deadlock.
 */
async function repayDebts(tx: Tx, tenant: TenantId, posted: readonly Transfer[]): Promise<void> {
  const credit = posted.findLast((transfer) => transfer.credit === 'operating')
  if (!credit) return
  const accounts = await lockAccounts(tx, tenant, ['operating', ...DEBTS.map(({ account }) => account)])
  let left = accounts.get('operating')?.balance ?? ZERO
  const repayments: Transfer[] = []
  for (const { account, repaid } of DEBTS) {
    const owed = -(accounts.get(account)?.balance ?? ZERO)
    const amount = Math.min(owed, left) as Cents
    if (amount <= 0) continue
    left = subtract(left, amount)
    repayments.push(repayment(credit, { debit: 'operating', credit: account, amount }, repaid))
  }
  await Promise.all(transferStatements(tx, tenant, idsOf(accounts), repayments))
  tellOf(tx, tenant, repayments)
}

const CREATOR = /^creator:/
const receivableOf = (creator: AccountCode): AccountCode => creator.replace(CREATOR, 'receivable:') as AccountCode

/** The last credit to each creator's account. */
const creditsOfCreators = (posted: readonly Transfer[]): ReadonlyMap<AccountCode, Transfer> =>
  new Map(posted.flatMap((one) => (CREATOR.test(one.credit) ? [[one.credit, one] as const] : [])))

/**
 * The same for creators: a credit to a creator's account repays what the bank took back after it was spent. No transaction
 * changes that debt without holding the creator's own account.
 */
async function repayReceivables(tx: Tx, bank: TenantId, credits: ReadonlyMap<AccountCode, Transfer>): Promise<void> {
  const owing = await lockAccounts(tx, bank, [...credits.keys()].map(receivableOf))
  const debtors = [...credits].filter(([code]) => (owing.get(receivableOf(code))?.balance ?? ZERO) < 0)
  if (debtors.length === 0) return
  const own = await lockAccounts(
    tx,
    bank,
    debtors.map(([code]) => code),
  )
  const repayments = debtors.flatMap(([debit, credit]) => {
    const owed = -(owing.get(receivableOf(debit))?.balance ?? ZERO)
    const amount = Math.min(owed, own.get(debit)?.balance ?? ZERO) as Cents
    return amount > 0 ? [repayment(credit, { debit, credit: receivableOf(debit), amount }, 'repays_receivable')] : []
  })
  await Promise.all(transferStatements(tx, bank, idsOf(new Map([...owing, ...own])), repayments))
  tellOf(tx, bank, repayments)
}

/** Named after the credit that pays it, whose own name is unique. */
const repayment = (
  { sourceId, kind, at }: Transfer,
  moved: Pick<Transfer, 'debit' | 'credit' | 'amount'>,
  repaid: string,
): Transfer => ({ sourceId, kind: `${kind}.${repaid}`, at, ...moved })

/** One line of the log for each kind of transfer: a line for each transfer would cost more than the transfer does. */
function tellOf(tx: Tx, tenant: TenantId, transfers: readonly Transfer[]): void {
  const { log } = tx
  if (transfers.length === 0 || !log?.isLevelEnabled('info')) return
  tx.afterCommit(() => {
    for (const [kind, posted] of Map.groupBy(transfers, (one) => one.kind)) {
      const cents = posted.reduce((sum, { amount }) => sum + amount, 0)
      log.info({ tenant, kind, resource: posted[0]?.sourceId, count: posted.length, cents }, 'booked transfers')
    }
  })
}

const idsOf = (accounts: LockedAccounts): AccountIds => new Map([...accounts].map(([code, { id }]) => [code, id]))

function transferStatements(
  tx: Tx,
  tenant: TenantId,
  accounts: AccountIds,
  transfers: readonly Transfer[],
): Statement[] {
  if (transfers.length === 0) return []
  const idOf = (code: AccountCode): number => {
    const id = accounts.get(code)
    if (id === undefined) throw new Error(`tenant ${tenant} lacks the account ${code}`)
    return id
  }
  const rows = transfers.map(({ sourceId, kind, debit, credit, amount, at }) => ({
    source_id: sourceId,
    kind,
    debit_account: idOf(debit),
    credit_account: idOf(credit),
    amount_in_cents: amount,
    at,
  }))
  return [
    tx`
      update ledger_accounts account
      set debits = account.debits + moved.debits, credits = account.credits + moved.credits
      from ${fewRowsOf(totalsOf(rows), TOTALS)} as moved
      where account.tenant_id = ${tenant} and account.id = moved.id`,
    copyStatement(tx, { table: 'ledger_transfers', every: { tenant_id: tenant } }, rows, TRANSFER),
  ]
}

interface PostedRow {
  readonly debit_account: number
  readonly credit_account: number
  readonly amount_in_cents: number
}

const TOTALS = { id: 'bigint', debits: 'bigint', credits: 'bigint' } as const
const TRANSFER = {
  source_id: 'text',
  kind: 'text',
  debit_account: 'bigint',
  credit_account: 'bigint',
  amount_in_cents: 'bigint',
  at: 'timestamptz',
} as const

/** How much each account's totals grow by. */
function totalsOf(rows: readonly PostedRow[]): RowOf<typeof TOTALS>[] {
  const totals = new Map<number, { id: number; debits: number; credits: number }>()
  const totalOf = (id: number) => {
    const known = totals.get(id) ?? { id, debits: 0, credits: 0 }
    totals.set(id, known)
    return known
  }
  for (const { debit_account, credit_account, amount_in_cents } of rows) {
    totalOf(debit_account).debits += amount_in_cents
    totalOf(credit_account).credits += amount_in_cents
  }
  return [...totals.values()]
}
