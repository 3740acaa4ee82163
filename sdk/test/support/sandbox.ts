import { randomUUID } from 'node:crypto'
import { BASE_PATH } from '../../../service/src/http/index.ts'
import { createKey, requireTenant } from '../../../service/src/tenants/index.ts'
import { SCOPES, type Scope } from '../../../service/src/tenants/key-scopes.ts'
import { lookForAlerts, setAlerts } from '../../../service/test/support/alerts.ts'
import { ONE, setRules } from '../../../service/test/support/approvals.ts'
import { startReceiver } from '../../../service/test/support/receiver.ts'
import type { RunningService } from '../../../service/test/support/service.ts'
import { createTributary, type Tributary, type TributaryOptions } from '../../typescript/src/index.ts'

export interface Sandbox {
  readonly client: Tributary
  /** A key with every scope. */
  readonly apiKey: string
  /** Another one, which may approve what the first asked for. */
  readonly approverKey: string
  readonly baseUrl: string
  readonly enterprise: string
}

/** A fresh enterprise's sandbox, and a client of it. */
export async function sandboxOf(running: RunningService, options: Partial<TributaryOptions> = {}): Promise<Sandbox> {
  const { id: enterprise } = await running.enterprise()
  const scopes = Object.keys(SCOPES) as Scope[]
  const [apiKey = '', approverKey = ''] = await running.database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, enterprise, 'sandbox')
    const first = await createKey(tx, tenant, 'sandbox', 'SDK', { scopes })
    const second = await createKey(tx, tenant, 'sandbox', 'Approver', { scopes })
    return [first.key, second.key]
  })
  const baseUrl = running.roots.sandbox + BASE_PATH
  const client = createTributary({ apiKey, baseUrl, ...options })
  return { client, apiKey, approverKey, baseUrl, enterprise }
}

/** Another key must agree to payouts from this amount on. */
export const APPROVED_FROM = 5_000_000

export const requireApproval = (running: RunningService, { enterprise }: Sandbox): Promise<void> =>
  setRules(running, enterprise, [{ ...ONE, from_amount_in_cents: APPROVED_FROM }])

/** The service has noticed that the balance is low. */
export async function raiseAlert(running: RunningService, { enterprise }: Sandbox): Promise<void> {
  await setAlerts(running, enterprise, { low_balance_in_cents: 9_999_999_999, by_mail: false })
  await lookForAlerts(running)
}

export const creator = (first_name = 'Alice') => ({
  first_name,
  last_name: 'Alison',
  email: `${first_name.toLowerCase()}.${randomUUID()}@example.com`,
  requested_permissions: ['payment.credit' as const, 'payment.debit' as const],
  verification_prompt: 'Your student number?',
  verification_answer: '4711',
})

/** A creator who has been through Connect; answers the connection's id. */
export async function connectedCreator(
  client: Tributary,
  type: 'direct' | 'wallet' = 'direct',
  first_name?: string,
): Promise<string> {
  const { id } = await client.accountConnections.create(creator(first_name))
  await client.sandbox.connect({ account_connection: id, type })
  return id
}

export { startReceiver }
