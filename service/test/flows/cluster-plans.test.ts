import { describe, expect, inject, it } from 'vitest'
import type { TenantId } from '../../src/kernel/ids.ts'
import { sentTexts } from '../../src/platform/session.ts'
import { OF_ALL_TENANTS, reasonOf } from '../support/all-tenants.ts'
import { type ClusterPlan, planOnCluster, readPlan } from '../support/cluster-plans.ts'
import { connect } from '../support/database.ts'
import { advance, change, connected, paid } from '../support/payouts.ts'
import { startReceiver } from '../support/receiver.ts'
import { readSentStatements } from '../support/sent-statements.ts'
import { type RunningService, startService } from '../support/service.ts'
import { createOrigins } from '../support/statement-origin.ts'

const DAY = 86_400
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A payout from its request to its end: sent, returned, failed, canceled, in a batch, told by webhook, and read. */
async function livePayouts({ enterprise }: RunningService): Promise<string> {
  const { id, sandbox: client } = await enterprise()
  const receiver = await startReceiver()
  await client.post('/webhook', { url: receiver.url, event: 'payout.update' })
  const [direct, bank] = [await connected(client, 'direct'), await connected(client, 'ach')]
  const dated = await paid(client, direct, 1_000, { date: new Date(Date.now() + 9 * DAY * 1_000).toISOString() })
  await change(client, dated.id, { status: 'canceled' })
  await paid(client, direct, 2_000)
  const [returned, failing] = [await paid(client, bank, 3_000), await paid(client, bank, 4_000)]
  await client.post('/payout/batch', {
    payouts: [direct, bank].map((account_connection) => ({ account_connection, amount_in_cents: 500 })),
  })
  await client.post('/sandbox/payout-error', { payout: failing.id })
  await advance(client, DAY)
  await client.post('/sandbox/payout-return', { payout: returned.id, code: 'R01' })
  await expect.poll(() => receiver.calls.length).toBeGreaterThan(4)
  await client.get('/payout')
  expect((await client.get(`/payout/${returned.id}`)).body.status).toBe('returned')
  return id
}

/** Only `explain` refuses it, though it runs: rows that the coordinator puts together, of one tenant. */
const NOT_EXPLAINED = /EXPLAIN/

/** Statements that PostgreSQL runs without a plan. */
const NOT_PLANNED = /^(begin|commit|rollback|set)\b/

type Where = 'one shard' | 'every shard' | 'the coordinator' | 'not explained' | 'wrong'

function whereOf(text: string, { refusal, isRepartitioned, tasks }: ClusterPlan): Where {
  if (refusal !== undefined) return NOT_EXPLAINED.test(refusal) ? 'not explained' : 'wrong'
  if (isRepartitioned) return 'wrong'
  if (tasks.length === 0) return 'the coordinator'
  if (tasks.every((count) => count === 1)) return 'one shard'
  return reasonOf(OF_ALL_TENANTS, text) ? 'every shard' : 'wrong'
}

async function tenantOf({ database }: RunningService, enterprise: string): Promise<TenantId> {
  const [row] = await database.sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox'`
  return (row as { id: TenantId }).id
}

describe.skipIf(inject('clusterUrls').length === 0)('on a cluster', () => {
  it('every statement of a payout’s life is one shard’s work, and none moves rows', async ({ annotate }) => {
    const running = await startService()
    const tenant = await tenantOf(running, await livePayouts(running))
    const database = connect(running.databaseUrl, { connectionsMax: 1 })
    const originOf = createOrigins()
    const sent = new Set([...sentTexts(), ...readSentStatements().sentBy.keys()].map(flat))
    const wrong: Record<string, ClusterPlan> = {}
    const counts: Partial<Record<Where, number>> = {}
    const isPlanned = (text: string): boolean => !NOT_PLANNED.test(text) && originOf(text) === 'service'
    for (const text of [...sent].filter(isPlanned)) {
      const plan = await planOnCluster(database, text, tenant)
      const where = whereOf(text, plan)
      counts[where] = (counts[where] ?? 0) + 1
      if (where === 'wrong') wrong[text] = plan
    }
    await annotate(JSON.stringify(counts))
    expect(wrong).toEqual({})
    expect(counts['one shard']).toBeGreaterThan(50)
  })
})

describe('a plan', () => {
  it('of one shard is told from one of several, and from one that moves rows', () => {
    expect(readPlan('Custom Scan (Citus Adaptive)\n  Task Count: 1')).toEqual({ tasks: [1], isRepartitioned: false })
    expect(readPlan('  Task Count: 4\n  ->  Distributed Subplan\n  Task Count: 1').tasks).toEqual([4, 1])
    expect(readPlan('  Task Count: 4\n  ->  MapMergeJob\n  Map Task Count: 4').isRepartitioned).toBe(true)
    expect(readPlan('Seq Scan on people').tasks).toEqual([])
  })
})
