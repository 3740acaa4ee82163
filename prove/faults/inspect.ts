import { setTimeout as sleep } from 'node:timers/promises'
import { auditEverything } from '../../service/src/app/audit.ts'
import type { Database } from '../../service/src/platform/database.ts'
import { type Checks, figure } from '../proof.ts'
import type { Kind, Load } from './load.ts'

/** Where what was acknowledged must be found: the rows of each kind that makes any. */
const TABLES = { payout: 'payouts', batch: 'payouts', p2p: 'p2p_payments', purchase: 'purchases' } as const
const isMaking = (kind: Kind): kind is keyof typeof TABLES => kind in TABLES

/** Looks into the books and tables from outside: every acknowledged one is there once, and nothing else is. */
export async function inspect(database: Database, load: Load, checks: Checks, when: string): Promise<void> {
  // Taken first: what is acknowledged while we look is looked for the next time.
  const acknowledged = load.acknowledged.filter(({ kind }) => isMaking(kind))
  const [found, mismatches] = await Promise.all([readKeys(database), auditEverything(database)])
  const twice = [...found].filter(([, ids]) => ids.length > 1).map(([key]) => key)
  const unasked = [...found.keys()].filter((key) => !load.asked.has(key))
  const made = new Set([...found.values()].flat())
  const lost = acknowledged.flatMap(({ ids }) => ids).filter((id) => !made.has(id))
  checks.check(`${when}: everything acknowledged exists`, lost.length === 0, lost)
  checks.check(`${when}: nothing exists twice`, twice.length === 0, twice)
  checks.check(`${when}: nothing exists that was not asked for`, unasked.length === 0, unasked)
  checks.check(`${when}: the audit is clean`, mismatches.length === 0, mismatches)
}

/** The ids of what each key made. */
async function readKeys({ sql }: Database): Promise<Map<string, string[]>> {
  const rows = await sql<{ key: string | null; id: string }[]>`
    select user_data->>'key' as key, id from payouts
    union all select user_data->>'key', id from p2p_payments
    union all select user_data->>'key', id from purchases`
  const found = new Map<string, string[]>()
  for (const row of rows) {
    const key = row.key ?? `none, of ${row.id}`
    found.set(key, [...(found.get(key) ?? []), row.id])
  }
  return found
}

const STUCK_MAX_MS = 60_000

/** What is still under way or held, by table; all of it has to come to its end by itself. */
async function readOpen({ sql }: Database): Promise<Record<string, number>> {
  const rows = await sql<{ what: string; count: number }[]>`
    select 'payouts' as what, count(*) from payouts where status in ('created', 'ready', 'pending')
    union all select 'P2P payments', count(*) from p2p_payments where status = 'pending'
    union all select 'charges', count(*) from purchases where charge = 'in_flight'
    union all select 'leases', count(*) from purchases where leased_until is not null
    union all select 'deliveries', count(*) from deliveries where status <> 'delivered'
    union all select 'messages', count(*) from messages where status in ('due', 'sending')`
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ what, count }) => [what, count]))
}

/** Waits until nothing is under way; how long that took, in seconds. */
export async function untilAtRest(database: Database, checks: Checks): Promise<number> {
  const startedAt = performance.now()
  let open = await readOpen(database)
  while (Object.keys(open).length > 0 && performance.now() - startedAt < STUCK_MAX_MS) {
    await sleep(250)
    open = await readOpen(database)
  }
  checks.check('no row is stuck 60 s after the last fault', Object.keys(open).length === 0, open)
  return (performance.now() - startedAt) / 1_000
}

/** What the acknowledged requests must have come to, once everything is at rest: by count and by cent. */
export async function compareLedger({ sql }: Database, load: Load, checks: Checks): Promise<void> {
  const of = (...kinds: Kind[]) => load.acknowledged.filter(({ kind }) => kinds.includes(kind))
  const total = (...kinds: Kind[]): number => of(...kinds).reduce((sum, { amount }) => sum + amount, 0)
  const entries = (...kinds: Kind[]): number => of(...kinds).reduce((sum, { ids }) => sum + ids.length, 0)
  const posted = new Map(
    (
      await sql<{ kind: string; count: number; total: number }[]>`
        select kind, count(*), sum(amount_in_cents)::bigint as total from ledger_transfers
        where source_id ~ '^(pay|p2p|pch)_' group by kind`
    ).map(({ kind, count, total }) => [kind, { count, total }]),
  )
  const compare = (what: string, kind: string, count: number, amount: number): void => {
    const found = posted.get(kind) ?? { count: 0, total: 0 }
    const holds = found.count === count && found.total === amount
    checks.check(`${what}: one transfer each, of its amount`, holds, { kind, found, expected: { count, amount } })
    figure(`${what}: acknowledged / in the ledger`, `${count} / ${found.count}`)
  }
  compare('payouts reserved', 'payout.hold', entries('payout', 'batch'), total('payout', 'batch'))
  compare('payouts sent', 'payout.sent', entries('payout', 'batch'), total('payout', 'batch'))
  compare('P2P payments committed', 'p2p.sent', of('p2p commit').length, total('p2p commit'))
  const [charges] = await sql<{ count: number; total: number }[]>`
    select count(*), coalesce(sum(total_in_cents), 0)::bigint as total from purchases where charge not in ('none', 'in_flight')`
  const wanted = { count: of('purchase commit').length, total: total('purchase commit') }
  figure('purchases committed: acknowledged / charged', `${wanted.count} / ${charges?.count}`)
  const isSame = charges?.count === wanted.count && charges.total === wanted.total
  checks.check('purchases committed: one charge each, of its total', isSame, { found: charges, expected: wanted })
}
