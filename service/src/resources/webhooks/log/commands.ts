import { type Problem, problem } from '../../../kernel/errors.ts'
import { newId, PREFIXES, type TenantId } from '../../../kernel/ids.ts'
import type { Queryable, Tx } from '../../../platform/database.ts'
import { lockName } from '../../../platform/locks.ts'
import { lockEvents, type WebhookEvent } from '../../events/index.ts'
import { webhookNotFound } from '../commands.ts'
import { enableWebhook, findWebhook, type WebhookRow } from '../store.ts'
import {
  type AttemptRow,
  type DeliveryRow,
  findAttempts,
  findDelivery,
  insertTest,
  requeueDelivery,
  requeueSince,
} from './store.ts'

export interface LoggedDelivery {
  readonly row: DeliveryRow
  readonly attempts: readonly AttemptRow[]
}

export async function requireWebhook(sql: Queryable, tenant: TenantId, id: string): Promise<WebhookRow> {
  const webhook = await findWebhook(sql, tenant, id)
  if (!webhook) throw webhookNotFound()
  return webhook
}

function refuseDisabled({ disabled_because }: WebhookRow): void {
  if (disabled_because !== null) {
    throw problem('invalid_state', `This webhook is disabled: ${disabled_because} POST …/recover enables it again.`)
  }
}

const deliveryNotFound = (): Problem => problem('not_found', 'There is no delivery of this webhook with this id.')

/** Sends a delivery again, also one that was delivered, with the same id and the same bytes. */
export async function redeliver(tx: Tx, tenant: TenantId, webhook: string, id: string): Promise<LoggedDelivery> {
  const found = await requireWebhook(tx, tenant, webhook)
  if (!(await findDelivery(tx, tenant, webhook, id))) throw deliveryNotFound()
  refuseDisabled(found)
  await requeueDelivery(tx, tenant, webhook, id)
  return requireDelivery(tx, tenant, webhook, id)
}

export async function readDelivery(
  sql: Queryable,
  tenant: TenantId,
  webhook: string,
  id: string,
): Promise<LoggedDelivery> {
  await requireWebhook(sql, tenant, webhook)
  return requireDelivery(sql, tenant, webhook, id)
}

async function requireDelivery(sql: Queryable, tenant: TenantId, webhook: string, id: string): Promise<LoggedDelivery> {
  const row = await findDelivery(sql, tenant, webhook, id)
  if (!row) throw deliveryNotFound()
  return { row, attempts: await findAttempts(sql, tenant, webhook, [id]) }
}

/** Enables a disabled webhook, and queues every event since then that was not delivered. */
export async function recover(tx: Tx, tenant: TenantId, webhook: string, since: Date): Promise<number> {
  await lockName(tx, `recover ${tenant} ${webhook}`)
  await requireWebhook(tx, tenant, webhook)
  // An event that is being written now has no delivery yet: it is waited for, and later ones find the webhook enabled.
  await lockEvents(tx, tenant)
  const queued = await requeueSince(tx, tenant, webhook, since)
  await enableWebhook(tx, tenant, webhook)
  return queued
}

const RESOURCES: Record<WebhookEvent, string> = {
  'account_connection.update': PREFIXES.accountConnection,
  'payout.update': PREFIXES.payout,
  'buyer.update': PREFIXES.buyer,
  'purchase.update': PREFIXES.purchase,
  'contract.update': PREFIXES.contract,
  'approval.update': PREFIXES.approval,
  'withdrawal.update': PREFIXES.withdrawal,
}

/** Queues a notification about a resource that does not exist; it is tried once. */
export async function sendTest(tx: Tx, tenant: TenantId, webhook: string): Promise<LoggedDelivery> {
  const found = await requireWebhook(tx, tenant, webhook)
  refuseDisabled(found)
  const id = newId('delivery')
  await insertTest(tx, tenant, webhook, id, `${RESOURCES[found.event]}_test${id.slice(4)}`)
  return requireDelivery(tx, tenant, webhook, id)
}
