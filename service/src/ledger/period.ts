import type { TenantId } from '../kernel/ids.ts'
import { type Cents, cents } from '../kernel/money.ts'
import type { Page, PageRequest } from '../kernel/pages.ts'
import { type Queryable, type Statement, texts } from '../platform/database.ts'
import type { AccountCode } from './chart.ts'

/** An account and its totals since it was opened. */
export interface AccountTotals {
  readonly code: AccountCode
  readonly guarded: boolean
  readonly debits: Cents
  readonly credits: Cents
}

/** The accounts of a book, its own before those of creators. */
export async function listAccounts(
  sql: Queryable,
  tenant: TenantId,
  { page, pageSize }: PageRequest,
): Promise<Page<AccountTotals>> {
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from ledger_accounts where tenant_id = ${tenant}`,
    sql<AccountTotals[]>`
      select code, guarded, debits, credits from ledger_accounts where tenant_id = ${tenant}
      order by code like 'creator:%', id limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** One line of a trial balance: an account, or all creators' accounts together. */
export interface TrialLine {
  readonly code: string
  readonly accounts: number
  readonly debits: Cents
  readonly credits: Cents
}

/** Read in one statement, so that all lines are of one moment. */
export async function readTrialBalance(sql: Queryable, tenant: TenantId): Promise<TrialLine[]> {
  return await sql<TrialLine[]>`
    select code, count(*)::int as accounts, sum(debits)::bigint as debits, sum(credits)::bigint as credits
    from (
      select case when code like 'creator:%' then 'creators' else code end as code, debits, credits
      from ledger_accounts where tenant_id = ${tenant}
    ) account
    group by code order by code = 'creators', code`
}

/** A range of days, both inclusive; a day that is absent does not limit it. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Only transfers of these kinds; the sums are then theirs alone, and no balance of the account. */
  readonly kinds?: readonly string[] | undefined
}

/** The movement of an account on one day. */
export interface PeriodDay {
  /** `2026-11-15`, UTC. */
  readonly day: string
  readonly amount: Cents
  readonly transfers: number
  /** The range of sequences of the transfers that are rolled up; null when none is yet. */
  readonly first: number | null
  readonly last: number | null
}

/** An account over a period. */
export interface AccountPeriod {
  readonly code: AccountCode
  readonly accountId: number
  /** The sequence of the last transfer that is rolled up into a day. */
  readonly marked: number
  readonly kinds: readonly string[] | undefined
  readonly opening: Cents
  readonly closing: Cents
  readonly transfers: number
  /** Days with transfers, oldest first. */
  readonly days: readonly PeriodDay[]
}

const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

interface PeriodRow {
  readonly id: number
  readonly marked: number
  readonly before: number
  readonly days: readonly PeriodDay[] | null
}

const ofKinds = (sql: Queryable, kinds: readonly string[] | undefined): Statement =>
  kinds === undefined ? sql`` : sql`and kind = any(${texts(kinds)}::text[])`

/** Adds up the days that are rolled up and the transfers since. Undefined when the book has no such account. */
export async function readPeriod(
  sql: Queryable,
  tenant: TenantId,
  code: string,
  { from = FIRST_DAY, to = LAST_DAY, kinds }: Period,
): Promise<AccountPeriod | undefined> {
  const only = ofKinds(sql, kinds)
  const [row] = await sql<PeriodRow[]>`
    with account as materialized (
      select account.id, coalesce(mark.sequence, 0) as marked
      from ledger_accounts account
      left join ledger_day_marks mark on mark.tenant_id = account.tenant_id and mark.account_id = account.id
      where account.tenant_id = ${tenant} and account.code = ${code}
    ), moved as (
      select day, credits - debits as amount, transfers, first_sequence as first, last_sequence as last
      from account join ledger_days known on known.tenant_id = ${tenant} and known.account_id = account.id ${only}
      union all
      select (at at time zone 'UTC')::date, -amount_in_cents, 1, null, null
      from account join ledger_transfers new
        on new.tenant_id = ${tenant} and new.debit_account = account.id and new.sequence > account.marked ${only}
      union all
      select (at at time zone 'UTC')::date, amount_in_cents, 1, null, null
      from account join ledger_transfers new
        on new.tenant_id = ${tenant} and new.credit_account = account.id and new.sequence > account.marked ${only}
    ), days as (
      select day, sum(amount)::bigint as amount, sum(transfers)::bigint as transfers, min(first) as first, max(last) as last
      from moved group by day
    )
    select account.id, account.marked,
      (select coalesce(sum(amount), 0)::bigint from days where day < ${from}::date) as before,
      (select json_agg(json_build_object('day', to_char(day, 'YYYY-MM-DD'), 'amount', amount, 'transfers', transfers,
        'first', first, 'last', last) order by day) from days where day between ${from}::date and ${to}::date) as days
    from account`
  if (!row) return undefined
  const days = row.days ?? []
  const within = days.reduce((sum, { amount }) => sum + amount, 0)
  return {
    code: code as AccountCode,
    accountId: row.id,
    marked: row.marked,
    kinds,
    opening: cents(row.before),
    closing: cents(row.before + within),
    transfers: days.reduce((sum, { transfers }) => sum + transfers, 0),
    days,
  }
}

/** One transfer as the account sees it: a credit is positive. */
export interface PeriodLine {
  readonly sequence: number
  readonly at: Date
  readonly kind: string
  readonly source_id: string
  /** The account on the other side of the transfer. */
  readonly counterpart: AccountCode
  readonly amount: Cents
  /** The balance after the transfer. */
  readonly balance: Cents
}

type Account = Pick<AccountPeriod, 'accountId' | 'marked' | 'kinds'>

/** Selects the transfers of these days, debits and credits of the account; `where` narrows each of the two parts. */
function linesOf(
  sql: Queryable,
  tenant: TenantId,
  { accountId, marked, kinds }: Account,
  days: readonly PeriodDay[],
  where: Statement = sql``,
): Statement {
  const firsts = days.flatMap(({ first }) => first ?? [])
  const lasts = days.flatMap(({ last }) => last ?? [])
  const side = (mine: string, other: string, sign: 1 | -1, within: Statement) => sql`
    (select sequence, at, kind, source_id, amount_in_cents * ${sign} as amount, ${sql(other)} as other
    from ledger_transfers
    where tenant_id = ${tenant} and ${sql(mine)} = ${accountId} and ${within}
      and at >= ${days[0]?.day ?? LAST_DAY}::date and at < ${days.at(-1)?.day ?? FIRST_DAY}::date + 1 ${ofKinds(sql, kinds)} ${where})`
  const both = (within: () => Statement) => sql`
    ${side('debit_account', 'credit_account', -1, within())}
    union all ${side('credit_account', 'debit_account', 1, within())}`
  const since = both(() => sql`sequence > ${marked}`)
  if (firsts.length === 0) return since
  const [low, high] = [Math.min(...firsts), Math.max(...lasts)]
  return sql`${both(() => sql`sequence between ${low} and ${high}`)} union all ${since}`
}

/** A page of a statement: the lines of these days, day by day as they were posted, after the first `skip` of them. */
export async function readLines(
  sql: Queryable,
  tenant: TenantId,
  account: Account,
  days: readonly PeriodDay[],
  { opening, skip, limit }: { readonly opening: Cents; readonly skip: number; readonly limit: number },
): Promise<PeriodLine[]> {
  if (days.length === 0) return []
  return await sql<PeriodLine[]>`
    select page.sequence, page.at, page.kind, page.source_id, page.amount, page.balance, account.code as counterpart
    from (
      select sequence, at, kind, source_id, amount, other, (at at time zone 'UTC')::date as day,
        (${opening} + sum(amount) over (order by (at at time zone 'UTC')::date, sequence))::bigint as balance
      from (${linesOf(sql, tenant, account, days)}) line
      order by day, sequence limit ${limit} offset ${skip}
    ) page
    join ledger_accounts account on account.tenant_id = ${tenant} and account.id = page.other
    order by page.day, page.sequence`
}

/** The next lines of a day after that sequence, for a caller that reads the day in short steps. */
export async function readDayLines(
  sql: Queryable,
  tenant: TenantId,
  account: Account,
  day: PeriodDay,
  after: number,
  limit: number,
): Promise<Omit<PeriodLine, 'balance'>[]> {
  const next = sql`and sequence > ${after} order by sequence limit ${limit}`
  return await sql<Omit<PeriodLine, 'balance'>[]>`
    select line.sequence, line.at, line.kind, line.source_id, line.amount, account.code as counterpart
    from (${linesOf(sql, tenant, account, [day], next)}) line
    join ledger_accounts account on account.tenant_id = ${tenant} and account.id = line.other
    order by line.sequence limit ${limit}`
}
