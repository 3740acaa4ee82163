import { beforeAll, describe, expect, it } from 'vitest'
import { waitingContracts } from '../../src/resources/contracts/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import { agreed, answer, contractEvents, deposit, offered, readContract, terms } from '../support/contracts.ts'
import {
  advance,
  at,
  auditClean,
  connected,
  invited,
  person,
  remove,
  standStill,
  timePasses,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

const DAY_MS = 86_400_000

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

async function enterprise() {
  const { sandbox, id } = await running.enterprise()
  return { sandbox, id, later: (ms: number) => timePasses(running.database, id, ms) }
}

describe('a contract', () => {
  it('is created with every field of the API, null where nothing is set', async () => {
    const { sandbox } = await enterprise()
    const connection = await invited(sandbox)
    const made = await sandbox.post('/contract', terms(connection))
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^con_[0-9a-z]{26}$/),
      account_connection: connection,
      type: 'deposit_split',
      status: 'created',
      deposit_source: 'video_ads',
      deposit_minimum_in_cents: 0,
      deposit_maximum_in_cents: null,
      split_percent_amount: 10,
      split_fixed_amount_in_cents: 0,
      split_amount_max_in_cents: null,
      fee_fixed_amount_in_cents: 0,
      fee_percent_amount: 0,
      fee_amount_max_in_cents: null,
      activity: [{ entry: 'Created: waiting for the creator to accept', date: at(0), hidden: false }],
      expires_at: at(30 * DAY_MS),
      agreement_at: null,
      agreement_ip: null,
      deleted_at: null,
      created_at: at(0),
      updated_at: at(0),
    })
    expect(await readContract(sandbox, made.body.id)).toEqual(made.body)
    expect(await contractEvents(running.database, made.body.id)).toEqual([])
  })

  it('keeps its terms as they were given', async () => {
    const { sandbox } = await enterprise()
    const connection = await invited(sandbox)
    const whole = {
      deposit_source: 'music_distribution',
      split_percent_amount: 33.3333,
      split_amount_max_in_cents: 0,
      deposit_minimum_in_cents: 500,
      deposit_maximum_in_cents: 500,
      user_data: { campaign: 'spring' },
    }
    expect(await offered(sandbox, connection, whole)).toMatchObject(whole)
    const fixed = { split_percent_amount: undefined, split_fixed_amount_in_cents: 250 }
    expect(await offered(sandbox, connection, fixed)).toMatchObject({
      split_fixed_amount_in_cents: 250,
      split_percent_amount: 0,
    })
  })

  it.each([
    [{ split_percent_amount: 5, split_fixed_amount_in_cents: 0 }, { split_percent_amount: 5 }],
    [{ split_percent_amount: 0, split_fixed_amount_in_cents: 7 }, { split_fixed_amount_in_cents: 7 }],
    [{ split_percent_amount: 0, split_fixed_amount_in_cents: 0 }, { split_percent_amount: 0 }],
    [{ split_percent_amount: undefined, split_fixed_amount_in_cents: 0 }, { split_fixed_amount_in_cents: 0 }],
    [{ split_percent_amount: 0 }, { split_percent_amount: 0 }],
    [{ split_percent_amount: 100 }, { split_percent_amount: 100 }],
    [{ split_percent_amount: 0.0001 }, { split_percent_amount: 0.0001 }],
  ])('takes %j: a zero beside the other kind of share counts as unset', async (given, shown) => {
    const { sandbox } = await enterprise()
    expect(await offered(sandbox, await invited(sandbox), given)).toMatchObject(shown)
  })

  it.each([
    [{ split_percent_amount: undefined }, 'split_percent_amount', 'required', /required, unless `split_fixed/],
    [{ split_fixed_amount_in_cents: 1 }, 'split_fixed_amount_in_cents', 'conflict', /not be given beside/],
    [{ split_percent_amount: 12.34567 }, 'split_percent_amount', 'invalid_format', /at most four decimals/],
    [{ split_percent_amount: 100.0001 }, 'split_percent_amount', 'out_of_range', /at most 100/],
    [{ split_percent_amount: -0.5 }, 'split_percent_amount', 'out_of_range', /at least 0/],
    [{ split_percent_amount: '10' }, 'split_percent_amount', 'invalid_type', /number/],
    [{ split_percent_amount: null }, 'split_percent_amount', 'required', /required, unless `split_fixed/],
    [{ split_fixed_amount_in_cents: -1 }, 'split_fixed_amount_in_cents', 'out_of_range', /at least 0/],
    [{ split_amount_max_in_cents: 0.5 }, 'split_amount_max_in_cents', 'invalid_type', /whole number/],
    [{ deposit_minimum_in_cents: -1 }, 'deposit_minimum_in_cents', 'out_of_range', /at least 0/],
    [
      { deposit_minimum_in_cents: 501, deposit_maximum_in_cents: 500 },
      'deposit_maximum_in_cents',
      'out_of_range',
      /not be below `deposit_minimum_in_cents`/,
    ],
    [{ deposit_source: 'lottery' }, 'deposit_source', 'invalid_value', /music_distribution/],
    [{ deposit_source: undefined }, 'deposit_source', 'required', /required/],
    [{ type: 'loan' }, 'type', 'invalid_value', /deposit_split/],
    [{ account_connection: undefined }, 'account_connection', 'required', /required/],
    [{ fee_percent_amount: 1 }, 'fee_percent_amount', 'unknown_field', /not a known parameter/],
  ])('is refused with %j, naming %s as %s', async (given, param, code, message) => {
    const { sandbox } = await enterprise()
    const { status, body } = await sandbox.post('/contract', terms(await invited(sandbox), given))
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.errors).toEqual([{ param, code, message: expect.stringMatching(message) }])
    expect((await sandbox.get('/contract')).body.pagination.total).toBe(0)
  })

  it('names the faults of its fields and of its terms at once', async () => {
    const { sandbox } = await running.enterprise()
    const faults = async (body: unknown) => {
      const answered = await sandbox.post('/contract', body)
      expect(answered.status, answered.text).toBe(400)
      return answered.body.errors.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`).sort()
    }
    expect(await faults({ type: 'x', deposit_minimum_in_cents: 5, deposit_maximum_in_cents: 4, colour: 1 })).toEqual([
      'account_connection required',
      'colour unknown_field',
      'deposit_maximum_in_cents out_of_range',
      'deposit_source required',
      'split_percent_amount required',
      'type invalid_value',
    ])
    // What is no number is not compared, and is there all the same.
    expect(
      await faults(
        terms('acon_x', { split_percent_amount: '10', deposit_minimum_in_cents: 'x', deposit_maximum_in_cents: 1 }),
      ),
    ).toEqual(['deposit_minimum_in_cents invalid_type', 'split_percent_amount invalid_type'])
    expect(
      await faults(terms('acon_x', { user_data: 1, split_percent_amount: 1.23456, split_fixed_amount_in_cents: 5 })),
    ).toEqual(['split_fixed_amount_in_cents conflict', 'split_percent_amount invalid_format', 'user_data invalid_type'])
    expect(await faults([])).toEqual(['body invalid_type'])
  })

  it('names all faults of its terms at once', async () => {
    const { sandbox } = await enterprise()
    const given = {
      split_percent_amount: 1.23456,
      split_fixed_amount_in_cents: 1,
      deposit_minimum_in_cents: 2,
      deposit_maximum_in_cents: 1,
    }
    const { body } = await sandbox.post('/contract', terms(await invited(sandbox), given))
    expect(body.errors).toHaveLength(3)
  })

  it('needs a connection that exists and is not deleted', async () => {
    const { sandbox } = await enterprise()
    expect(await sandbox.post('/contract', terms('acon_unknown'))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const gone = await invited(sandbox)
    await remove(sandbox, gone)
    expect(await sandbox.post('/contract', terms(gone))).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', message: expect.stringContaining('deleted') },
    })
    expect(await sandbox.get('/contract/con_unknown')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await sandbox.put(`/contract/con_unknown`, {})).toMatchObject({ status: 405 })
  })

  it('is listed newest first: all, and of a connection', async () => {
    const { sandbox } = await enterprise()
    const [one, other] = [await connected(sandbox, 'direct'), await invited(sandbox)]
    const a = await agreed(sandbox, one)
    const b = await offered(sandbox, other)
    const c = await offered(sandbox, one)
    const list = async (path: string) => {
      const { body } = await sandbox.get(path)
      return [body.data.map(({ id }: { id: string }) => id), body.pagination.total]
    }
    expect(await list('/contract')).toEqual([[c.id, b.id, a.id], 3])
    expect(await list('/contract?page=2&page_size=2')).toEqual([[a.id], 3])
    expect(await list('/contract?status=active')).toEqual([[a.id], 1])
    expect(await list(`/account-connection/${one}/contract`)).toEqual([[c.id, a.id], 2])
    expect(await list(`/account-connection/${one}/contract?status=created`)).toEqual([[c.id], 1])
    expect((await sandbox.get(`/account-connection/${one}/contract`)).body.data[1]).toEqual(a)
    expect((await sandbox.get('/contract?colour=red')).status).toBe(400)
    expect((await sandbox.get('/account-connection/acon_x/contract')).status).toBe(404)
  })
})

describe('the creator', () => {
  it('accepts, which is recorded with time and address', async () => {
    const { sandbox, later } = await enterprise()
    const { id } = await offered(sandbox, await connected(sandbox, 'direct'))
    await later(5_000)
    const accepted = await answer(sandbox, id, 'accept')
    expect(accepted).toMatchObject({
      status: 200,
      body: {
        status: 'active',
        agreement_at: at(5_000),
        agreement_ip: '127.0.0.1',
        expires_at: null,
        updated_at: at(5_000),
        activity: [{}, { entry: 'Accepted by the creator', date: at(5_000), hidden: false }],
      },
    })
    expect(await readContract(sandbox, id)).toEqual(accepted.body)
    expect(await contractEvents(running.database, id)).toEqual([at(5_000)])
  })

  it('declines, with whatever connection', async () => {
    const { sandbox } = await enterprise()
    for (const connection of [await connected(sandbox, 'ach'), await invited(sandbox)]) {
      const { id } = await offered(sandbox, connection)
      const declined = await answer(sandbox, id, 'decline')
      expect(declined).toMatchObject({
        status: 200,
        body: {
          status: 'declined',
          agreement_at: null,
          deleted_at: null,
          activity: [{}, { entry: 'Declined by the creator' }],
        },
      })
      expect(await contractEvents(running.database, id)).toHaveLength(1)
    }
  })

  it('can accept only with an active `direct` connection', async () => {
    const { sandbox } = await enterprise()
    for (const connection of [
      await invited(sandbox),
      await connected(sandbox, 'ach'),
      await connected(sandbox, 'wallet'),
    ]) {
      const { id } = await offered(sandbox, connection)
      expect(await answer(sandbox, id, 'accept')).toMatchObject({
        status: 409,
        body: { code: 'invalid_state', message: expect.stringContaining('`direct`') },
      })
      expect(await readContract(sandbox, id)).toMatchObject({ status: 'created' })
    }
  })

  it('answers once', async () => {
    const { sandbox } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const accepted = await agreed(sandbox, connection)
    const declined = await offered(sandbox, connection)
    await answer(sandbox, declined.id, 'decline')
    for (const { id } of [accepted, declined]) {
      for (const decision of ['accept', 'decline'] as const) {
        expect(await answer(sandbox, id, decision)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      }
    }
    expect(await answer(sandbox, 'con_unknown', 'accept')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await sandbox.post('/sandbox/contract', { contract: accepted.id, decision: 'think' })).status).toBe(400)
  })

  it('sees in Connect what still waits', async () => {
    const { sandbox, id, later } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    await agreed(sandbox, connection)
    const waiting = await offered(sandbox, connection)
    await offered(sandbox, await connected(sandbox, 'direct'))
    const tenant = await running.database.transaction((tx) => requireTenant(tx, id, 'sandbox'))
    const ids = async () =>
      (await waitingContracts(running.database.sql, tenant, connection)).map((contract) => contract.id)
    expect(await ids()).toEqual([waiting.id])
    await later(30 * DAY_MS)
    expect(await ids()).toEqual([])
  })
})

describe('the end of a contract', () => {
  it('by deletion works in every state, and said again changes nothing', async () => {
    const { sandbox, later } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const [created, active, declined, expired] = [
      await offered(sandbox, connection),
      await agreed(sandbox, connection),
      await offered(sandbox, connection),
      await offered(sandbox, await invited(sandbox)),
    ]
    await answer(sandbox, declined.id, 'decline')
    await running.database.sql`update contracts set expires_at = ${at(1_000)} where id = ${expired.id}`
    await later(2_000)
    for (const { id } of [created, active, declined, expired]) {
      const deleted = await sandbox.delete(`/contract/${id}`)
      expect(deleted).toMatchObject({
        status: 200,
        body: { status: 'terminated', deleted_at: at(2_000), updated_at: at(2_000) },
      })
      expect(deleted.body.activity.at(-1)).toEqual({
        entry: 'Terminated: deleted by the enterprise',
        date: at(2_000),
        hidden: false,
      })
      expect(await readContract(sandbox, id)).toEqual(deleted.body)
      const events = await contractEvents(running.database, id)
      expect((await sandbox.delete(`/contract/${id}`)).body).toEqual(deleted.body)
      expect(await contractEvents(running.database, id)).toEqual(events)
    }
    // What had expired says so first.
    const { activity } = await readContract(sandbox, expired.id)
    expect(activity.map(({ entry }: { entry: string }) => entry.split(':')[0])).toEqual([
      'Created',
      'Expired',
      'Terminated',
    ])
    expect(await sandbox.delete('/contract/con_unknown')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await deposit(sandbox, connection, 1_000)).body.splits).toEqual([])
  })

  it('comes with the end of its connection, in the same transaction', async () => {
    const { sandbox } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const contracts = [await offered(sandbox, connection), await agreed(sandbox, connection)]
    const other = await agreed(sandbox, await connected(sandbox, 'direct'))
    await remove(sandbox, connection)
    for (const { id } of contracts) {
      const contract = await readContract(sandbox, id)
      expect(contract).toMatchObject({ status: 'terminated', deleted_at: at(0) })
      expect(contract.activity.at(-1).entry).toBe('Terminated: its account connection was deleted')
      expect(await answer(sandbox, id, 'accept')).toMatchObject({ status: 409 })
    }
    expect(await contractEvents(running.database, contracts[0].id)).toHaveLength(1)
    expect(await readContract(sandbox, other.id)).toMatchObject({ status: 'active' })
  })

  it('comes after exactly 30 days without an answer, however late the worker is', async () => {
    const { sandbox, later } = await enterprise()
    const connection = await connected(sandbox, 'direct')
    const { id } = await offered(sandbox, connection)
    const kept = await agreed(sandbox, connection)
    await later(30 * DAY_MS - 1)
    expect(await readContract(sandbox, id)).toMatchObject({ status: 'created' })
    await later(1)
    const read = await readContract(sandbox, id)
    expect(read).toMatchObject({ status: 'expired', expires_at: at(30 * DAY_MS), updated_at: at(30 * DAY_MS) })
    expect(read.activity.at(-1)).toMatchObject({ entry: 'Expired: not accepted within 30 days', date: at(30 * DAY_MS) })
    expect(await answer(sandbox, id, 'accept')).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('`expired`') },
    })
    expect((await sandbox.get('/contract')).body.data[1]).toEqual(read)
    expect((await sandbox.get('/contract?status=created')).body.pagination.total).toBe(0)
    expect((await sandbox.get('/contract?status=expired')).body.data).toEqual([read])
    expect(await contractEvents(running.database, id)).toEqual([at(30 * DAY_MS)])
    await advance(sandbox, 86_400)
    expect(await readContract(sandbox, id)).toEqual(read)
    expect(await readContract(sandbox, kept.id)).toMatchObject({ status: 'active', expires_at: null })
    const declined = await offered(sandbox, kept.account_connection)
    expect((await answer(sandbox, declined.id, 'decline')).body).toMatchObject({ status: 'declined', expires_at: null })
  })

  it('is done by the clock too', async () => {
    const { sandbox } = await enterprise()
    const { id } = await offered(sandbox, await invited(sandbox, { email: person().email }))
    await advance(sandbox, 30 * 86_400)
    const [row] = await running.database.sql`select status, updated_at from contracts where id = ${id}`
    expect(row).toEqual({ status: 'expired', updated_at: new Date(at(30 * DAY_MS)) })
    await auditClean(running.database)
  })
})
