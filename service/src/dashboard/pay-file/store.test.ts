import { beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../../test/support/database.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/database.ts'
import { createEnterprise, requireTenant } from '../../tenants/index.ts'
import { markPaidStatement, setRefusedApart } from './store.ts'

const FILE = 'file'
let database: Database
let tenant: TenantId

beforeEach(async () => {
  database = connect(await cloneDatabase())
  tenant = await database.transaction(async (tx) => requireTenant(tx, await createEnterprise(tx, 'Acme'), 'sandbox'))
  await database.sql`
    insert into pay_files (tenant_id, id, name, sha256, content_sha256, columns, rows, faults, total_in_cents,
      fees_in_cents, state, created_by)
    values (${tenant}, ${FILE}, 'payouts.csv', '', '', '{}', 3, 0, 300, 0, 'running', 'Pat')`
  await database.sql`
    insert into pay_file_rows (tenant_id, file, line, fields, entry, batch)
    select ${tenant}, ${FILE}, line, '{}', '{}', 'first' from generate_series(2, 4) line`
})

const pay = (batch: string, lines: readonly number[], by = 'pay') =>
  database.transaction((tx) =>
    markPaidStatement(
      tx,
      tenant,
      FILE,
      batch,
      lines.map((line) => ({ line, payout: `${by}_${line}` })),
    ),
  )

const payouts = async () =>
  (await database.sql`select payout from pay_file_rows order by line`).map(({ payout }) => payout)

describe('the rows of a batch', () => {
  it('are marked with the payouts they became', async () => {
    await pay('first', [2, 3, 4])
    expect(await payouts()).toEqual(['pay_2', 'pay_3', 'pay_4'])
  })

  it('that is paid cannot be paid again', async () => {
    await pay('first', [2, 3, 4])
    await expect(pay('first', [2, 3, 4], 'again')).rejects.toThrow('only these rows are left: 0')
    expect(await payouts()).toEqual(['pay_2', 'pay_3', 'pay_4'])
  })

  it('that was divided meanwhile cannot be paid as a whole by whoever still knows the whole', async () => {
    await database.transaction((tx) =>
      setRefusedApart(tx, tenant, FILE, 'first', 'second', [
        { line: 3, faults: [{ code: 'not_found', message: 'gone' }] },
      ]),
    )
    await expect(pay('first', [2, 3, 4])).rejects.toThrow('only these rows are left: 0')
    await pay('second', [2, 4])
    await expect(pay('first', [2, 3, 4])).rejects.toThrow('only these rows are left: 0')
    expect(await payouts()).toEqual(['pay_2', null, 'pay_4'])
  })
})
