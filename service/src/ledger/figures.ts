import type { Queryable } from '../platform/database.ts'
import type { FigureSource } from '../platform/figures.ts'

interface TotalRow {
  readonly environment: string
  readonly account: string
  readonly debits: number
  readonly credits: number
}

/** The number of transfers in all books, and the moment of the last. */
export async function countTransfers(
  sql: Queryable,
): Promise<{ readonly transfers: number; readonly last: Date | null }> {
  const [row] = await sql<{ transfers: number; last: Date | null }[]>`
    select count(*)::bigint as transfers, max(at) as last from ledger_transfers`
  return row ?? { transfers: 0, last: null }
}

/**
 * Money in and out, by the accounts of the chart: their totals only grow, so they are counters already. Accounts of
 * creators are left out, and those of the enterprises a bank pays for are one: there may be any number of either.
 */
export const ledgerFigures: FigureSource = {
  name: 'ledger',
  families: {
    tributary_ledger_cents_total: {
      type: 'counter',
      help: 'Sum of all debits and of all credits of an account of the chart, in cents.',
    },
  },
  async read(tx) {
    const rows = await tx<TotalRow[]>`
      select tenant.environment, split_part(account.code, ':', 1) as account, sum(account.debits)::float8 as debits,
        sum(account.credits)::float8 as credits
      from ledger_accounts account join tenants tenant on tenant.id = account.tenant_id
      where account.code not like 'creator:%'
      group by 1, 2`
    return rows.flatMap(({ environment, account, debits, credits }) =>
      Object.entries({ debit: debits, credit: credits }).map(([side, value]) => ({
        name: 'tributary_ledger_cents_total',
        labels: { environment, account, side },
        value,
      })),
    )
  },
}
