import { beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import type { TenantId } from '../kernel/ids.ts'
import { cents } from '../kernel/money.ts'
import type { Database } from '../platform/database.ts'
import { createEnterprise, requireTenant } from '../tenants/index.ts'
import { lockAccounts } from './accounts.ts'
import { post, postLast, type Transfer } from './post.ts'

let url: string
let database: Database
let tenant: TenantId

beforeAll(async () => {
  url = await cloneDatabase()
  database = connect(url)
  tenant = await database.transaction(async (tx) => requireTenant(tx, await createEnterprise(tx, 'Acme'), 'sandbox'))
})

const at = new Date('2026-11-15T00:00:00Z')

const hold = (sourceId: string, amount: number): Transfer => ({
  sourceId,
  kind: 'hold',
  debit: 'operating',
  credit: 'pending_payouts',
  amount: cents(amount),
  at,
})

async function balance(code: string): Promise<number> {
  const [row] = await database.sql<{ balance: number }[]>`
    select credits - debits as balance from ledger_accounts where tenant_id = ${tenant} and code = ${code}`
  return row?.balance ?? Number.NaN
}

const inTx = (transfers: readonly Transfer[]) => database.transaction((tx) => post(tx, tenant, transfers))

describe('post', () => {
  it('moves what it says from one account to the other', async () => {
    const before = await balance('operating')
    await inTx([hold('a1', 300), hold('a2', 50)])
    expect(before - (await balance('operating'))).toBe(350)
  })

  it('refuses to post the same transfer twice, and then nothing of it happens', async () => {
    await inTx([hold('b1', 10)])
    const before = await balance('operating')
    await expect(inTx([hold('b2', 10), hold('b1', 10)])).rejects.toThrow(/ledger_transfers_pkey/)
    expect(await balance('operating')).toBe(before)
  })

  it('cannot overdraw a guarded account', async () => {
    const before = await balance('operating')
    await expect(inTx([hold('c1', before + 1)])).rejects.toThrow(/ledger_accounts_guard/)
    expect(await balance('operating')).toBe(before)
  })

  it('refuses an account that the book does not have', async () => {
    await expect(inTx([{ ...hold('d1', 1), credit: 'due_from:999999' as Transfer['credit'] }])).rejects.toThrow(
      /lacks the account/,
    )
  })

  it('keeps every account equal to the sum of its transfers, with forty posters at once', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        inTx([
          hold(`e${i}`, 7),
          { ...hold(`e${i}`, 2), kind: 'fee', debit: 'pending_payouts', credit: 'fees_payable' },
        ]),
      ),
    )
    const wrong = await database.sql`
      select account.code from ledger_accounts account
      where debits <> (select coalesce(sum(amount_in_cents), 0) from ledger_transfers t where t.tenant_id = account.tenant_id and t.debit_account = account.id)
         or credits <> (select coalesce(sum(amount_in_cents), 0) from ledger_transfers t where t.tenant_id = account.tenant_id and t.credit_account = account.id)`
    expect([...wrong]).toEqual([])
  })
})

describe('postLast', () => {
  const sent = (sourceId: string, amount: number): Transfer => ({
    ...hold(sourceId, amount),
    kind: 'sent',
    debit: 'pending_payouts',
    credit: 'due_to_bank',
  })
  const lastInTx = (transfers: readonly Transfer[]) => database.transaction((tx) => postLast(tx, tenant, transfers))

  it('has posted everything when its transaction is committed', async () => {
    await inTx([hold('f1', 100)])
    const before = await balance('due_to_bank')
    await lastInTx([sent('f1', 60), sent('f2', 40)])
    expect((await balance('due_to_bank')) - before).toBe(100)
  })

  it('waits for no account: the one that requests wait for is locked by what leaves with `commit`', async () => {
    await inTx([hold('f7', 5)])
    const before = await balance('due_to_bank')
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const holding = database.transaction(async (tx) => {
      await lockAccounts(tx, tenant, ['pending_payouts'])
      held()
      await isReleased
    })
    await isHeld
    const posting = database.transaction(async (tx) => {
      await postLast(tx, tenant, [sent('f7', 5)])
      tx.lastBeforeCommit(async () => release())
    })
    await Promise.all([posting.finally(release), holding])
    expect((await balance('due_to_bank')) - before).toBe(5)
  })

  it.each([
    ['a transfer that was posted before', () => [sent('f3', 1), sent('f1', 1)], /ledger_transfers_pkey/],
    ['more than a guarded account has', () => [sent('f4', 1_000_000_000)], /ledger_accounts_guard/],
  ])('leaves nothing of a transaction with %s, although it waits for no answer', async (_what, transfers, why) => {
    const before = await balance('due_to_bank')
    const posting = database.transaction(async (tx) => {
      await postLast(tx, tenant, transfers())
    })
    await expect(posting).rejects.toThrow(why)
    expect(await balance('due_to_bank')).toBe(before)
  })

  it('books the steps of one transaction in their order, whatever accounts they have', async () => {
    await inTx([hold('g1', 10), hold('g2', 20)])
    await database.transaction(async (tx) => {
      await postLast(tx, tenant, [sent('g1', 10)])
      await postLast(tx, tenant, [{ ...hold('g1', 10), kind: 'returned', debit: 'due_to_bank', credit: 'operating' }])
      await postLast(tx, tenant, [sent('g2', 20)])
    })
    const rows = await database.sql<{ what: string }[]>`
      select source_id || ' ' || kind as what from ledger_transfers
      where tenant_id = ${tenant} and source_id in ('g1', 'g2') and kind <> 'hold' order by sequence`
    expect(rows.map(({ what }) => what)).toEqual(['g1 sent', 'g1 returned', 'g2 sent'])
  })

  it('refuses what credits a creator, whose debts it does not look at', async () => {
    const toCreator: Transfer = { ...sent('h1', 5), credit: 'creator:cre_1' as Transfer['credit'] }
    await expect(lastInTx([toCreator])).rejects.toThrow('credits of creators need `post`')
  })

  it('repays the debts of an enterprise by what credits `operating`, as post does', async () => {
    await inTx([hold('f5', 30), { ...hold('f6', 20), debit: 'refunds_due', credit: 'funding' }])
    const before = await balance('operating')
    await lastInTx([{ ...hold('f5', 30), kind: 'released', debit: 'pending_payouts', credit: 'operating' }])
    expect((await balance('operating')) - before).toBe(10)
    expect(await balance('refunds_due')).toBe(0)
  })
})

describe('history cannot be rewritten', () => {
  it.each([
    'update ledger_transfers set amount_in_cents = 1',
    'delete from ledger_transfers',
    'truncate ledger_transfers',
  ])('not even by the owner: %s', async (statement) => {
    await expect(database.sql.unsafe(statement)).rejects.toThrow(/ledger_transfers is append-only/)
  })

  it.each([
    'update ledger_transfers set amount_in_cents = 1',
    'delete from ledger_transfers',
    'drop table ledger_transfers',
  ])("and the service's role has no right to: %s", async (statement) => {
    const service = connect(url, { role: 'tributary_service' })
    await expect(service.sql.unsafe(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})
