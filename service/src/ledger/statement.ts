import type { TenantId } from '../kernel/ids.ts'
import { type Cents, cents } from '../kernel/money.ts'
import type { Queryable } from '../platform/database.ts'
import type { AccountCode } from './chart.ts'

/** One transfer as an account sees it: a credit is positive. */
export interface Movement {
  readonly sourceId: string
  readonly kind: string
  readonly amount: number
  readonly at: Date
}

export interface AccountStatement {
  readonly balance: Cents
  /** Newest first. */
  readonly movements: readonly Movement[]
}

/** The balance of an account and its latest movements; undefined when there is no such account. */
export async function readStatement(
  sql: Queryable,
  tenant: TenantId,
  code: AccountCode,
  limit: number,
): Promise<AccountStatement | undefined> {
  const [account] = await sql<{ id: number; balance: number }[]>`
    select id, credits - debits as balance from ledger_accounts where tenant_id = ${tenant} and code = ${code}`
  if (!account) return undefined
  const side = (column: 'credit_account' | 'debit_account', sign: 1 | -1) => sql`
    (select source_id, kind, amount_in_cents * ${sign} as amount, at, sequence from ledger_transfers
    where tenant_id = ${tenant} and ${sql(column)} = ${account.id} order by sequence desc limit ${limit})`
  const movements = await sql<(Omit<Movement, 'sourceId'> & { source_id: string })[]>`
    ${side('credit_account', 1)} union all ${side('debit_account', -1)} order by sequence desc limit ${limit}`
  return {
    balance: cents(account.balance),
    movements: movements.map(({ source_id, kind, amount, at }) => ({ sourceId: source_id, kind, amount, at })),
  }
}
