import type { TimelineEntry } from '../../../../contracts/dashboard/timeline.ts'
import type { ActivityEntry } from '../../kernel/activity.ts'
import { problem } from '../../kernel/errors.ts'
import { isId, type Kind, PREFIXES, type TenantId } from '../../kernel/ids.ts'
import { dollars } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { findTransfersOf, type TransferRow } from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { readConnectionActivity } from '../../resources/account-connections/index.ts'
import { findBuyer } from '../../resources/buyers/index.ts'
import { findSplitIds, readContract } from '../../resources/contracts/index.ts'
import { type EventFields, findEventsOf } from '../../resources/events/index.ts'
import { activityOfP2p, readP2p } from '../../resources/p2p/index.ts'
import { type PayoutReadDeps, readPayout } from '../../resources/payouts/index.ts'
import { findReturnIds, type PurchaseReadDeps, readPurchase } from '../../resources/purchases/index.ts'
import {
  type DeliverySummary,
  findDeliveriesOfEvents,
  findNewestDeliveries,
  findWebhookCreation,
} from '../../resources/webhooks/index.ts'
import { readWithdrawal } from '../../resources/withdrawals/index.ts'

export interface TimelineDeps extends PayoutReadDeps, PurchaseReadDeps {}

/** Only the newest entries of each kind are shown. */
const SHOWN_MAX = 100

type Activity = readonly Partial<ActivityEntry>[]
type ReadActivity = (deps: TimelineDeps, tenant: TenantId, id: string) => Promise<Activity | undefined>

/** For resources that keep no activity of their own. */
const creation = (at: Date | undefined): Activity | undefined =>
  at && [{ entry: 'Created', date: iso(at), type: 'status_change' }]

/** The activity of a resource as the API would show it; undefined when there is no such resource. */
const ACTIVITY: Partial<Record<Kind, ReadActivity>> = {
  payout: async (deps, tenant, id) => (await readPayout(deps, tenant, id))?.activity,
  withdrawal: async (deps, tenant, id) => (await readWithdrawal(deps, tenant, id))?.withdrawal.activity,
  purchase: async (deps, tenant, id) => (await readPurchase(deps, tenant, id))?.activity,
  contract: async ({ database }, tenant, id) => (await readContract(database.sql, tenant, id))?.activity,
  p2p: async ({ database }, tenant, id) => {
    const payment = await readP2p(database.sql, tenant, id)
    return payment && activityOfP2p(payment)
  },
  accountConnection: ({ database }, tenant, id) => readConnectionActivity(database.sql, tenant, id),
  buyer: async ({ database }, tenant, id) => creation((await findBuyer(database.sql, tenant, id))?.created_at),
  webhook: async ({ database }, tenant, id) => creation(await findWebhookCreation(database.sql, tenant, id)),
}

/** Everything that happened to one resource, newest first. Only people who may read the ledger see its transfers. */
export async function readTimeline(
  deps: TimelineDeps,
  tenant: TenantId,
  id: string,
  seesLedger: boolean,
): Promise<TimelineEntry[]> {
  const { sql } = deps.database
  const kind = (Object.keys(PREFIXES) as Kind[]).find((one) => isId(one, id))
  const activity = await (kind && ACTIVITY[kind])?.(deps, tenant, id)
  if (!activity) throw problem('not_found', 'Nothing of this enterprise has that id.')
  const [transfers, events] = await Promise.all([
    seesLedger ? findTransfers(sql, tenant, kind, id) : [],
    findEventsOf(sql, tenant, id, SHOWN_MAX),
  ])
  const deliveries =
    kind === 'webhook'
      ? (await findNewestDeliveries(sql, tenant, id, SHOWN_MAX)).map((one) => ofDelivery(one, one.resource))
      : (
          await findDeliveriesOfEvents(
            sql,
            tenant,
            events.map((event) => event.id),
          )
        ).map((one) => ofDelivery(one, one.url))
  // Each kind goes in oldest first: reversed as a whole, entries of one moment stand above what caused them.
  return [
    ...activity.flatMap(ofActivity),
    ...transfers.toReversed().map(ofTransfer),
    ...events.toReversed().map(ofEvent),
    ...deliveries.toReversed(),
  ]
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .toReversed()
}

/** The transfers of a contract are those of its splits, of a purchase also those of its refunds and disputes. */
const SOURCES: Partial<Record<Kind, typeof findSplitIds>> = { contract: findSplitIds, purchase: findReturnIds }

async function findTransfers(
  sql: Queryable,
  tenant: TenantId,
  kind: Kind | undefined,
  id: string,
): Promise<TransferRow[]> {
  const others = (await (kind && SOURCES[kind])?.(sql, tenant, id, SHOWN_MAX)) ?? []
  return findTransfersOf(sql, tenant, [id, ...others], SHOWN_MAX)
}

/** Transfers are left out: the ledger's own rows say more of them. */
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

const ofEvent = ({ id, type, at }: EventFields): TimelineEntry => ({
  at: iso(at),
  kind: 'event',
  title: type,
  detail: id,
  link: '/events',
})

const ofDelivery = (
  { webhook_id, status, held, attempt, at, answered, error }: DeliverySummary,
  to: string,
): TimelineEntry => ({
  at: iso(at),
  kind: 'delivery',
  title: `Webhook to ${to}`,
  detail:
    attempt === 0
      ? 'Not tried yet'
      : `Attempt ${attempt}: ${answered === null ? (error ?? 'no answer yet') : `answered ${answered}`}`,
  status: held ? 'on_hold' : status,
  link: `/webhooks/${webhook_id}`,
})
