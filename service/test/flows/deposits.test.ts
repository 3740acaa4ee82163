import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { agreed, contractEvents, deposit, offered, readContract } from '../support/contracts.ts'
import { PURSE } from '../support/p2p.ts'
import {
  accounts,
  at,
  auditClean,
  balances,
  connected,
  invited,
  OPENING,
  person,
  remove,
  standStill,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

async function enterprise() {
  const { sandbox, id } = await running.enterprise()
  return { sandbox, id, purses: () => accounts(running.database, id, 'creator:%') }
}

const preview = async (client: Client, connection: string, amount: number, source = 'video_ads') =>
  client.post('/contract/preview', { account_connection: connection, deposit_source: source, amount_in_cents: amount })

describe('a deposit', () => {
  it('without a contract is all the creator’s', async () => {
    const { sandbox, purses } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const arrived = await deposit(sandbox, connection, 12_345)
    expect(arrived.status, arrived.text).toBe(200)
    expect(arrived.body).toEqual({
      id: expect.stringMatching(/^dep_[0-9a-z]{26}$/),
      account_connection: connection,
      deposit_source: 'video_ads',
      amount_in_cents: 12_345,
      splits: [],
      remaining_in_cents: 12_345,
      created_at: at(0),
    })
    expect(await purses()).toEqual([PURSE + 12_345])
    expect(await balances(sandbox)).toMatchObject({ operating: OPENING })
    await auditClean(running.database)
  })

  it('is split by every active contract of its source, in the order they were created', async () => {
    const { sandbox, id, purses } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const first = await offered(sandbox, connection, { split_percent_amount: 12.5, user_data: { n: 1 } })
    const second = await agreed(sandbox, connection, { split_percent_amount: 0, split_fixed_amount_in_cents: 1_000 })
    // Accepted later, but created before: it still comes first.
    await sandbox.post('/sandbox/contract', { contract: first.id, decision: 'accept' })
    const other = await agreed(sandbox, connection, { deposit_source: 'live_streaming' })
    const small = await agreed(sandbox, connection, { deposit_maximum_in_cents: 100 })
    await offered(sandbox, connection)
    const eventsBefore = await contractEvents(running.database, first.id)

    const arrived = await deposit(sandbox, connection, 10_004)
    // 12.5 % of 100.04 is 12.505: half a cent goes down.
    expect(arrived.body).toMatchObject({
      splits: [
        { id: expect.stringMatching(/^spl_/), contract: first.id, amount_in_cents: 1_250 },
        { id: expect.stringMatching(/^spl_/), contract: second.id, amount_in_cents: 1_000 },
      ],
      remaining_in_cents: 7_754,
    })
    expect(await purses()).toEqual([PURSE + 7_754])
    expect(await balances(sandbox)).toMatchObject({ operating: OPENING + 2_250 })
    // What the bank owes the enterprise for it, in both books.
    expect(await accounts(running.database, id, 'due_to_bank')).toEqual([-2_250])
    expect(await accounts(running.database, id, 'due_from:%')).toEqual([2_250])
    await auditClean(running.database)

    const [split] = arrived.body.splits
    const { activity } = await readContract(sandbox, first.id)
    expect(activity.at(-1)).toEqual({
      entry: `$12.50 of deposit ${arrived.body.id} of $100.04 split by transfer ${split.id}`,
      date: at(0),
      hidden: false,
    })
    expect(await contractEvents(running.database, first.id)).toHaveLength(eventsBefore.length + 1)
    for (const quiet of [other, small]) {
      expect((await readContract(sandbox, quiet.id)).activity).toHaveLength(2)
      expect(await contractEvents(running.database, quiet.id)).toHaveLength(1)
    }
    const transfers = await running.database.sql`
      select kind, amount_in_cents from ledger_transfers where source_id = ${split.id} order by kind`
    expect([...transfers]).toEqual([
      { kind: 'contract.split', amount_in_cents: 1_250 },
      { kind: 'contract.split.bank', amount_in_cents: 1_250 },
    ])
  })

  it('reaches the creator by whichever of their connections it is named', async () => {
    const { sandbox } = await enterprise()
    const { email } = person()
    const [one, other] = [await connected(sandbox, 'direct', { email }), await connected(sandbox, 'direct', { email })]
    const contract = await agreed(sandbox, one)
    const arrived = await deposit(sandbox, other, 1_000)
    expect(arrived.body.splits).toMatchObject([{ contract: contract.id, amount_in_cents: 100 }])
    // No longer a `direct` connection: its contract rests.
    await sandbox.post('/sandbox/connect', { account_connection: one, type: 'ach' })
    expect((await deposit(sandbox, other, 1_000)).body.splits).toEqual([])
    await auditClean(running.database)
  })

  it('with one key arrives once', async () => {
    const { sandbox, purses } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const contract = await agreed(sandbox, connection)
    const first = await deposit(sandbox, connection, 1_000, 'video_ads', 'once')
    const again = await deposit(sandbox, connection, 1_000, 'video_ads', 'once')
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
    expect(await purses()).toEqual([PURSE + 900])
    expect((await sandbox.get(`/contract/${contract.id}/split`)).body.pagination.total).toBe(1)
  })

  it('arrives only where there is an account', async () => {
    const { sandbox } = await enterprise()
    const gone = await connected(sandbox, 'direct')
    await remove(sandbox, gone)
    const others = [await invited(sandbox), await connected(sandbox, 'ach'), await connected(sandbox, 'wallet'), gone]
    for (const connection of others) {
      for (const answer of [await deposit(sandbox, connection, 100), await preview(sandbox, connection, 100)]) {
        expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      }
    }
    for (const answer of [await deposit(sandbox, 'acon_x', 100), await preview(sandbox, 'acon_x', 100)]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    const good = await connected(sandbox, 'direct')
    for (const amount of [0, -1, 1.5, 10_000_000_000]) {
      expect((await deposit(sandbox, good, amount)).status).toBe(400)
      expect((await preview(sandbox, good, amount)).status).toBe(400)
    }
    expect((await deposit(sandbox, good, 1, 'lottery')).status).toBe(400)
  })
})

describe('a preview', () => {
  it('is what then happens, and changes nothing', async () => {
    const { sandbox, purses } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const [greedy, late] = [
      await agreed(sandbox, connection, { split_percent_amount: 80, split_amount_max_in_cents: 900 }),
      await agreed(sandbox, connection, { split_percent_amount: 80 }),
    ]
    const before = [await readContract(sandbox, greedy.id), await purses()]
    const seen = await preview(sandbox, connection, 1_000)
    expect(seen).toMatchObject({
      status: 200,
      body: {
        account_connection: connection,
        deposit_source: 'video_ads',
        amount_in_cents: 1_000,
        splits: [
          { contract: greedy.id, amount_in_cents: 800 },
          { contract: late.id, amount_in_cents: 200 },
        ],
        remaining_in_cents: 0,
      },
    })
    expect([await readContract(sandbox, greedy.id), await purses()]).toEqual(before)
    const { splits, remaining_in_cents } = (await deposit(sandbox, connection, 1_000)).body
    expect({ splits, remaining_in_cents }).toMatchObject({
      splits: seen.body.splits,
      remaining_in_cents: seen.body.remaining_in_cents,
    })
  })
})

describe('past splits', () => {
  it('are listed newest first, for each contract its own', async () => {
    const { sandbox } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const [one, other] = [await agreed(sandbox, connection), await agreed(sandbox, connection)]
    const deposits: { id: string; splits: { id: string }[] }[] = []
    for (const amount of [1_000, 2_000, 3_000]) deposits.unshift((await deposit(sandbox, connection, amount)).body)
    const { body } = await sandbox.get(`/contract/${one.id}/split`)
    expect(body.pagination).toEqual({ page: 1, page_size: 10, total: 3 })
    expect(body.data).toEqual(
      deposits.map(({ id, splits }, nth) => ({
        id: splits[0]?.id,
        contract: one.id,
        deposit: id,
        deposit_amount_in_cents: (3 - nth) * 1_000,
        amount_in_cents: (3 - nth) * 100,
        created_at: at(0),
      })),
    )
    const page = await sandbox.get(`/contract/${other.id}/split?page=3&page_size=1`)
    expect(page.body).toMatchObject({ data: [{ amount_in_cents: 100, contract: other.id }], pagination: { total: 3 } })
    await sandbox.delete(`/contract/${one.id}`)
    expect((await sandbox.get(`/contract/${one.id}/split`)).body.pagination.total).toBe(3)
    const larger = await sandbox.get(`/contract/${one.id}/split?amount_min_in_cents=200&order=oldest&page_size=1`)
    expect(larger.body).toMatchObject({ data: [{ amount_in_cents: 200 }], pagination: { total: 2, has_more: true } })
    const { next_cursor } = larger.body.pagination
    const rest = await sandbox.get(
      `/contract/${one.id}/split?amount_min_in_cents=200&order=oldest&cursor=${next_cursor}`,
    )
    expect(rest.body).toMatchObject({ data: [{ amount_in_cents: 300 }], pagination: { page: 2, has_more: false } })
    const foreign = `/contract/${other.id}/split?amount_min_in_cents=200&order=oldest&cursor=${next_cursor}`
    expect((await sandbox.get(foreign)).status).toBe(400)
    const made: string[] = body.data.map(({ created_at }: { created_at: string }) => created_at)
    const since = async (query: string) =>
      (await sandbox.get(`/contract/${one.id}/split?${query}`)).body.pagination.total
    expect(await since(`created_after=${made[0]}`)).toBe(0)
    expect(await since(`created_before=${new Date(Date.parse(made[0] as string) + 1).toISOString()}`)).toBe(
      body.data.length,
    )
    expect(await since(`created_after=${new Date(Date.parse(made.at(-1) as string) - 1).toISOString()}`)).toBe(3)
    expect((await sandbox.get(`/contract/${one.id}/split?created_after=monday`)).status).toBe(400)
    expect(await sandbox.get('/contract/con_unknown/split')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})
