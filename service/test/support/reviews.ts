import { connectionDeps } from '../../src/app/resource-deps.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { completeConnect } from '../../src/resources/account-connections/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import { APPLICANT, BANK } from './connect.ts'
import { connected, invited } from './payouts.ts'
import type { RunningService } from './service.ts'
import { vault } from './vault.ts'

type Enterprise = Awaited<ReturnType<RunningService['enterprise']>>

/** A connection of the sandbox whose applicant's data wait for a review: a creator with an account, or a bank account. */
export async function waitingReview(
  { database }: RunningService,
  { id: enterprise, sandbox }: Enterprise,
  type: 'direct' | 'ach' = 'direct',
): Promise<string> {
  const known = await connected(sandbox, 'direct', { email: `${crypto.randomUUID()}@example.com` })
  const connection = await invited(sandbox, { first_name: 'Alice', last_name: 'Alison' })
  await database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, enterprise, 'sandbox')
    const [row] = await tx<{ creator: string }[]>`
      select creator_id as creator from account_connections where tenant_id = ${tenant} and id = ${known}`
    const creator = row?.creator as never
    const person = vault.seal({ tenant, row: creator, field: 'person' }, JSON.stringify(APPLICANT))
    await tx`update creators set person_sealed = ${person} where tenant_id = ${tenant} and id = ${creator}`
    const given = type === 'ach' ? { bank: BANK as never } : { creator }
    const deps = connectionDeps(vault, createLogger('silent'))
    await completeConnect(tx, tenant, connection, { type, outcome: 'review', ...given }, deps)
  })
  return connection
}
