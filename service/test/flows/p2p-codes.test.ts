import { beforeAll, describe, expect, it } from 'vitest'
import { asked, CODE, commit, PURSE, pair, readP2p, WRONG } from '../support/p2p.ts'
import { accounts, advance, at, paid, standStill, timePasses } from '../support/payouts.ts'
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

describe('the code', () => {
  it('goes to the mobile of the source’s creator, and is stored only as a keyed digest and sealed', async () => {
    const { sandbox } = await enterprise()
    const between = await pair(sandbox)
    const payment = await asked(sandbox, between, 4_200)
    const messages = await running.database.sql<Record<string, unknown>[]>`
      select message.* from messages message
      where kind = 'p2p_code' and recipient = (
        select mobile from creators join account_connections connection
          on connection.tenant_id = creators.tenant_id and connection.creator_id = creators.id
        where connection.id = ${between.source})`
    expect(messages).toMatchObject([{ channel: 'sms', facts: null, facts_sealed: expect.any(Buffer) }])
    const rows = await running.database.sql`select * from p2p_payments where id = ${payment.id}`
    expect(JSON.stringify([...rows, ...messages])).not.toContain(CODE)
  })

  it('comes with who asks, and with the verified name of who gets it, whatever the connection is called', async () => {
    const { sandbox } = await running.enterprise('Acme. Studios')
    const between = await pair(sandbox)
    const renamed = { first_name: 'Sara’s', last_name: 'Landlord' }
    await running.database
      .sql`update account_connections set ${running.database.sql(renamed)} where id = ${between.destination}`
    await asked(sandbox, between, 4_200)
    const { data } = (await sandbox.get('/sandbox/message')).body
    expect(data.find(({ kind }: { kind: string }) => kind === 'p2p_code').text).toBe(
      '000000 is your code to send $42.00 to Dora Destination, asked for by Acme Studios. It is valid for 10 minutes. Enter it only at Acme Studios.',
    )
  })

  it('in production is made by chance, six digits, another each time', async () => {
    const { randomCode } = await import('../../src/rails/codes/random.ts')
    const codes = Array.from({ length: 200 }, randomCode)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    expect(new Set(codes).size).toBeGreaterThan(150)
  })

  it('may be wrong twice; each wrong one is counted and said', async () => {
    const { sandbox } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    for (const [failed, left] of [
      [1, 2],
      [2, 1],
    ]) {
      expect(await commit(sandbox, id, WRONG)).toMatchObject({
        status: 400,
        body: { code: 'incorrect_code', failed_commits: failed, attempts_left: left, request_id: expect.any(String) },
      })
      expect(await readP2p(sandbox, id)).toMatchObject({ status: 'created', failed_commits: failed })
    }
    expect(await commit(sandbox, id)).toMatchObject({ status: 200, body: { status: 'pending', failed_commits: 2 } })
    expect(await commit(sandbox, id)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  it('is wrong whatever it looks like, and must be text', async () => {
    const { sandbox } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    for (const body of [{}, { code: 0 }, { code: '' }, { code: CODE, x: 1 }]) {
      expect(await sandbox.post(`/p2p/${id}/commit`, body)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
    expect(await readP2p(sandbox, id)).toMatchObject({ failed_commits: 0 })
    expect(await commit(sandbox, id, '0000000')).toMatchObject({ status: 400, body: { code: 'incorrect_code' } })
    expect(await commit(sandbox, id, 'zero')).toMatchObject({ status: 400, body: { code: 'incorrect_code' } })
    expect(await commit(sandbox, 'p2p_unknown')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('wrong for the third time ends the payment at once', async () => {
    const { sandbox } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    await commit(sandbox, id, WRONG)
    await commit(sandbox, id, WRONG)
    expect(await commit(sandbox, id, WRONG)).toMatchObject({
      status: 400,
      body: { code: 'incorrect_code', failed_commits: 3, attempts_left: 0 },
    })
    expect(await readP2p(sandbox, id)).toMatchObject({
      status: 'expired',
      failed_commits: 3,
      activity: [{ status: 'created' }, { status: 'expired', entry: 'Expired: three codes were wrong' }],
    })
    expect(await commit(sandbox, id)).toMatchObject({ status: 409, body: { code: 'p2p_expired' } })
  })
})

describe('a retry of a commit', () => {
  it('gets the same bytes and pays once', async () => {
    const { sandbox, purses } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox), 700)
    const first = await commit(sandbox, id, CODE, 'once')
    await advance(sandbox, 5)
    const again = await commit(sandbox, id, CODE, 'once')
    expect(again).toMatchObject({ status: 200, text: first.text })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await purses()).sort()).toEqual([PURSE - 700, PURSE + 700].sort())
  })

  it('of a wrong code burns no attempt, and the same key with another code is refused', async () => {
    const { sandbox } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    const first = await commit(sandbox, id, WRONG, 'wrong')
    expect(first.status).toBe(400)
    for (let nth = 0; nth < 5; nth++) {
      const again = await commit(sandbox, id, WRONG, 'wrong')
      expect(again).toMatchObject({ status: 400, text: first.text })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    }
    expect(await commit(sandbox, id, CODE, 'wrong')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'created', failed_commits: 1 })
    expect((await commit(sandbox, id, CODE, 'right')).status).toBe(200)
  })

  it('that changed nothing is not remembered', async () => {
    const { sandbox } = await enterprise()
    const between = await pair(sandbox)
    const wish = { ...between, amount_in_cents: 10 }
    const { id } = await asked(sandbox, between)
    await commit(sandbox, id)
    expect((await commit(sandbox, id, CODE, 'late')).status).toBe(409)
    const stored = await running.database.sql`select 1 from idempotency_answers where key = 'late'`
    expect(stored).toHaveLength(0)
    const one = await sandbox.post('/p2p', wish, { idempotencyKey: 'create' })
    const two = await sandbox.post('/p2p', wish, { idempotencyKey: 'create' })
    expect([two.text, two.headers.get('idempotent-replayed')]).toEqual([one.text, 'true'])
    expect((await sandbox.post('/p2p', { ...wish, amount_in_cents: 11 }, { idempotencyKey: 'create' })).status).toBe(
      409,
    )
  })
})

describe('ten minutes', () => {
  it('are over at exactly 10:00.000: a millisecond before, the code is taken', async () => {
    const { sandbox, later } = await enterprise()
    const between = await pair(sandbox)
    const [early, late] = [await asked(sandbox, between), await asked(sandbox, between)]
    await later(10 * MINUTE_MS - 1)
    expect(await readP2p(sandbox, late.id)).toMatchObject({ status: 'created' })
    expect(await commit(sandbox, early.id)).toMatchObject({ status: 200, body: { status: 'pending' } })
    await later(1)
    const expired = {
      status: 'expired',
      updated_at: at(10 * MINUTE_MS),
      activity: [
        { status: 'created' },
        { status: 'expired', date: at(10 * MINUTE_MS), entry: 'Expired: not committed within 10 minutes' },
      ],
    }
    // No worker has moved it: the deadline holds by itself, however it is read.
    expect(await readP2p(sandbox, late.id)).toMatchObject(expired)
    expect(await commit(sandbox, late.id)).toMatchObject({ status: 409, body: { code: 'p2p_expired' } })
    expect((await sandbox.get('/p2p')).body.data).toMatchObject([{ id: late.id, status: 'expired' }, { id: early.id }])
    expect((await sandbox.get(`/account-connection/${between.source}/p2p`)).body.data[0]).toMatchObject(expired)
    const changed = await sandbox.put(`/p2p/${late.id}`, { user_data: { kept: true } })
    expect(changed).toMatchObject({ status: 200, body: { status: 'expired', user_data: { kept: true } } })
    expect((await sandbox.get('/p2p?status=created')).body.data).toEqual([])
    expect((await sandbox.get('/p2p?status=expired')).body.data).toMatchObject([
      { id: late.id, user_data: { kept: true } },
    ])
  })

  it('are all that a list of one status records: the committed wait until money due before them is there', async () => {
    const { sandbox, later } = await enterprise()
    const between = await pair(sandbox)
    await paid(sandbox, between.source, 1_000)
    const { id } = await asked(sandbox, between, PURSE + 1_000)
    await commit(sandbox, id)
    await later(MINUTE_MS)
    expect((await sandbox.get('/p2p?status=pending')).body.data).toMatchObject([{ id }])
    await advance(sandbox, 1)
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'sent' })
  })

  it('are recorded by the worker as of then, however late it comes, and read the same before and after', async () => {
    const { sandbox, later } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    await commit(sandbox, id, WRONG)
    await later(3 * 60 * MINUTE_MS)
    const before = await readP2p(sandbox, id)
    await advance(sandbox, 1)
    expect(await readP2p(sandbox, id)).toEqual(before)
    expect(before).toMatchObject({ status: 'expired', failed_commits: 1, updated_at: at(10 * MINUTE_MS) })
    const [row] = await running.database.sql`select status, due_at from p2p_payments where id = ${id}`
    expect(row).toEqual({ status: 'expired', due_at: null })
  })
})
