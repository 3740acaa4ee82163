import { DEMO_EMAIL, findPersonByEmail, record, removeLogin } from '../dashboard/index.ts'
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
    async run(tx, _args, { vault }) {
      const lines: string[] = []
      for (const key of await findDemoKeys(tx)) {
        await revokeKey(tx, key)
        lines.push(`Revoked ${key}.`)
      }
      const admin = await findPersonByEmail(tx, DEMO_EMAIL)
      if (admin) {
        await removeLogin(tx, admin)
        const operator = { enterprise: admin.enterprise_id, personId: 'operator', person: 'Operator' }
        await record(tx, vault, {
          ...operator,
          action: 'people.removed',
          subject: admin.id,
          details: { email: DEMO_EMAIL },
        })
        lines.push(`Removed ${DEMO_EMAIL}.`)
      }
      return lines.length > 0 ? lines : ['There are no demo accounts.']
    },
  },
]
