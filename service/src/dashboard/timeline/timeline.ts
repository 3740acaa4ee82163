import type { TimelineEntry } from '../../../../contracts/dashboard/timeline.ts'
import type { ActivityEntry } from '../../kernel/activity.ts'
import { problem } from '../../kernel/errors.ts'
import { isId, type Kind, PREFIXES, type TenantId } from '../../kernel/ids.ts'
import { dollars } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import type { Queryable } from '../../platform/database.ts'
import { activityOfP2p } from '../../resources/p2p/index.ts'
import {
  type DeliveryRow,
  type EventRow,
  findActivity,
  findCreated,
  findDeliveries,
  findDeliveriesOf,
  findEvents,
  findP2p,
  findTransfers,
  type LoggedTable,
  type TransferRow,
} from './store.ts'

type Log = readonly Partial<ActivityEntry>[]
type ReadLog = (sql: Queryable, tenant: TenantId, id: string) => Promise<Log | undefined>

const logged =
  (table: LoggedTable): ReadLog =>
  (sql, tenant, id) =>
    findActivity(sql, tenant, table, id)

const createdOnly =
  (table: Parameters<typeof findCreated>[2]): ReadLog =>
  async (sql, tenant, id) => {
    const at = await findCreated(sql, tenant, table, id)
    return at && [{ entry: 'Created', date: iso(at), type: 'status_change' }]
  }

/** Where each kind of resource keeps its log; undefined from one means that there is no such resource. */
const LOGS: Partial<Record<Kind, ReadLog>> = {
  payout: logged('payouts'),
  purchase: logged('purchases'),
  contract: logged('contracts'),
  p2p: async (sql, tenant, id) => {
    const payment = await findP2p(sql, tenant, id)
    return payment && activityOfP2p(payment)
  },
  accountConnection: createdOnly('account_connections'),
  buyer: createdOnly('buyers'),
  webhook: createdOnly('webhooks'),
}

/** All that happened to one resource, whatever it is, newest first; the ledger's part for those who see the ledger. */
export async function readTimeline(
  sql: Queryable,
  tenant: TenantId,
  id: string,
  seesLedger: boolean,
): Promise<TimelineEntry[]> {
  const kind = (Object.keys(PREFIXES) as Kind[]).find((one) => isId(one, id))
  const readLog = kind && LOGS[kind]
  const log = await readLog?.(sql, tenant, id)
  if (!log) throw problem('not_found', 'Nothing of this enterprise has that id.')
  const [transfers, events, deliveries] = await Promise.all([
    seesLedger ? findTransfers(sql, tenant, id) : [],
    findEvents(sql, tenant, id),
    kind === 'webhook' ? findDeliveriesOf(sql, tenant, id) : findDeliveries(sql, tenant, id),
  ])
  // Oldest first within each, so that turned around as a whole what follows from something stands above it.
  return [
    ...log.flatMap(ofActivity),
    ...transfers.toReversed().map(ofTransfer),
    ...events.toReversed().map(ofEvent),
    ...deliveries.toReversed().map(ofDelivery),
  ]
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .toReversed()
}

/** The log names its transfers in words; the ledger's own lines say more. */
function ofActivity({ entry, date, type, status, code }: Partial<ActivityEntry>): TimelineEntry[] {
  if (type === 'transfer' || entry === undefined || date === undefined) return []
  return [
    {
      at: date,
      kind: 'activity',
      title: entry,
      ...(code === undefined ? {} : { detail: code }),
      ...(status === undefined ? {} : { status }),
    },
  ]
}

const ofTransfer = ({ kind, amount_in_cents, debit, credit, at }: TransferRow): TimelineEntry => ({
  at: iso(at),
  kind: 'transfer',
  title: dollars(amount_in_cents),
  detail: kind,
  debit,
  credit,
  link: `/ledger/statement?account=${encodeURIComponent(debit)}`,
})

const ofEvent = ({ id, type, at }: EventRow): TimelineEntry => ({
  at: iso(at),
  kind: 'event',
  title: type,
  detail: id,
  link: '/events',
})

const ofDelivery = ({ webhook_id, url, status, attempt, at, answered, error }: DeliveryRow): TimelineEntry => ({
  at: iso(at),
  kind: 'delivery',
  title: `Webhook to ${url}`,
  detail:
    attempt === 0
      ? 'Not tried yet'
      : `Attempt ${attempt}: ${answered === null ? (error ?? 'no answer yet') : `answered ${answered}`}`,
  status,
  link: `/webhooks/${webhook_id}`,
})
