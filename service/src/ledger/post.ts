import type { TenantId } from '../kernel/ids.ts'
import { type Cents, ZERO } from '../kernel/money.ts'
import { iso } from '../kernel/time.ts'
import { plain, type Statement, type Tx, texts } from '../platform/database.ts'
import { type LockedAccounts, lockAccounts } from './accounts.ts'
import type { AccountCode } from './chart.ts'

/** One amount, moved within one book. */
export interface Transfer {
  /** What moved it: with `kind` it is unique, so that nothing is ever posted twice. */
  readonly sourceId: string
  readonly kind: string
  readonly debit: AccountCode
  readonly credit: AccountCode
  readonly amount: Cents
  /** When it happened, by the tenant's clock. */
  readonly at: Date
}

/**
 * The only writer of the ledger: locks the accounts in one order, adds to their totals, records the transfers. A guarded
 * account that would be overdrawn, or a transfer posted before, aborts the transaction.
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
  await Promise.all(statements(tx, tenant, held ?? (await lockAccounts(tx, tenant, [...codes])), transfers))
  await repayRefundsDue(tx, tenant, transfers)
}

/**
 * The same where the transaction holds the accounts already, as statements to be sent. Only for what does not credit
 * `operating`: that needs to look whether refunds are due.
 */
export function postStatements(
  tx: Tx,
  tenant: TenantId,
  accounts: LockedAccounts,
  transfers: readonly Transfer[],
): Statement[] {
  if (transfers.some(({ credit }) => credit === 'operating')) throw new Error('credits to operating go through post()')
  return statements(tx, tenant, accounts, transfers)
}

/**
 * Whatever comes into `operating` first repays what involuntary reversals left in `refunds_due`: here, so that no credit
 * gets past it. The creation of payouts only debits `operating` and asks nothing.
 *
 * `operating` is held already, and nobody holds `refunds_due` without it, so that taking it late cannot deadlock.
 */
async function repayRefundsDue(tx: Tx, tenant: TenantId, posted: readonly Transfer[]): Promise<void> {
  const credit = posted.findLast((transfer) => transfer.credit === 'operating')
  if (!credit) return
  const accounts = await lockAccounts(tx, tenant, ['operating', 'refunds_due'])
  const owed = -(accounts.get('refunds_due')?.balance ?? ZERO)
  const amount = Math.min(owed, accounts.get('operating')?.balance ?? ZERO) as Cents
  if (amount <= 0) return
  // Named after the credit that made it possible, whose own name is unique.
  const { sourceId, at } = credit
  const kind = `${credit.kind}.repays_refunds`
  const repayment: Transfer = { sourceId, kind, debit: 'operating', credit: 'refunds_due', amount, at }
  await Promise.all(statements(tx, tenant, accounts, [repayment]))
}

function statements(tx: Tx, tenant: TenantId, accounts: LockedAccounts, transfers: readonly Transfer[]): Statement[] {
  if (transfers.length === 0) return []
  const idOf = (code: AccountCode): number => {
    const account = accounts.get(code)
    if (!account) throw new Error(`tenant ${tenant} lacks the account ${code}`)
    return account.id
  }
  const debits = transfers.map(({ debit }) => idOf(debit))
  const credits = transfers.map(({ credit }) => idOf(credit))
  const amounts = transfers.map(({ amount }) => amount)
  const totals = totalsOf(debits, credits, amounts)
  return [
    tx`
      update ledger_accounts account
      set debits = account.debits + moved.debits, credits = account.credits + moved.credits
      from unnest(${plain(totals.ids)}::bigint[], ${plain(totals.debits)}::bigint[], ${plain(totals.credits)}::bigint[])
        as moved (id, debits, credits)
      where account.tenant_id = ${tenant} and account.id = moved.id`,
    tx`
      insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at)
      select ${tenant}, source_id, kind, debit, credit, amount, at
      from unnest(
        ${texts(transfers.map(({ sourceId }) => sourceId))}::text[], ${texts(transfers.map(({ kind }) => kind))}::text[],
        ${plain(debits)}::bigint[], ${plain(credits)}::bigint[], ${plain(amounts)}::bigint[],
        ${plain(transfers.map(({ at }) => iso(at)))}::timestamptz[]
      ) as new (source_id, kind, debit, credit, amount, at)`,
  ]
}

interface Totals {
  readonly ids: number[]
  readonly debits: number[]
  readonly credits: number[]
}

function totalsOf(debits: readonly number[], credits: readonly number[], amounts: readonly Cents[]): Totals {
  const byAccount = new Map<number, { debits: number; credits: number }>()
  const of = (id: number) => {
    const known = byAccount.get(id) ?? { debits: 0, credits: 0 }
    byAccount.set(id, known)
    return known
  }
  for (const [nth, amount] of amounts.entries()) {
    of(debits[nth] as number).debits += amount
    of(credits[nth] as number).credits += amount
  }
  const sides = [...byAccount.values()]
  return {
    ids: [...byAccount.keys()],
    debits: sides.map((side) => side.debits),
    credits: sides.map((side) => side.credits),
  }
}
