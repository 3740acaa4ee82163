import { DEMO_EMAIL, findPersonByEmail, removeLogin } from '../dashboard/index.ts'
import type { Tx } from '../platform/database.ts'
import { findDemoKeys, revokeKey } from '../tenants/index.ts'
import type { OperatorCommand } from './command.ts'

/** Accounts that a start of the service created and printed, in words; empty when there are none. */
export async function defaultAccounts(tx: Tx): Promise<string[]> {
  const keys = await findDemoKeys(tx)
  const admin = await findPersonByEmail(tx, DEMO_EMAIL)
  return [
    ...(keys.length > 0 ? [`the demo key ${keys.join(', ')} is valid`] : []),
    ...(admin ? [`${DEMO_EMAIL} has access`] : []),
  ]
}

export const DEMO_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'demo remove',
    args: '',
    does: `revokes the API key of the demo enterprise and removes ${DEMO_EMAIL}`,
    action: 'demo.remove',
    async change(tx) {
      const keys = await findDemoKeys(tx)
      for (const key of keys) await revokeKey(tx, key)
      const admin = await findPersonByEmail(tx, DEMO_EMAIL)
      if (admin) await removeLogin(tx, admin)
      const lines = [...keys.map((key) => `Revoked ${key}.`), ...(admin ? [`Removed ${DEMO_EMAIL}.`] : [])]
      return {
        lines: lines.length > 0 ? lines : ['There are no demo accounts.'],
        details: { keys, ...(admin ? { removed: DEMO_EMAIL } : {}) },
        ...(admin ? { enterprise: admin.enterprise_id } : {}),
      }
    },
  },
]
