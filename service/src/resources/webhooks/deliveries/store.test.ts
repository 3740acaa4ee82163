import { beforeEach, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../../../test/support/database.ts'
import type { Id, TenantId } from '../../../kernel/ids.ts'
import type { Database } from '../../../platform/database.ts'
import { createEnterprise, requireTenant } from '../../../tenants/index.ts'
import { promoteNext } from './store.ts'

const webhook = 'wh_1' as Id<'webhook'>
let database: Database
let tenant: TenantId

beforeEach(async () => {
  database = connect(await cloneDatabase(), { connectionsMax: 1 })
  tenant = await database.transaction(async (tx) => requireTenant(tx, await createEnterprise(tx, 'Acme'), 'sandbox'))
})

const deliver = (nth: number, resource: string, status: string) => database.sql`
  insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at)
  values (${tenant}, ${webhook}, ${`dlv_${nth}`}, ${nth}, ${resource}, ${status}, now(), now())`

const statuses = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await database.sql<{ id: string; status: string }[]>`select id, status from deliveries order by position`).map(
      ({ id, status }) => [id, status],
    ),
  )

it('the next delivery of a resource becomes due when the one before it is done, and no other', async () => {
  await deliver(1, 'pay_a', 'delivered')
  await deliver(2, 'pay_a', 'waiting')
  await deliver(3, 'pay_a', 'waiting')
  await deliver(4, 'pay_b', 'waiting')
  await deliver(5, 'pay_c', 'sending')
  await deliver(6, 'pay_c', 'waiting')
  const promoted = await database.transaction((tx) => promoteNext(tx, { tenant, webhook }, ['pay_a', 'pay_c']))
  expect(promoted).toBe(1)
  expect(await statuses()).toEqual({
    dlv_1: 'delivered',
    dlv_2: 'due',
    dlv_3: 'waiting',
    dlv_4: 'waiting',
    dlv_5: 'sending',
    dlv_6: 'waiting',
  })
})
