import type { TenantId } from '../../src/kernel/ids.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sandboxAch } from '../../src/rails/ach/sandbox.ts'
import { payoutsDue } from '../../src/resources/payouts/index.ts'
import { connected } from './payouts.ts'
import { type RunningService, VAULT_KEY } from './service.ts'

export const log = createLogger('silent')

/** What a worker does with payouts, for a test that takes its steps one by one. */
export const due = [
  payoutsDue({ vault: openVault(VAULT_KEY), ach: { sandbox: sandboxAch, production: sandboxAch }, log }),
]

/** An enterprise with a creator who is paid `direct`, and its sandbox's tenant. */
export async function payingEnterprise(running: RunningService) {
  const { sandbox, id } = await running.enterprise()
  const [row] = await running.database.sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id = ${id} and environment = 'sandbox' and retired_at is null`
  return { sandbox, tenant: row?.id as TenantId, id, creator: await connected(sandbox, 'direct') }
}

/** By the database alone: the clock's own route would do what becomes due. */
export const becomeDue = ({ database }: RunningService, tenant: TenantId, seconds = 60) =>
  database.sql`update tenants set clock_offset_ms = clock_offset_ms + ${seconds * 1_000} where id = ${tenant}`
