import { beforeEach, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../../../test/support/database.ts'
import { countLockWaits } from '../../../../test/support/lock-waits.ts'
import type { Id, TenantId } from '../../../kernel/ids.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { createEnterprise, requireTenant } from '../../../tenants/index.ts'
import { promoteNext } from './store.ts'

const webhook = 'wh_1' as Id<'webhook'>
let database: Database
let tenant: TenantId

beforeEach(async () => {
  database = connect(await cloneDatabase())
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

const finish = (tx: Tx, nth: number) => tx`
  update deliveries set status = 'delivered' where tenant_id = ${tenant} and id = ${`dlv_${nth}`}`

it('the next delivery of a resource becomes due when the one before it is done, and no other', async () => {
  await deliver(1, 'pay_a', 'delivered')
  await deliver(2, 'pay_a', 'waiting')
  await deliver(3, 'pay_a', 'waiting')
  await deliver(4, 'pay_b', 'waiting')
  await deliver(5, 'pay_c', 'delivered')
  const promoted = await database.transaction((tx) => promoteNext(tx, { tenant, webhook }, ['pay_a', 'pay_c']))
  expect(promoted).toBe(1)
  expect(await statuses()).toEqual({
    dlv_1: 'delivered',
    dlv_2: 'due',
    dlv_3: 'waiting',
    dlv_4: 'waiting',
    dlv_5: 'delivered',
  })
})

it('it becomes due also when two before it end at the same moment, and neither sees the other', async () => {
  // The first was redelivered while the second was being sent.
  await deliver(1, 'pay_a', 'sending')
  await deliver(2, 'pay_a', 'sending')
  await deliver(3, 'pay_a', 'waiting')
  const promote = (tx: Tx) => promoteNext(tx, { tenant, webhook }, ['pay_a'])
  const [ended, firstHasLooked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let hasLooked = false
  const second = database.transaction(async (tx) => {
    await finish(tx, 2)
    ended.resolve()
    await firstHasLooked.promise
    await promote(tx)
    hasLooked = true
  })
  await database.transaction(async (tx) => {
    await finish(tx, 1)
    await ended.promise
    await promote(tx)
    firstHasLooked.resolve()
    // Neither has committed when the second looks, which then may wait for the first.
    await expect.poll(async () => hasLooked || (await countLockWaits(database)) > 0).toBe(true)
  })
  await second
  expect(await statuses()).toEqual({ dlv_1: 'delivered', dlv_2: 'delivered', dlv_3: 'due' })
})
