import { expect } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import { createKey, requireTenant, writeApprovalRules } from '../../src/tenants/index.ts'
import type { Answer, CallOptions, Client } from './client.ts'
import type { RunningService } from './service.ts'

/** Two people of finance or admin, or keys, must approve every payout. */
export const TWO: ApprovalRule = {
  deed: 'payout',
  from_amount_in_cents: 0,
  maker: 'any',
  needed: 2,
  approvers: ['admin', 'finance', 'api_key'],
}
export const ONE: ApprovalRule = { ...TWO, needed: 1 }

/** Sets the rules of an enterprise's sandbox. */
export const setRules = (
  { database }: Pick<RunningService, 'database'>,
  enterprise: string,
  rules: readonly ApprovalRule[],
): Promise<void> =>
  database.transaction(async (tx) => writeApprovalRules(tx, await requireTenant(tx, enterprise, 'sandbox'), rules))

/** A client of the sandbox whose key may approve, and that key's id. */
export async function approvingKey(
  running: RunningService,
  enterprise: string,
): Promise<{ readonly id: string; readonly key: string; readonly client: Client }> {
  const { id, key } = await running.database.transaction(async (tx) =>
    createKey(tx, await requireTenant(tx, enterprise, 'sandbox'), 'sandbox', 'Approver', {
      scopes: ['read', 'payouts', 'approvals'],
    }),
  )
  return { id, key, client: running.client('sandbox', key) }
}

export const approve = (client: Client, id: string, options?: CallOptions): Promise<Answer> =>
  client.post(`/approval/${id}/approve`, {}, options)

export const reject = (client: Client, id: string, reason?: string): Promise<Answer> =>
  client.post(`/approval/${id}/reject`, reason === undefined ? {} : { reason })

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function readApproval(client: Client, id: string): Promise<any> {
  const answer = await client.get(`/approval/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
