import { DEMO_EMAIL, findPersonByEmail } from '../../dashboard/index.ts'
import type { Tx } from '../../platform/database.ts'
import { findDemoKeys } from '../../tenants/index.ts'

/** Accounts that a start of the service created and printed, in words; empty when there are none. */
export async function defaultAccounts(tx: Tx): Promise<string[]> {
  const keys = await findDemoKeys(tx)
  const admin = await findPersonByEmail(tx, DEMO_EMAIL)
  return [
    ...(keys.length > 0 ? [`the demo key ${keys.join(', ')} is valid`] : []),
    ...(admin ? [`${DEMO_EMAIL} has access`] : []),
  ]
}
