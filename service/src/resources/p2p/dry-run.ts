import { movesNothing, viewDryRun } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Sql } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { findParties } from '../account-connections/index.ts'
import { admit, type P2pDeps } from './create.ts'
import { ARRIVAL_MS, LIMITS } from './model.ts'
import { type P2pInput, viewP2p } from './schema.ts'
import { readSent } from './store.ts'

/** The answer to a dry run: the payment as it would be created. No code is sent, and none is counted. */
export async function tryP2p(sql: Sql, tenant: TenantId, input: P2pInput, deps: P2pDeps): Promise<object> {
  const [settings, parties, sent, { operating }] = await Promise.all([
    readTenant(sql, tenant),
    findParties(sql, tenant, [input.source, input.destination]),
    readSent(sql, tenant, LIMITS[deps.environment].sent, [input.source]),
    readBalances(sql, tenant, ['operating']),
  ])
  const { payment } = admit(input, { settings, parties, sent }, tenant, deps)
  const arrivesAt = new Date(settings.now.getTime() + ARRIVAL_MS)
  return viewDryRun(viewP2p(payment), movesNothing(operating, arrivesAt))
}
