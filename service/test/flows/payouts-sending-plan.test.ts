import { beforeAll, describe, expect, it } from 'vitest'
import type { TenantId } from '../../src/kernel/ids.ts'
import { byIndexStatement } from '../../src/platform/database.ts'
import type { Payout } from '../../src/resources/payouts/model.ts'
import { PAYOUTS } from '../../src/resources/payouts/store.ts'
import { moveManyStatements } from '../../src/resources/transitions/store.ts'
import { connected } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' }, undefined, { role: 'api' })
})

describe('many payouts of a young enterprise', () => {
  it.each([
    ['on time', ['status']],
    ['late, which their activity tells', ['status', 'activity']],
  ] as const)(
    'are sent by a join that looks at each once, whatever the planner believes of their table: %s',
    async (_when, changed) => {
      const { sandbox, id } = await running.enterprise()
      const [owner] = await running.database.sql<{ id: TenantId }[]>`
        select id from tenants where enterprise_id = ${id} and environment = 'sandbox' and retired_at is null`
      const tenant = owner?.id as TenantId
      const creator = await connected(sandbox, 'direct')
      const entries = Array.from({ length: 500 }, () => ({
        account_connection: creator,
        amount_in_cents: 100,
        description: 'young',
      }))
      for (let batch = 0; batch < 4; batch++) await sandbox.post('/payout/batch', { payouts: entries })
      const { plan, before, after } = await running.database.transaction(async (tx) => {
        await byIndexStatement(tx)
        const rows = await tx<Payout[]>`
          select id, status, updated_at from payouts where tenant_id = ${tenant} order by position limit 250`
        const transitions = rows.map((row) => ({
          from: { ...row, activity: [] },
          to: { ...row, status: 'sent' as const, activity: [] },
          transfers: { tenant: [], bank: [] },
          changed,
        }))
        const joins = async () => {
          const [row] = await tx<{ nestloop: string; hashjoin: string }[]>`
            select current_setting('enable_nestloop') as nestloop, current_setting('enable_hashjoin') as hashjoin`
          return row
        }
        const before = await joins()
        const [joinByHash, moving, joinAsBefore] = moveManyStatements(tx, tenant, PAYOUTS, transitions)
        await joinByHash
        const lines = await tx<{ 'QUERY PLAN': string }[]>`explain ${moving}`
        await joinAsBefore
        return { plan: lines.map((line) => line['QUERY PLAN']).join('\n'), before, after: await joins() }
      })
      expect(plan).toContain('Hash Join')
      expect(plan).not.toContain('Nested Loop')
      // Other statements of a sweep rely on looking up row by row.
      expect(before).toEqual({ nestloop: 'on', hashjoin: 'off' })
      expect(after).toEqual(before)
    },
  )
})
