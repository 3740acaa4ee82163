import type { Environment } from '../../kernel/environment.ts'
import { placedTenants } from '../../platform/activity.ts'
import type { Tx } from '../../platform/database.ts'
import type { Figure, FigureSource } from '../../platform/figures.ts'
import { countMade } from '../../platform/lists.ts'
import { Tally } from '../../platform/tally.ts'
import { LIST } from './store.ts'

/** Pending payouts are looked for among this many rows of each enterprise, those that are due first. */
const DUE_MAX = 50_000

interface StateRow {
  readonly environment: Environment
  readonly status: string
  readonly count: number
  readonly oldest_seconds: number
}

/** Returned payouts by the bank's code, counted by the process that books the return. */
export const returnsByCode = new Tally<{ readonly environment: Environment; readonly code: string }>(
  'tributary_payout_returns_total',
  'Payouts that a bank gave back, by its return code.',
)

/** Payouts by state. No row of the many that are `sent` is looked at: their number is what is left of all. */
export const payoutFigures: FigureSource = {
  name: 'payouts',
  families: {
    tributary_payouts: { type: 'gauge', help: 'Payouts by state.' },
    tributary_payouts_oldest_seconds: {
      type: 'gauge',
      help: 'Age of the oldest payout that is in a state which is not final.',
    },
    tributary_payouts_created_total: { type: 'counter', help: 'Payouts ever created.' },
  },
  async read(tx) {
    const states = await readStates(tx)
    const made = await countMade(tx, LIST.counter)
    return [
      ...states.flatMap(figuresOfState),
      ...made.flatMap(({ environment, made, current }) => {
        const others = states.reduce((sum, row) => sum + (row.environment === environment ? row.count : 0), 0)
        return [
          { name: 'tributary_payouts', labels: { environment, state: 'sent' }, value: Math.max(0, current - others) },
          { name: 'tributary_payouts_created_total', labels: { environment }, value: made },
        ]
      }),
    ]
  },
}

function figuresOfState({ environment, status, count, oldest_seconds }: StateRow): Figure[] {
  const labels = { environment, state: status }
  const isOpen = status === 'ready' || status === 'pending'
  return [
    { name: 'tributary_payouts', labels, value: count },
    ...(isOpen ? [{ name: 'tributary_payouts_oldest_seconds', labels, value: Math.max(0, oldest_seconds) }] : []),
  ]
}

/** Counts by the partial indexes `payouts_status_amount`, `payouts_waiting` and `payouts_due_in_order`; of each state one row is read. */
async function readStates(tx: Tx): Promise<StateRow[]> {
  return tx<StateRow[]>`
    select clock.environment, state.status, sum(state.count)::bigint as count,
      max(extract(epoch from clock.now - oldest.created_at))::float8 as oldest_seconds
    from (
      select id, environment, clock_timestamp() + clock_offset_ms * interval '1 millisecond' as now
      from ${placedTenants(tx)} placed where retired_at is null
    ) clock
    cross join lateral (
      select status, count(*) as count, min(position) as first from payouts
      where tenant_id = clock.id and status in ('ready', 'error', 'returned', 'canceled') group by status
      union all
      select 'pending', count(*), min(position) from (
        select position from payouts where tenant_id = clock.id and status = 'pending' and due_at is null
        union all
        select position from (
          select position, status from payouts
          where tenant_id = clock.id and due_at is not null order by due_at limit ${DUE_MAX}
        ) due where status = 'pending'
      ) pending
    ) state
    join payouts oldest on oldest.tenant_id = clock.id and oldest.position = state.first
    group by clock.environment, state.status`
}
