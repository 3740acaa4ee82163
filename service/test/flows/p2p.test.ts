import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { asked, commit, creator, type Pair, PURSE, pair, readP2p, WRONG } from '../support/p2p.ts'
import {
  accounts,
  advance,
  at,
  auditClean,
  connected,
  invited,
  paid,
  person,
  remove,
  standStill,
  timePasses,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

const MINUTE_MS = 60_000

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

async function enterprise() {
  const { sandbox, id } = await running.enterprise()
  const later = (ms: number) => timePasses(running.database, id, ms)
  return { sandbox, id, later, purses: () => accounts(running.database, id, 'creator:%') }
}

describe('a P2P payment', () => {
  it('is created, committed with the code, and sent two seconds later', async () => {
    const { sandbox, purses } = await enterprise()
    const between = await pair(sandbox)
    const before = await purses()
    const made = await sandbox.post('/p2p', { ...between, amount_in_cents: 1_234, user_data: { order: 7 } })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^p2p_[0-9a-z]{26}$/),
      ...between,
      amount_in_cents: 1_234,
      description: 'Payment from Sara Source to Dora Destination',
      status: 'created',
      expires_at: at(10 * MINUTE_MS),
      failed_commits: 0,
      activity: [
        {
          entry: "Created: a code was sent to the source's mobile",
          date: at(0),
          type: 'status_change',
          status: 'created',
        },
      ],
      user_data: { order: 7 },
      created_at: at(0),
      updated_at: at(0),
    })
    const { id } = made.body
    expect((await sandbox.get(`/p2p/${id}`)).body).toEqual(made.body)

    const committed = await commit(sandbox, id)
    expect(committed, committed.text).toMatchObject({ status: 200, body: { status: 'pending', failed_commits: 0 } })
    expect(await purses()).toEqual(before)
    await advance(sandbox, 1)
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'pending' })
    await advance(sandbox, 1)
    expect(await readP2p(sandbox, id)).toMatchObject({
      status: 'sent',
      updated_at: at(2_000),
      activity: [
        { status: 'created', date: at(0) },
        { status: 'pending', date: at(0) },
        { status: 'sent', date: at(2_000) },
        { status: 'sent', date: at(2_000), type: 'transfer', entry: '$12.34 moved from the source to the destination' },
      ],
    })
    const moved = (await purses()).map((balance, nth) => balance - (before[nth] as number))
    expect(moved.sort((a, b) => a - b)).toEqual([-1_234, 1_234])
    await auditClean(running.database)
  })

  it('can pay with a payout that arrives in the same moment, whatever else was due before', async () => {
    const { sandbox } = await enterprise()
    const between = await pair(sandbox)
    const earlier = await asked(sandbox, between, 1)
    await commit(sandbox, earlier.id)
    await advance(sandbox, 1)
    await paid(sandbox, between.source, 1)
    const whole = await asked(sandbox, between, PURSE)
    await commit(sandbox, whole.id)
    await advance(sandbox, 10)
    expect(await readP2p(sandbox, whole.id)).toMatchObject({ status: 'sent', updated_at: at(3_000) })
  })

  it('takes a description and only `user_data` as a change, in any state', async () => {
    const { sandbox } = await enterprise()
    const payment = await asked(sandbox, await pair(sandbox), 500, { description: 'For the song' })
    expect(payment).toMatchObject({ description: 'For the song' })
    expect(payment).not.toHaveProperty('user_data')
    const changed = await sandbox.put(`/p2p/${payment.id}`, { user_data: { a: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { id: payment.id, status: 'created', user_data: { a: 1 } } })
    await commit(sandbox, payment.id)
    await advance(sandbox, 2)
    const same = await sandbox.put(`/p2p/${payment.id}`, { user_data: { a: 1 } })
    expect(same.body.updated_at).toBe((await sandbox.get(`/p2p/${payment.id}`)).body.updated_at)
    const after = await sandbox.put(`/p2p/${payment.id}`, { user_data: {} })
    expect(after).toMatchObject({ status: 200, body: { status: 'sent', user_data: {} } })
    expect((await sandbox.put(`/p2p/${payment.id}`, {})).body).toEqual(after.body)
    for (const body of [{ description: 'x' }, { status: 'canceled' }, { amount_in_cents: 1 }, { user_data: 'x' }]) {
      expect(await sandbox.put(`/p2p/${payment.id}`, body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
    expect(await sandbox.put('/p2p/p2p_unknown', {})).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('is refused with every fault of its body at once', async () => {
    const { sandbox } = await enterprise()
    const { body, status } = await sandbox.post('/p2p', { source: 1, amount_in_cents: 0, colour: 'red' })
    expect(status).toBe(400)
    expect(body.errors.map(({ param, code }: { param: string; code: string }) => [param, code]).sort()).toEqual([
      ['amount_in_cents', 'out_of_range'],
      ['colour', 'unknown_field'],
      ['destination', 'required'],
      ['source', 'invalid_type'],
    ])
    const between = await pair(sandbox)
    for (const amount_in_cents of [10_000_000_000, 1.5, '1', -1, null]) {
      expect((await sandbox.post('/p2p', { ...between, amount_in_cents })).status).toBe(400)
    }
  })
})

describe('where the audit has stopped payouts', () => {
  it('a commit is refused without an attempt, what is committed waits, expiry goes on', async () => {
    const { sandbox, id: enterpriseId, purses } = await enterprise()
    const between = await pair(sandbox)
    const [committed, open] = [await asked(sandbox, between, 700), await asked(sandbox, between)]
    await commit(sandbox, committed.id)
    const before = await purses()
    const stop = (why: string | null) => running.database.sql`
      update tenants set payouts_stopped_because = ${why} where enterprise_id = ${enterpriseId} and environment = 'sandbox'`
    await stop('a test')
    expect(await commit(sandbox, open.id)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await commit(sandbox, open.id, WRONG)).toMatchObject({ status: 503 })
    expect(await readP2p(sandbox, open.id)).toMatchObject({ status: 'created', failed_commits: 0 })
    await advance(sandbox, 600)
    expect(await readP2p(sandbox, committed.id)).toMatchObject({ status: 'pending' })
    expect((await sandbox.get('/p2p?status=expired')).body.data).toMatchObject([{ id: open.id }])
    expect(await purses()).toEqual(before)
    await stop(null)
    await advance(sandbox, 1)
    expect(await readP2p(sandbox, committed.id)).toMatchObject({ status: 'sent', updated_at: at(2_000) })
    await auditClean(running.database)
  })
})

describe('who may pay whom', () => {
  const refused = async (client: Client, between: Pair, status: number, code: string, message: RegExp) => {
    const answer = await client.post('/p2p', { ...between, amount_in_cents: 100 })
    expect(answer, answer.text).toMatchObject({ status, body: { code, message: expect.stringMatching(message) } })
  }

  it('names what is wrong, on whichever side it is', async () => {
    const { sandbox } = await enterprise()
    const good = await pair(sandbox)
    const foreign = await creator((await running.enterprise()).sandbox)
    const asleep = await invited(sandbox, { requested_permissions: ['payment.credit', 'payment.debit'] })
    const pending = await invited(sandbox, { requested_permissions: ['payment.credit', 'payment.debit'] })
    await sandbox.post('/sandbox/connect', { account_connection: pending, type: 'direct', outcome: 'review' })
    const gone = await creator(sandbox)
    await remove(sandbox, gone)
    const bank = await connected(sandbox, 'ach')
    const wallet = await connected(sandbox, 'wallet')
    const credit = await connected(sandbox, 'direct', { requested_permissions: ['payment.credit'] })
    const debit = await connected(sandbox, 'direct', { requested_permissions: ['payment.debit'] })

    for (const side of ['source', 'destination'] as const) {
      const name = new RegExp(`\`${side}\``)
      const having = (id: string): Pair => ({ ...good, [side]: id })
      await refused(sandbox, having('acon_unknown'), 404, 'not_found', name)
      await refused(sandbox, having(foreign), 404, 'not_found', name)
      await refused(sandbox, having(gone), 409, 'invalid_state', new RegExp(`${name.source} is deleted`))
      await refused(sandbox, having(asleep), 409, 'invalid_state', new RegExp(`${name.source} is \`created\``))
      await refused(sandbox, having(pending), 409, 'invalid_state', new RegExp(`${name.source} is \`pending\``))
      await refused(sandbox, having(bank), 409, 'invalid_state', new RegExp(`${name.source} is of type \`ach\``))
      await refused(sandbox, having(wallet), 409, 'invalid_state', new RegExp(`${name.source} is of type \`wallet\``))
    }
    await refused(sandbox, { ...good, source: credit }, 403, 'permission_not_granted', /`payment.debit`.*`source`/)
    await refused(sandbox, { ...good, destination: debit }, 403, 'permission_not_granted', /`payment.credit`.*`destin/)
    // The other way round each of them may.
    await asked(sandbox, { source: debit, destination: credit })
    expect((await sandbox.get('/p2p')).body.pagination.total).toBe(1)
  })

  it('needs two connections, of two creators', async () => {
    const { sandbox } = await enterprise()
    const { email } = person()
    const [one, other] = [await creator(sandbox, { email }), await creator(sandbox, { email })]
    await refused(sandbox, { source: one, destination: one }, 400, 'validation_failed', /`destination` must differ/)
    await refused(sandbox, { source: one, destination: other }, 409, 'invalid_state', /same creator/)
  })

  it('counts a permission as gone from the moment it ends', async () => {
    const { sandbox, id, later } = await enterprise()
    const between = await pair(sandbox)
    await running.database.sql`
      update account_connections set debit_expires_at = ${at(1_000)} where id = ${between.source}`
    await later(999)
    await asked(sandbox, between)
    await later(1)
    await refused(sandbox, between, 403, 'permission_not_granted', /`payment.debit`/)
    expect(id).toMatch(/^ent_/)
  })

  it('needs a verified mobile number to send the code to', async () => {
    const { sandbox } = await enterprise()
    const between = await pair(sandbox)
    await running.database.sql`
      update creators set mobile = null where id = (select creator_id from account_connections where id = ${between.source})`
    await refused(sandbox, between, 409, 'invalid_state', /`source` has no verified mobile/)
  })
})

describe('a committed payment that cannot be made', () => {
  const failing = async (client: Client, id: string, code: string) => {
    await advance(client, 2)
    const payment = await readP2p(client, id)
    expect(payment).toMatchObject({ status: 'error', failed_commits: 0 })
    expect(payment.activity.at(-1)).toMatchObject({
      type: 'error',
      status: 'error',
      code,
      entry: expect.stringMatching(/^Failed: /),
    })
  }

  it('is an error that says why, and moves nothing', async () => {
    const { sandbox, purses } = await enterprise()
    const between = await pair(sandbox)
    const dear = await asked(sandbox, between, PURSE + 1)
    await commit(sandbox, dear.id)
    await failing(sandbox, dear.id, 'insufficient_funds')

    const unwanted = await asked(sandbox, between)
    await commit(sandbox, unwanted.id)
    await running.database.sql`update account_connections set debit_granted = false where id = ${between.source}`
    await failing(sandbox, unwanted.id, 'permission_withdrawn')
    await running.database.sql`update account_connections set debit_granted = true where id = ${between.source}`

    const moved = await asked(sandbox, between)
    await commit(sandbox, moved.id)
    await sandbox.put(`/account-connection/${between.source}`, { email: person().email })
    await sandbox.post('/sandbox/connect', { account_connection: between.source, type: 'direct' })
    await failing(sandbox, moved.id, 'account_changed')

    const orphan = await asked(sandbox, between)
    await commit(sandbox, orphan.id)
    await remove(sandbox, between.destination)
    await failing(sandbox, orphan.id, 'connection_deleted')
    expect(new Set(await purses())).toEqual(new Set([PURSE]))
    await auditClean(running.database)
  })

  it('may be followed by the same wish once there are funds', async () => {
    const { sandbox } = await enterprise()
    const { source, destination } = await pair(sandbox)
    const first = await asked(sandbox, { source, destination }, PURSE)
    await commit(sandbox, first.id)
    const second = await asked(sandbox, { source: destination, destination: source }, PURSE + PURSE)
    await commit(sandbox, second.id)
    await advance(sandbox, 2)
    // In the order they were committed: the second spends what the first brought.
    expect(await readP2p(sandbox, first.id)).toMatchObject({ status: 'sent' })
    expect(await readP2p(sandbox, second.id)).toMatchObject({ status: 'sent' })
    await auditClean(running.database)
  })
})

describe('lists of P2P payments', () => {
  it('are newest first: all, of a connection, between two', async () => {
    const { sandbox } = await enterprise()
    const { source: a, destination: b } = await pair(sandbox)
    const c = await creator(sandbox)
    const ids: string[] = []
    for (const [source, destination] of [
      [a, b],
      [b, a],
      [a, c],
      [c, b],
    ]) {
      ids.unshift((await asked(sandbox, { source: source as string, destination: destination as string })).id)
    }
    const [cb, ac, ba, ab] = ids
    const list = async (path: string) => {
      const { status, body } = await sandbox.get(path)
      expect(status, JSON.stringify(body)).toBe(200)
      return [body.data.map(({ id }: { id: string }) => id), body.pagination.total]
    }
    expect(await list('/p2p')).toEqual([ids, 4])
    expect(await list('/p2p?page_size=1&page=2')).toEqual([[ac], 4])
    expect(await list('/p2p?page=3')).toEqual([[], 4])
    expect(await list(`/account-connection/${a}/p2p`)).toEqual([[ac, ba, ab], 3])
    expect(await list(`/account-connection/${c}/p2p?page_size=1`)).toEqual([[cb], 2])
    expect(await list(`/account-connection/${a}/p2p/${b}`)).toEqual([[ba, ab], 2])
    expect(await list(`/account-connection/${b}/p2p/${a}`)).toEqual([[ba, ab], 2])
    expect(await list(`/account-connection/${a}/p2p/${a}`)).toEqual([[], 0])
    await commit(sandbox, ab as string)
    expect(await list('/p2p?status=pending')).toEqual([[ab], 1])
    expect(await list(`/account-connection/${a}/p2p?status=created`)).toEqual([[ac, ba], 2])
    expect(await list(`/p2p?created_after=${at(0)}`)).toEqual([[], 0])
    for (const query of ['status=open', 'page=0', 'page_size=1001', 'source=x']) {
      expect([query, (await sandbox.get(`/p2p?${query}`)).status]).toEqual([query, 400])
    }
  })
})
