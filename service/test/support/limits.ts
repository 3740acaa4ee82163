import { expect } from 'vitest'
import type { PayoutLimit } from '../../../contracts/limits.ts'
import { setPayoutLimits } from '../../src/resources/payouts/index.ts'
import { createKey, requireTenant, setSetting } from '../../src/tenants/index.ts'
import type { Answer, Client } from './client.ts'
import type { RunningService } from './service.ts'

/** Sets the limits of an enterprise's sandbox, as its own. */
export const setLimits = (
  { database }: Pick<RunningService, 'database'>,
  enterprise: string,
  limits: readonly PayoutLimit[],
): Promise<void> =>
  database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, enterprise, 'sandbox')
    const own = limits.map((limit) => ({ ...limit, set_by: 'enterprise' as const }))
    await setPayoutLimits(tx, tenant, own)
  })

/** New bank accounts of an enterprise's sandbox wait so long. */
export const setWait = (
  { database }: Pick<RunningService, 'database'>,
  enterprise: string,
  hours: number,
): Promise<unknown> =>
  database.transaction(async (tx) =>
    setSetting(tx, await requireTenant(tx, enterprise, 'sandbox'), 'new_bank_account_wait_hours', String(hours)),
  )

/** Another key of the enterprise's sandbox, and its id. */
export async function anotherKey(running: RunningService, enterprise: string): Promise<{ id: string; client: Client }> {
  const { id, key } = await running.database.transaction(async (tx) =>
    createKey(tx, await requireTenant(tx, enterprise, 'sandbox'), 'sandbox', 'Another'),
  )
  return { id, client: running.client('sandbox', key) }
}

export const DAY_LIMIT: PayoutLimit = { scope: 'enterprise', per: 'day', max_in_cents: 10_000, outcome: 'refuse' }

export const pay = (client: Client, connection: string, amount: number, more: object = {}): Promise<Answer> =>
  client.post('/payout', { account_connection: connection, amount_in_cents: amount, ...more })

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function readLimits(client: Client, connection?: string): Promise<any[]> {
  const answer = await client.get(`/limit${connection ? `?account_connection=${connection}` : ''}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.limits
}

/**
 * What is used of limits equals the payouts that were created in the period and did not end before they left. Setting
 * the same limits anew counts them again: nothing may change by it.
 */
export async function usageIsExact(
  { database }: Pick<RunningService, 'database'>,
  enterprise: string,
  limits: readonly PayoutLimit[],
): Promise<void> {
  const usage = () => database.sql`
    select scope, subject, period, starts_at, amount_in_cents, count from limit_usage usage
    join tenants tenant on tenant.id = usage.tenant_id and tenant.enterprise_id = ${enterprise}
    where amount_in_cents > 0 order by scope, period, starts_at, subject`
  const counted = await usage()
  await setLimits({ database }, enterprise, limits)
  expect(counted).toEqual(await usage())
}
