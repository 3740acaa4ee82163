import { beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import { approve, approvingKey, ONE, readApproval, reject, setRules, TWO } from '../support/approvals.ts'
import type { Client } from '../support/client.ts'
import { advance, auditClean, balances, change, connected, invited, OPENING, paid, read } from '../support/payouts.ts'
import { deedsOf, newPerson, PASSWORD, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' })
})

const DAY = 86_400

/** An enterprise under these rules, with two keys that may approve. */
async function underRules(...rules: ApprovalRule[]) {
  const { id, sandbox } = await running.enterprise()
  const [first, second] = [await approvingKey(running, id), await approvingKey(running, id)]
  await setRules(running, id, rules)
  return { id, sandbox, first, second }
}

describe('a payout that needs approval', () => {
  it('is ready, its money is held, and it is paid once enough have agreed', async () => {
    const { sandbox, first, second } = await underRules(TWO)
    const creator = await connected(sandbox, 'direct')
    const payout = await paid(sandbox, creator, 7_700_000)
    expect(payout).toMatchObject({ status: 'ready', type: 'direct', approval: { status: 'awaiting' } })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 7_700_025, pending: 7_700_025 })
    const approval = await readApproval(sandbox, payout.approval.id)
    expect(approval).toMatchObject({
      status: 'awaiting',
      deed: 'payout',
      subject: { type: 'payout', id: payout.id, count: 1 },
      amount_in_cents: 7_700_000,
      needed: 2,
      given: [],
    })
    expect((await approve(first.client, approval.id)).body).toMatchObject({
      status: 'awaiting',
      given: [{ by: first.id }],
    })
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'ready', approval: { status: 'awaiting' } })
    expect((await approve(second.client, approval.id)).body).toMatchObject({ status: 'approved' })
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'pending', approval: { status: 'approved' } })
    await advance(sandbox, 2)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent', fee_in_cents: 0 })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 7_700_000, pending: 0 })
    await auditClean(running.database)
  })

  it.each(['direct', 'wallet', 'ach'] as const)(
    'to a %s connection is not sent by any sweep while it awaits',
    async (type) => {
      const { sandbox } = await underRules(TWO)
      const payout = await paid(sandbox, await connected(sandbox, type), 1_000, { date: '2026-01-01T00:00:00.000Z' })
      await advance(sandbox, 6 * DAY)
      expect(await read(sandbox, payout.id)).toMatchObject({ status: 'ready', type, approval: { status: 'awaiting' } })
      await auditClean(running.database)
      // Version 0.1 initiates what is due, claims what is `unclaimed`, and files what is before now.
      const { sql } = running.database
      expect(
        await sql`
      select due_at, type <> 'unclaimed' as unclaimable, batch_at > '2999-01-01' as unfiled from payouts
      where id = ${payout.id}`,
      ).toEqual([{ due_at: null, unclaimable: true, unfiled: true }])
    },
  )

  it('is not paid when its creator leaves Connect, and is when it is approved after that', async () => {
    const { sandbox, first } = await underRules(ONE)
    const creator = await invited(sandbox)
    const payout = await paid(sandbox, creator, 1_000)
    expect(payout).toMatchObject({ status: 'ready', type: 'unclaimed' })
    await sandbox.post('/sandbox/connect', { account_connection: creator, type: 'wallet' })
    await advance(sandbox, 10)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'ready', type: 'wallet' })
    await approve(first.client, payout.approval.id)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'pending', type: 'wallet' })
  })

  it('to a creator who has not connected waits to be claimed once approved, and is mailed only then', async () => {
    const { sandbox, first } = await underRules(ONE)
    const email = 'wanda+sandbox@example.com'
    const creator = await invited(sandbox, { email })
    const payout = await paid(sandbox, creator, 1_000)
    const mails = async () =>
      (await sandbox.get('/sandbox/message')).body.data.filter(
        ({ kind, to }: Record<string, string>) => to === email && kind === 'payout_issued',
      )
    expect(await mails()).toHaveLength(0)
    await approve(first.client, payout.approval.id)
    expect(await mails()).toHaveLength(1)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'ready', type: 'unclaimed' })
    await sandbox.post('/sandbox/connect', { account_connection: creator, type: 'direct' })
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'pending', type: 'direct' })
  })

  it('with a later date waits for it after it was approved', async () => {
    const { sandbox, first } = await underRules(ONE)
    const date = new Date(Date.now() + 2 * DAY * 1_000).toISOString()
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000, { date })
    await approve(first.client, payout.approval.id)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'ready', date })
    await advance(sandbox, 2 * DAY + 5)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'sent' })
  })

  it('whose permission is gone when it is approved fails, and the money is back', async () => {
    const { sandbox, first } = await underRules(ONE)
    const creator = await connected(sandbox, 'direct')
    const payout = await paid(sandbox, creator, 1_000)
    await running.database.sql`update account_connections set credit_granted = false where id = ${creator}`
    await approve(first.client, payout.approval.id)
    expect(await read(sandbox, payout.id)).toMatchObject({ status: 'error', failure_code: 'permission_not_granted' })
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it('below the amount of the rule, or without a rule, is paid as before', async () => {
    const { id, sandbox } = await underRules({ ...TWO, from_amount_in_cents: 5_000 })
    const creator = await connected(sandbox, 'direct')
    const small = await paid(sandbox, creator, 4_999)
    expect(small.status).toBe('pending')
    expect(small).not.toHaveProperty('approval')
    expect(await paid(sandbox, creator, 5_000)).toMatchObject({ status: 'ready' })
    await setRules(running, id, [])
    expect(await paid(sandbox, creator, 5_000)).toMatchObject({ status: 'pending' })
    expect((await sandbox.get('/approval')).body.pagination.total).toBe(1)
  })
})

describe('a batch that needs approval', () => {
  it('falls under the rule by its sum, and is approved as a whole', async () => {
    const { sandbox, first } = await underRules({ ...ONE, from_amount_in_cents: 2_500 })
    const creator = await connected(sandbox, 'direct')
    const entry = { account_connection: creator, amount_in_cents: 1_000 }
    const { body } = await sandbox.post('/payout/batch', { payouts: [entry, entry, entry] })
    const [{ approval }] = body.payouts
    expect(body.payouts).toMatchObject([entry, entry, entry].map(() => ({ status: 'ready', approval })))
    expect(await readApproval(sandbox, approval.id)).toMatchObject({
      subject: { type: 'payout_batch', count: 3 },
      amount_in_cents: 3_000,
    })
    const listed = (await sandbox.get(`/approval/${approval.id}/payout?page_size=2`)).body
    expect(listed.pagination.total).toBe(3)
    expect(listed.data.map(({ id }: { id: string }) => id)).toEqual(
      body.payouts.slice(0, 2).map(({ id }: { id: string }) => id),
    )
    await approve(first.client, approval.id)
    const after = (await sandbox.get(`/approval/${approval.id}/payout`)).body.data
    expect(after.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending', 'pending'])
  })

  it('loses what was given when one of its payouts is canceled, and counts the rest', async () => {
    const { sandbox, first, second } = await underRules(TWO)
    const creator = await connected(sandbox, 'direct')
    const entry = { account_connection: creator, amount_in_cents: 1_000 }
    const { body } = await sandbox.post('/payout/batch', { payouts: [entry, entry] })
    const [one, other] = body.payouts
    await approve(first.client, one.approval.id)
    await change(sandbox, one.id, { status: 'canceled' })
    expect(await readApproval(sandbox, one.approval.id)).toMatchObject({
      status: 'awaiting',
      given: [],
      subject: { count: 1 },
      amount_in_cents: 1_000,
    })
    await approve(second.client, one.approval.id)
    expect(await read(sandbox, other.id)).toMatchObject({ status: 'ready' })
    await change(sandbox, other.id, { status: 'canceled' })
    expect(await readApproval(sandbox, one.approval.id)).toMatchObject({ status: 'void' })
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
    await auditClean(running.database)
  })
})

describe('who may approve', () => {
  it('nobody their own, no key twice, and no key that the rule does not name', async () => {
    const { id, sandbox, first } = await underRules(TWO)
    const maker = first.client
    const creator = await connected(sandbox, 'direct')
    const payout = await paid(maker, creator, 1_000)
    const own = await approve(maker, payout.approval.id)
    expect(own).toMatchObject({ status: 403, body: { code: 'approval_not_allowed' } })
    const other = await approvingKey(running, id)
    expect((await approve(other.client, payout.approval.id)).status).toBe(200)
    expect((await approve(other.client, payout.approval.id)).body.given).toHaveLength(1)
    await setRules(running, id, [{ ...ONE, approvers: ['admin'] }])
    const next = await paid(maker, creator, 1_000)
    expect(await approve(other.client, next.approval.id)).toMatchObject({
      status: 403,
      body: { code: 'approval_not_allowed' },
    })
  })

  it('a key needs the scope by name', async () => {
    const { sandbox } = await underRules(ONE)
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    for (const answer of [await approve(sandbox, payout.approval.id), await reject(sandbox, payout.approval.id)]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing', scope: 'approvals' } })
    }
  })

  it.each([
    ['admin', 200],
    ['finance', 200],
    ['developer', 403],
    ['viewer', 403],
  ] as const)('a person in the role %s: %i', async (role, status) => {
    const { id, sandbox } = await underRules(ONE)
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    const person = await signedIn(running, id, role)
    const answer = await person.post(`/dashboard/api/sandbox/v1/approval/${payout.approval.id}/approve`)
    expect(answer.status, answer.text).toBe(status)
    expect((await read(sandbox, payout.id)).status).toBe(status === 200 ? 'pending' : 'ready')
  })

  it('a person who paid does not approve it, and another does; both stand in the audit log', async () => {
    const { id, sandbox } = await underRules({ ...ONE, approvers: ['finance', 'admin'] })
    const creator = await connected(sandbox, 'direct')
    const [maker, checker] = [await signedIn(running, id, 'finance'), await signedIn(running, id, 'finance')]
    const { body: payout } = await maker.post('/dashboard/api/sandbox/v1/payout', {
      account_connection: creator,
      amount_in_cents: 1_000,
    })
    const path = `/dashboard/api/sandbox/v1/approval/${payout.approval.id}/approve`
    expect((await maker.post(path)).status).toBe(403)
    expect((await checker.post(path)).body.given).toMatchObject([{ by: checker.id }])
    const deeds = await deedsOf(running, id)
    expect(
      deeds
        .filter(({ action }) => action.startsWith('approvals.decide'))
        .map(({ action, person_id }) => [action, person_id]),
    ).toEqual([
      ['approvals.decide.done', checker.id],
      ['approvals.decide', checker.id],
      ['approvals.decide.refused', maker.id],
      ['approvals.decide', maker.id],
    ])
    expect(deeds[0]?.details).toMatchObject({ amount_in_cents: 1_000, became: 'approved' })
  })

  it('an API key counts as the person who made it: neither approves what the other asks for, nor do both count', async () => {
    const { id, sandbox } = await underRules(ONE)
    const creator = await connected(sandbox, 'direct')
    const [one, other] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'admin')]
    const keyOf = async (person: typeof one) => {
      const scopes = ['read', 'payouts', 'approvals']
      const { body } = await person.post('/dashboard/api/sandbox/keys', { name: 'Mine', scopes })
      return running.client('sandbox', body.key)
    }
    const [own, foreign] = [await keyOf(one), await keyOf(other)]
    const asPerson = (person: typeof one, approval: string) =>
      person.post(`/dashboard/api/sandbox/v1/approval/${approval}/approve`)
    const refused = { status: 403, body: { code: 'approval_not_allowed' } }

    const body = { account_connection: creator, amount_in_cents: 1_000 }
    const byPerson = (await one.post('/dashboard/api/sandbox/v1/payout', body)).body.approval.id
    expect(await approve(own, byPerson)).toMatchObject(refused)
    expect((await approve(foreign, byPerson)).status).toBe(200)

    const byKey = (await paid(own, creator, 1_000)).approval.id
    expect(await asPerson(one, byKey)).toMatchObject(refused)
    expect((await asPerson(other, byKey)).status).toBe(200)

    await setRules(running, id, [TWO])
    const byNeither = (await paid(sandbox, creator, 1_000)).approval.id
    expect((await asPerson(one, byNeither)).body).toMatchObject({ status: 'awaiting' })
    const twice = (await approve(own, byNeither)).body
    expect([twice.status, twice.given.length]).toEqual(['awaiting', 1])
    expect((await approve(foreign, byNeither)).body).toMatchObject({ status: 'approved' })

    // To reject is always safe.
    const withdrawn = (await paid(own, creator, 1_000)).approval.id
    expect((await one.post(`/dashboard/api/sandbox/v1/approval/${withdrawn}/reject`, {})).body.status).toBe('rejected')
  })

  it('an old sign-in must be made fresh', async () => {
    const { id, sandbox } = await underRules(ONE)
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 1_000)
    const person = await signedIn(running, id, 'admin')
    const { sql } = running.database
    await sql`update person_sessions set confirmed_at = confirmed_at - interval '1 hour' where person_id = ${person.id}`
    const path = `/dashboard/api/sandbox/v1/approval/${payout.approval.id}/approve`
    expect(await person.post(path)).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
    await person.post('/dashboard/api/confirm', { password: PASSWORD })
    expect((await person.post(path)).status).toBe(200)
  })

  it('what was given by someone who has lost the role, left or whose key was revoked does not count', async () => {
    const { id, sandbox, first, second } = await underRules({
      ...TWO,
      needed: 2,
      approvers: ['finance', 'admin', 'api_key'],
    })
    const creator = await connected(sandbox, 'direct')
    const boss = await signedIn(running, id, 'admin')
    await newPerson(running, id, 'admin')
    const cases: ((person: { id: string }) => Promise<unknown>)[] = [
      (person) => boss.post(`/dashboard/api/people/${person.id}/role`, { role: 'viewer' }),
      (person) => boss.delete(`/dashboard/api/people/${person.id}`),
      async () => running.database.sql`update api_keys set revoked_at = statement_timestamp() where id = ${first.id}`,
    ]
    for (const [nth, lose] of cases.entries()) {
      const payout = await paid(sandbox, creator, 1_000)
      const person = await signedIn(running, id, 'finance')
      const path = `/approval/${payout.approval.id}/approve`
      const given =
        nth === 2 ? await first.client.post(path, {}) : await person.post(`/dashboard/api/sandbox/v1${path}`)
      expect(given.status, given.text).toBe(200)
      await lose(person)
      const next = await second.client.post(path, {})
      expect(next.body, `case ${nth}`).toMatchObject({ status: 'awaiting', given: [{ by: second.id }] })
      expect((await read(sandbox, payout.id)).status).toBe('ready')
    }
  })
})

async function listOf(client: Client, status: string): Promise<string[]> {
  return (await client.get(`/approval?status=${status}`)).body.data.map(({ id }: { id: string }) => id)
}

it('approvals are listed, newest first and by status, and belong to their enterprise', async () => {
  const { sandbox, first } = await underRules(ONE)
  const creator = await connected(sandbox, 'direct')
  const [a, b] = [await paid(sandbox, creator, 1), await paid(sandbox, creator, 2)]
  expect((await sandbox.get('/approval')).body.data.map(({ id }: { id: string }) => id)).toEqual([
    b.approval.id,
    a.approval.id,
  ])
  await approve(first.client, a.approval.id)
  expect(await listOf(sandbox, 'awaiting')).toEqual([b.approval.id])
  expect(await listOf(sandbox, 'approved')).toEqual([a.approval.id])
  const { id: strange, sandbox: stranger } = await running.enterprise()
  const { client: strangeApprover } = await approvingKey(running, strange)
  for (const answer of [await approve(strangeApprover, b.approval.id), await reject(strangeApprover, b.approval.id)]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  }
  expect((await readApproval(sandbox, b.approval.id)).status).toBe('awaiting')
  expect((await stranger.get(`/approval/${a.approval.id}`)).status).toBe(404)
  expect((await stranger.get(`/approval/${a.approval.id}/payout`)).status).toBe(404)
})
