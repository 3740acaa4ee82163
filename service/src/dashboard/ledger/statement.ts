import { type Problem, problem, validationFailed } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { add, type Cents } from '../../kernel/money.ts'
import type { PageRequest } from '../../kernel/pages.ts'
import {
  type AccountPeriod,
  type PeriodDay,
  type PeriodLine,
  readDayLines,
  readLines,
  readPeriod,
} from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'

/** The days that a page touches, what the account held before them, and how many of their lines are before the page. */
export interface PlaceInPeriod {
  readonly days: readonly PeriodDay[]
  readonly opening: Cents
  readonly skip: number
}

/** Finds the days of a page by their counts, so that a page costs no more than the days it touches. */
export function placeOf({ opening, days }: Pick<AccountPeriod, 'opening' | 'days'>, page: PageRequest): PlaceInPeriod {
  let skip = (page.page - 1) * page.pageSize
  let balance = opening
  let first = 0
  for (const day of days) {
    if (skip < day.transfers) break
    skip -= day.transfers
    balance = add(balance, day.amount)
    first++
  }
  let wanted = skip + page.pageSize
  let last = first
  while (wanted > 0 && last < days.length) wanted -= days[last++]?.transfers ?? 0
  return { days: days.slice(first, last), opening: balance, skip }
}

export interface StatementQuery {
  readonly account: string
  readonly from?: string
  readonly to?: string
  /** Kinds of transfers. */
  readonly kind?: readonly string[]
}

const noAccount = (code: string): Problem => problem('not_found', `This book has no account \`${code}\`.`)

export async function requirePeriod(sql: Queryable, tenant: TenantId, query: StatementQuery): Promise<AccountPeriod> {
  const { from, to } = query
  if (from !== undefined && to !== undefined && from > to)
    throw validationFailed([{ param: 'to', code: 'out_of_range', message: 'must not be before `from`' }])
  const period = await readPeriod(sql, tenant, query.account, { from, to, kinds: query.kind })
  if (!period) throw noAccount(query.account)
  return period
}

export async function readStatementPage(
  sql: Queryable,
  tenant: TenantId,
  query: StatementQuery,
  page: PageRequest,
): Promise<{ period: AccountPeriod; lines: PeriodLine[] }> {
  const period = await requirePeriod(sql, tenant, query)
  const { days, opening, skip } = placeOf(period, page)
  return { period, lines: await readLines(sql, tenant, period, days, { opening, skip, limit: page.pageSize }) }
}

const STEP = 500

/** Every line of it, in short steps. */
export async function* walkStatement(
  sql: Queryable,
  tenant: TenantId,
  period: AccountPeriod,
): AsyncGenerator<PeriodLine> {
  let balance = period.opening
  for (const day of period.days) {
    let after = 0
    // Transfers posted into a day after the statement was opened are not part of it.
    for (let left = day.transfers; left > 0; ) {
      const lines = await readDayLines(sql, tenant, period, day, after, Math.min(left, STEP))
      if (lines.length === 0) throw new Error(`${left} lines of ${day.day} on account ${period.code} are missing`)
      for (const line of lines) {
        balance = add(balance, line.amount)
        yield { ...line, balance }
      }
      after = lines.at(-1)?.sequence ?? after
      left -= lines.length
    }
  }
}
