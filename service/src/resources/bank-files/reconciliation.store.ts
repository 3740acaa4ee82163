import type { TenantId } from '../../kernel/ids.ts'
import { accountsView, transfersView } from '../../ledger/index.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { rowsOf } from '../../platform/rows.ts'
import { type BankingDate, previousBankingDay } from '../../rails/ach/calendar.ts'
import { netOfBookings, type PostedWire, postedWires, wiresOf } from '../incoming-money/index.ts'

/** Records the balance that the bank states for the end of a banking day. */
export async function setBalance(tx: Tx, bank: TenantId, day: BankingDate, balance: number): Promise<void> {
  await tx`
    insert into ach_balances (tenant_id, day, balance_in_cents) values (${bank}, ${day}, ${balance})
    on conflict (tenant_id, day) do update set balance_in_cents = excluded.balance_in_cents`
}

/** An entry of a banking day: its amount in the files, and its amount in the ledger. */
export interface DayLine {
  readonly file: string
  readonly name: string
  readonly direction: 'out' | 'in'
  readonly status: string
  /** `file`: a whole file from the bank that was refused, because it could not be read. */
  readonly kind: 'payout' | 'withdrawal' | 'return' | 'change' | 'credit' | 'debit' | 'malformed' | 'file' | 'wire'
  /** The id of the payment, or of what a received entry was about. */
  readonly about: string | null
  readonly said: number
  /** The amount that moved in a book for it. */
  readonly posted: number
  readonly why: string | null
  /** A person has dealt with it. */
  readonly resolved: boolean
}

/** A banking day of a bank, or of one enterprise if `owner` names it. */
export interface Day {
  readonly bank: TenantId
  readonly day: BankingDate
  readonly owner: TenantId | undefined
}

const BOOKED = { about: 'text', amount: 'bigint' } as const
interface Booked {
  readonly about: string
  readonly amount: number
}

/** A day in the books of the bank and of its enterprises. They are asked before the files: on a cluster several servers have them. */
export interface BookedDay extends Day {
  /** By what a received entry was about. */
  readonly received: readonly Booked[]
  /** The payments that received entries of `owner` were about. */
  readonly own: readonly string[]
  readonly wires: readonly PostedWire[]
  readonly topUps: readonly Booked[]
}

export async function readBooks(sql: Queryable, of: Day): Promise<BookedDay> {
  const [received, wires, topUps] = await Promise.all([
    bookedForReceived(sql, of),
    postedWires(sql, of),
    of.owner === undefined ? topUpsOn(sql, of) : [],
  ])
  const own = received.filter(({ is_own }) => is_own).map(({ about }) => about)
  return { ...of, received, own, wires, topUps }
}

async function bookedForReceived(
  sql: Queryable,
  { bank, day, owner }: Day,
): Promise<(Booked & { readonly is_own: boolean })[]> {
  const entries = await sql<{ about: string }[]>`
    select distinct received.about from ach_files file
    join ach_received received on received.tenant_id = ${bank} and received.file = file.id
    where file.tenant_id = ${bank} and file.direction = 'in' and file.day = ${day} and received.about is not null`
  if (entries.length === 0) return []
  return sql`
    select transfer.source_id as about, bool_or(transfer.tenant_id = ${owner ?? bank}) as is_own,
      coalesce(sum(transfer.amount_in_cents) filter (where transfer.kind in (
        'payout.returned.bank', 'withdrawal.returned.bank', 'creator_withdrawal.returned', 'deposit', 'ach.credit', 'top_up',
        'processor.arrived', 'taken_back', 'taken_back.due', 'taken_back.creator', 'taken_back.creator.due', 'taken_back.own',
        'wire.own')), 0)::bigint as amount
    from ${transfersView(sql)} transfer join tenants tenant on tenant.id = transfer.tenant_id
    where tenant.bank_id = ${bank} and transfer.source_id = any(${texts(entries.map(({ about }) => about))}::text[])
    group by transfer.source_id`
}

async function topUpsOn(sql: Queryable, { bank, day }: Day): Promise<Booked[]> {
  return sql<Booked[]>`
    select transfer.source_id as about, transfer.amount_in_cents as amount
    from ${accountsView(sql)} funding
    join ${transfersView(sql)} transfer on transfer.tenant_id = funding.tenant_id and transfer.debit_account = funding.id
    join tenants tenant on tenant.id = funding.tenant_id
    where tenant.bank_id = ${bank} and funding.code = 'funding' and transfer.kind = 'top_up' and ${bookedOn(sql, day)}`
}

/** Every entry of the day whose two amounts differ, transfers without a file, and files that could not be read. */
export async function disagreements(sql: Queryable, of: BookedDay): Promise<DayLine[]> {
  return sql<DayLine[]>`${dayLines(sql, of)} where said <> posted or kind = 'file' order by name, about`
}

export interface DaySums {
  readonly kind: DayLine['kind']
  readonly entries: number
  readonly said: number
  readonly posted: number
}

export async function sumDay(sql: Queryable, of: BookedDay): Promise<DaySums[]> {
  return sql<DaySums[]>`
    select kind, count(*)::int as entries, sum(said)::bigint as said, sum(posted)::bigint as posted
    from (${dayLines(sql, of)}) as day group by kind order by kind`
}

/** The kind of a payment that left in a file, by the beginning of its id. */
const kindOf = (sql: Queryable, id: Statement): Statement =>
  sql`case when starts_with(${id}, 'wdr_') then 'withdrawal' else 'payout' end`

const dayLines = (sql: Queryable, of: BookedDay) => sql`
  select * from (
    ${sentLines(sql, of)}
    union all ${receivedLines(sql, of)}
    union all ${wiresOf(sql, of, of.wires)}
    ${of.owner === undefined ? sql`${refusedFiles(sql, of)} ${bookedAlone(sql, of)}` : sql``}
  ) lines`

const sentLines = (sql: Queryable, { bank, day, owner }: Day) => sql`
    select file.id as file, file.name, file.direction, file.status, ${kindOf(sql, sql`entry.payout`)} as kind, entry.payout as about,
      entry.amount_in_cents as said, coalesce(transfer.amount_in_cents, 0) as posted, file.why,
      false as resolved
    from ach_files file
    join ach_entries entry on entry.tenant_id = ${bank} and entry.file = file.id and entry.amount_in_cents > 0
    left join ${transfersView(sql)} transfer on transfer.tenant_id = ${bank} and transfer.source_id = entry.payout
      and transfer.kind in ('payout.sent.bank', 'withdrawal.sent.bank', 'creator_withdrawal.sent')
    where file.tenant_id = ${bank} and file.direction = 'out' and file.day = ${day}
      ${owner === undefined ? sql`` : sql`and entry.owner = ${owner}`}`

const receivedLines = (sql: Queryable, { bank, day, owner, received, own }: BookedDay) => sql`
    select file.id, file.name, file.direction, received.status, received.kind, received.about,
      received.amount_in_cents, coalesce(booked.amount, 0), received.why,
      received.resolved_at is not null
    from ach_files file
    join ach_received received on received.tenant_id = ${bank} and received.file = file.id
    left join ${rowsOf(received, BOOKED)} as booked on booked.about = received.about and received.status = 'applied'
    where file.tenant_id = ${bank} and file.direction = 'in' and file.day = ${day}
      ${owner === undefined ? sql`` : sql`and received.about = any(${texts(own)}::text[])`}`

/** Shown for the bank as a whole: a file that could not be read tells nothing of the enterprises in it. */
const refusedFiles = (sql: Queryable, { bank, day }: Day) => sql`
  union all
  select id, name, direction, status, 'file', null, 0, 0, why, resolved_at is not null from ach_files
  where tenant_id = ${bank} and direction = 'in' and status = 'refused' and day = ${day}`

/** A day without banking belongs to the next banking day. */
const bookedOn = (sql: Queryable, day: BankingDate): Statement => sql`
  (transfer.at at time zone 'America/New_York')::date > ${previousBankingDay(day)}::date
    and (transfer.at at time zone 'America/New_York')::date <= ${day}::date`

/** Transfers of ACH money that no file has. */
const bookedAlone = (sql: Queryable, { bank, day, topUps }: BookedDay) => sql`
    union all
    select '', 'no file', 'out', 'booked', ${kindOf(sql, sql`transfer.source_id`)}, transfer.source_id, 0, transfer.amount_in_cents, null, false
    from ${accountsView(sql)} clearing
    join ${transfersView(sql)} transfer on transfer.tenant_id = ${bank} and transfer.credit_account = clearing.id
    where clearing.tenant_id = ${bank} and clearing.code = 'ach_clearing'
      and transfer.kind in ('payout.sent.bank', 'withdrawal.sent.bank', 'creator_withdrawal.sent') and ${bookedOn(sql, day)}
      and not exists (
        select 1 from ach_entries entry where entry.tenant_id = ${bank} and entry.payout = transfer.source_id)
    union all
    select '', 'no file', 'in', 'booked', 'credit', credit.about, 0, credit.amount, null, false
    from ${rowsOf(topUps, BOOKED)} as credit
    where not exists (
        select 1 from ach_received received
        where received.tenant_id = ${bank} and received.status = 'applied' and received.about = credit.about)`

/** The bank's balance at the end of a day, and of the last day before it that is known. */
export async function readBalances(
  sql: Queryable,
  bank: TenantId,
  day: BankingDate,
): Promise<{ readonly balance: number; readonly before: number; readonly since: string } | undefined> {
  const [row] = await sql<{ balance: number; before: number; since: string }[]>`
    select now.balance_in_cents as balance, before.balance_in_cents as before, to_char(before.day, 'YYYY-MM-DD') as since
    from ach_balances now
    cross join lateral (
      select day, balance_in_cents from ach_balances
      where tenant_id = ${bank} and day < ${day} order by day desc limit 1
    ) before
    where now.tenant_id = ${bank} and now.day = ${day}`
  return row
}

/** A malformed entry that a person has booked as a return; other bookings by hand are counted by themselves. */
const isReturnOfLines = (sql: Queryable): Statement => sql`(
  received.kind = 'malformed' and received.status = 'applied' and received.about <> received.file || '.' || received.ordinal)`

/** The money that came in by files and wires after one day and until another, less the money that went out. */
export async function netOfFiles(sql: Queryable, bank: TenantId, since: string, until: BankingDate): Promise<number> {
  const [row] = await sql<{ net: number }[]>`
    select (
      coalesce((select sum(received.amount_in_cents) from ach_received received
        join ach_files file on file.tenant_id = ${bank} and file.id = received.file
        where received.tenant_id = ${bank}
          and (received.kind in ('return', 'credit') or ${isReturnOfLines(sql)})
          and file.day > ${since}::date and file.day <= ${until}::date), 0)
      - coalesce((select sum(credit_in_cents) from ach_files
        where tenant_id = ${bank} and direction = 'out' and status = 'delivered'
          and day > ${since}::date and day <= ${until}::date), 0)
      + (${netOfBookings(sql, bank, since, until)}))::bigint as net`
  return row?.net ?? 0
}
