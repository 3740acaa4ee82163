import { beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../../test/support/database.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import { cents } from '../../kernel/money.ts'
import type { Database } from '../../platform/database.ts'
import { createEnterprise, requireTenant } from '../../tenants/index.ts'
import {
  type CountedFile,
  findCountedFile,
  findNextBatch,
  insertFile,
  listFiles,
  listFirstFaulty,
  listRows,
  markPaidStatement,
  setRefusedApart,
} from './store.ts'

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

describe('a file that runs', () => {
  const faulty = async (file: CountedFile) =>
    (await listFirstFaulty(database.sql, tenant, file, 10)).map(({ line }) => line)

  it('has so many paid rows as are marked, and the faults of those refused since', async () => {
    const found = async () => (await findCountedFile(database.sql, tenant, FILE)) as CountedFile
    expect(await found()).toMatchObject({ paid: 0 })
    const faults = [{ code: 'not_found', message: 'gone' }]
    await database.transaction((tx) => setRefusedApart(tx, tenant, FILE, 'first', 'second', [{ line: 3, faults }]))
    await pay('second', [2, 4])
    const file = await found()
    expect(file).toMatchObject({ paid: 2 })
    expect((await listFiles(database.sql, tenant, { page: 1, pageSize: 10 }, undefined)).data).toEqual([file])
    expect(await faulty(file)).toEqual([3])
    const { data, total } = await listRows(database.sql, tenant, file, { page: 1, pageSize: 10 }, true)
    expect([data.map(({ line }) => line), total]).toEqual([[3], 1])
    await database.sql`update pay_files set state = 'done'`
    expect(await found()).toMatchObject({ paid: 3 })
  })

  it('that was read with faults has those, whatever batch their rows were put into', async () => {
    await database.sql`update pay_files set state = 'validated', faults = 1`
    await database.sql`update pay_file_rows set faults = '[{"code":"not_found","message":"gone"}]' where line = 4`
    const file = (await findCountedFile(database.sql, tenant, FILE)) as CountedFile
    expect(file).toMatchObject({ paid: 0 })
    expect(await faulty(file)).toEqual([4])
  })
})

describe('the batches of a file', () => {
  const LINES = 5_001
  const LONG = newId('payFile')

  /** The lines of each batch, as they are found and paid one after the other. */
  async function payAll(
    file: string,
    divided: { readonly nth: number; readonly refused: number },
  ): Promise<number[][]> {
    const found: number[][] = []
    for (let nth = 0; ; nth++) {
      const rows = await findNextBatch(database.sql, tenant, file)
      if (rows.length === 0) return found
      const lines = rows.map(({ line }) => line)
      const { batch } = rows[0] as (typeof rows)[number]
      await database.transaction(async (tx) => {
        if (nth === divided.nth) {
          const faults = [{ code: 'not_found', message: 'gone' }]
          await setRefusedApart(tx, tenant, file, batch, `${batch}/next`, [{ line: divided.refused, faults }])
          return
        }
        found.push(lines)
        const paid = lines.map((line) => ({ line, payout: `pay_${line}` }))
        await markPaidStatement(tx, tenant, file, batch, paid)
      })
    }
  }

  it('are found in the order of the file, also where one of more than ten was divided', async () => {
    const rows = Array.from({ length: LINES }, (_, nth) => ({
      line: nth + 2,
      fields: {},
      entry: { account_connection: 'acon_1', amount_in_cents: 100 },
      faults: null,
    }))
    const digest = Buffer.alloc(32, 1)
    await database.transaction((tx) =>
      insertFile(
        tx,
        tenant,
        {
          id: LONG,
          name: 'long.csv',
          sha256: digest,
          content_sha256: digest,
          columns: [],
          rows: LINES,
          faults: 0,
          total_in_cents: cents(100 * LINES),
          fees_in_cents: cents(0),
          created_by: 'Ada',
        },
        rows,
      ),
    )
    const batches = await payAll(LONG, { nth: 3, refused: 1_700 })
    const lines = rows.map(({ line }) => line).filter((line) => line !== 1_700)
    expect(batches.flat()).toEqual(lines)
    expect(batches).toHaveLength(11)
  })
})
