import { Problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { findPayees } from '../account-connections/index.ts'
import { accept } from './create.ts'
import type { PayoutInput } from './schema.ts'
import type { PayoutDeps } from './settle.ts'

/** What a payout would cost if it were asked for now, or why it would be refused. Nothing is created. */
export async function previewPayouts(
  tx: Tx,
  tenant: TenantId,
  inputs: readonly PayoutInput[],
  { ach }: Pick<PayoutDeps, 'ach'>,
): Promise<({ readonly fee: Cents } | Problem)[]> {
  const ids = new Set(inputs.map(({ account_connection }) => account_connection))
  const [settings, payees] = await Promise.all([readTenant(tx, tenant), findPayees(tx, tenant, [...ids])])
  return inputs.map((input) => {
    const verdict = accept(input, payees.get(input.account_connection), settings, ach[settings.environment], tenant)
    return verdict instanceof Problem ? verdict : { fee: verdict.payout.fee_in_cents }
  })
}
