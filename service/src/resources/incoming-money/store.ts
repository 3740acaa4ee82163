import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import { transfersView } from '../../ledger/index.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'
import { rowsOf } from '../../platform/rows.ts'
import type { BankingDate } from '../../rails/ach/calendar.ts'
import type { BookingKind, OwnAccount } from './model.ts'
import { BOOKED_KINDS } from './postings.ts'

export const DUE_CREDITS: DueRows = { table: 'incoming_credits', dueAt: 'due_at' }

export interface IncomingCredit {
  readonly source_id: string
  readonly owner: TenantId | null
  readonly creator_id: Id<'creator'> | null
  readonly deposit_source: string | null
  readonly amount_in_cents: number
  readonly due_at: Date
}

export async function insertIncoming(
  tx: Tx,
  bank: TenantId,
  credit: IncomingCredit & { readonly created_at: Date },
): Promise<void> {
  await tx`insert into incoming_credits ${tx({ ...credit, tenant_id: bank } as never)}`
}

/** In the order of the tenants' ids: every transaction that locks the accounts of several tenants takes them so. */
export async function lockDueCredits(tx: Tx, bank: TenantId, until: Date, limit: number): Promise<IncomingCredit[]> {
  const rows = await tx<IncomingCredit[]>`
    select source_id, owner, creator_id, deposit_source, amount_in_cents, due_at from incoming_credits
    where tenant_id = ${bank} and due_at <= ${until} order by due_at, source_id limit ${limit}
    for no key update skip locked`
  return [...rows].sort((a, b) => (a.owner ?? Number.MAX_SAFE_INTEGER) - (b.owner ?? Number.MAX_SAFE_INTEGER))
}

export async function markAvailable(tx: Tx, bank: TenantId, credits: readonly IncomingCredit[]): Promise<void> {
  await tx`
    update incoming_credits credit set due_at = null
    from ${rowsOf(credits, { source_id: 'text' })} as done
    where credit.tenant_id = ${bank} and credit.source_id = done.source_id`
}

/** Credits to a creator's account that are not available yet, the next first. */
export async function findIncomingOf(
  sql: Queryable,
  bank: TenantId,
  creator: Id<'creator'>,
): Promise<{ readonly id: string; readonly amount: Cents; readonly available_at: Date }[]> {
  const rows = await sql<{ id: string; amount: number; available_at: Date }[]>`
    select source_id as id, amount_in_cents as amount, due_at as available_at from incoming_credits
    where tenant_id = ${bank} and creator_id = ${creator} and due_at is not null order by due_at, source_id`
  return rows.map(({ amount, ...row }) => ({ ...row, amount: cents(amount) }))
}

export interface NewBooking {
  readonly id: string
  readonly kind: BookingKind
  readonly account: OwnAccount
  readonly amount: Cents
  readonly day: BankingDate
  readonly reference: string | null
  readonly beside_files: boolean
  readonly booked_at: Date
}

/** False where that kind of booking was made under this reference before. */
export async function insertBooking(tx: Tx, bank: TenantId, { account, amount, ...one }: NewBooking): Promise<boolean> {
  const { owner = null, creator: creator_id = null } = account
  const row = { ...one, tenant_id: bank, owner, creator_id, amount_in_cents: amount }
  const inserted = await tx`
    insert into bank_bookings ${tx(row as never)}
    on conflict (tenant_id, kind, reference) where reference is not null do nothing`
  return inserted.count === 1
}

/** A banking day of a bank, or of one enterprise if `owner` names it. */
interface WireDay {
  readonly bank: TenantId
  readonly day: BankingDate
  readonly owner: TenantId | undefined
}

const ofWireDay = (sql: Queryable, { bank, day, owner }: WireDay): Statement => sql`
  booking.tenant_id = ${bank} and booking.day = ${day}::date and booking.reference is not null
    ${owner === undefined ? sql`` : sql`and booking.owner = ${owner}`}`

const POSTED_WIRE = { id: 'text', posted: 'bigint' } as const
export interface PostedWire {
  readonly id: string
  readonly posted: number
}

/** The amounts of the day's wires in the books whose accounts they move. */
export async function postedWires(sql: Queryable, of: WireDay): Promise<PostedWire[]> {
  const wires = await sql<{ id: string; book: TenantId }[]>`
    select booking.id, coalesce(booking.owner, booking.tenant_id) as book from bank_bookings booking
    where ${ofWireDay(sql, of)}`
  if (wires.length === 0) return []
  const transfers = await sql<(PostedWire & { readonly book: TenantId })[]>`
    select transfer.tenant_id as book, transfer.source_id as id, sum(transfer.amount_in_cents)::bigint as posted
    from ${transfersView(sql)} transfer join tenants tenant on tenant.id = transfer.tenant_id
    where tenant.bank_id = ${of.bank} and transfer.source_id = any(${texts(wires.map(({ id }) => id))}::text[])
      and transfer.kind = any(${texts(BOOKED_KINDS)}::text[])
    group by transfer.tenant_id, transfer.source_id`
  const books = new Map(wires.map(({ id, book }) => [id, book]))
  return transfers.filter(({ id, book }) => books.get(id) === book)
}

/** Wires of a banking day beside their transfers, as lines of the reconciliation. */
export const wiresOf = (sql: Queryable, of: WireDay, posted: readonly PostedWire[]): Statement => sql`
  select '' as file, coalesce(reference, '') as name, case when kind = 'wire_in' then 'in' else 'out' end as direction,
    'booked' as status, 'wire' as kind, booking.id as about, booking.amount_in_cents as said,
    coalesce(wire.posted, 0) as posted, null as why, false as resolved
  from bank_bookings booking left join ${rowsOf(posted, POSTED_WIRE)} as wire on wire.id = booking.id
  where ${ofWireDay(sql, of)}`

/** The money that bookings by hand brought beside the files after one day and until another, less what they took. */
export const netOfBookings = (sql: Queryable, bank: TenantId, since: string, until: BankingDate): Statement => sql`
  select coalesce(sum(case when kind in ('wire_in', 'credit') then amount_in_cents else -amount_in_cents end), 0)
  from bank_bookings where tenant_id = ${bank} and beside_files and day > ${since}::date and day <= ${until}::date`
