import { differs } from '../../kernel/changes.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import type { P2p } from './model.ts'
import type { P2pUpdateInput } from './schema.ts'
import { lockP2p, updateUserData } from './store.ts'
import { asOf } from './transition.ts'

export const p2pNotFound = (): Problem => problem('not_found', 'There is no P2P payment with this id.')

export async function changeP2p(tx: Tx, tenant: TenantId, id: string, input: P2pUpdateInput): Promise<P2p> {
  const payment = await lockP2p(tx, tenant, id)
  if (!payment) throw p2pNotFound()
  const now = await tenantNow(tx, tenant)
  const current = asOf(payment, now)
  const user_data = input.user_data as JsonObject | null | undefined
  if (user_data === undefined || !differs(current, { user_data })) return current
  await updateUserData(tx, tenant, payment.id, user_data, now)
  return { ...current, user_data, updated_at: now }
}
