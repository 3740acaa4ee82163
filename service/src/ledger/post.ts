import type { TenantId } from '../kernel/ids.ts'
import { type Cents, ZERO } from '../kernel/money.ts'
import { copyStatement } from '../platform/copy.ts'
import type { Statement, Tx } from '../platform/database.ts'
import { type RowOf, rowsOf } from '../platform/rows.ts'
import { type AccountIds, type LockedAccounts, lockAccounts, lockAccountsStatement } from './accounts.ts'
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
 * account that would be overdrawn, or a transfer that was posted before, aborts the transaction. No other function but
 * `postStatements` writes these tables.
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
  await Promise.all(transferStatements(tx, tenant, idsOf(accounts), transfers))
  await repayRefundsDue(tx, tenant, transfers)
}

/**
 * The same as statements to be sent, for a transaction that holds `operating`. They lock the other accounts themselves:
 * sent last, they hold them for the shortest time. No transfer may credit `operating`: that needs a look at the refunds
 * that are due.
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
  const ids = [...others].flatMap((code) => accounts.get(code) ?? [])
  return [lockAccountsStatement(tx, tenant, ids), ...posted]
}

/**
 * A credit to `operating` first repays the debt that involuntary reversals left in `refunds_due`. Done here, so that no
 * credit gets past it. Creating payouts only debits `operating` and needs no such look.
 *
 * `operating` is locked already, and no transaction locks `refunds_due` without it, so taking it late cannot deadlock.
 */
async function repayRefundsDue(tx: Tx, tenant: TenantId, posted: readonly Transfer[]): Promise<void> {
  const credit = posted.findLast((transfer) => transfer.credit === 'operating')
  if (!credit) return
  const accounts = await lockAccounts(tx, tenant, ['operating', 'refunds_due'])
  const owed = -(accounts.get('refunds_due')?.balance ?? ZERO)
  const amount = Math.min(owed, accounts.get('operating')?.balance ?? ZERO) as Cents
  if (amount <= 0) return
  // Named after the credit that pays it, whose own name is unique.
  const { sourceId, at } = credit
  const kind = `${credit.kind}.repays_refunds`
  const repayment: Transfer = { sourceId, kind, debit: 'operating', credit: 'refunds_due', amount, at }
  await Promise.all(transferStatements(tx, tenant, idsOf(accounts), [repayment]))
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
      from ${rowsOf(totalsOf(rows), TOTALS)} as moved
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
