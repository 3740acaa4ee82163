import { beforeAll, describe, expect, it } from 'vitest'
import { ONE, setRules, TWO } from '../support/approvals.ts'
import { bring, confirm, csvOf, readFileOf, settled } from '../support/pay-files.ts'
import { balances, connected, OPENING, paid } from '../support/payouts.ts'
import { type Browser, deedsOf, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '50' })
})

const RULES = '/dashboard/api/sandbox/approval-rules'
const PEOPLE = { ...ONE, approvers: ['finance', 'admin'] } as const
const decide = (browser: Browser, id: string, what: 'approve' | 'reject', body: object = {}) =>
  browser.post(`/dashboard/api/sandbox/v1/approval/${id}/${what}`, body)

describe('a pay file that needs approval', () => {
  async function confirmedFile() {
    const { id, sandbox } = await running.enterprise()
    const [maker, checker] = [await signedIn(running, id, 'finance'), await signedIn(running, id, 'admin')]
    const creator = await connected(sandbox, 'direct')
    await setRules(running, id, [{ ...PEOPLE, from_amount_in_cents: 300 }])
    const rows = ['100', '100', '100'].map((amount) => `${creator},${amount}`)
    const { file_id: file } = (await bring(maker, csvOf('connection,amount_in_cents', rows))).body
    const { body } = await confirm(maker, file)
    return { id, sandbox, maker, checker, file, body }
  }

  it('is paid once it is approved, and its payouts need no approval of their own', async () => {
    const { sandbox, maker, checker, file, body } = await confirmedFile()
    expect(body).toMatchObject({ state: 'validated', done: 0, approval: { status: 'awaiting' } })
    expect((await confirm(maker, file)).body.approval).toEqual(body.approval)
    expect((await decide(maker, body.approval.id, 'approve')).status).toBe(403)
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(0)
    const decided = await decide(checker, body.approval.id, 'approve')
    expect(decided.body).toMatchObject({
      status: 'approved',
      subject: { type: 'pay_file', id: file, count: 3 },
      amount_in_cents: 300,
    })
    expect(await settled(maker, file)).toMatchObject({ state: 'done', done: 3 })
    expect((await sandbox.get('/payout')).body.data.map((one: object) => 'approval' in one)).toEqual([
      false,
      false,
      false,
    ])
    expect(await balances(sandbox)).toMatchObject({ operating: OPENING - 300 })
  })

  it('is not paid when it is rejected, and can be confirmed again', async () => {
    const { sandbox, maker, checker, file, body } = await confirmedFile()
    await decide(checker, body.approval.id, 'reject', { reason: 'wrong month' })
    const after = await readFileOf(maker, file)
    expect(after).toMatchObject({ state: 'failed', done: 0, why: expect.stringContaining('wrong month') })
    expect(after).not.toHaveProperty('approval')
    const again = (await confirm(maker, file)).body
    expect(again.approval.id).not.toBe(body.approval.id)
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(0)
  })

  it('below the amount of the rule is paid at once', async () => {
    const { id, sandbox, maker } = await confirmedFile()
    await setRules(running, id, [{ ...PEOPLE, from_amount_in_cents: 301 }])
    const creator = await connected(sandbox, 'wallet')
    const { file_id: file } = (await bring(maker, csvOf('connection,amount_in_cents', [`${creator},300`]))).body
    expect((await confirm(maker, file)).body).not.toHaveProperty('approval')
    expect(await settled(maker, file)).toMatchObject({ state: 'done', done: 1 })
  })
})

describe('the table of rules', () => {
  it('is written whole by an admin with a fresh sign-in, read by all, and stands in the audit log', async () => {
    const { id, sandbox } = await running.enterprise()
    const [admin, viewer] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'viewer')]
    expect((await viewer.get(RULES)).body).toEqual({ rules: [] })
    expect((await admin.call('PUT', RULES, { rules: [TWO] })).body).toEqual({ rules: [TWO] })
    expect((await viewer.get(RULES)).body).toEqual({ rules: [TWO] })
    expect((await admin.get('/dashboard/api/production/approval-rules')).body).toEqual({ rules: [] })
    expect(await paid(sandbox, await connected(sandbox, 'direct'), 1)).toMatchObject({ status: 'ready' })
    const [deed] = await deedsOf(running, id)
    expect(deed).toMatchObject({
      action: 'approvals.rules',
      person_id: admin.id,
      details: { before: [], after: [TWO] },
    })
    const { sql } = running.database
    await sql`update person_sessions set confirmed_at = confirmed_at - interval '1 hour' where person_id = ${admin.id}`
    expect((await admin.call('PUT', RULES, { rules: [] })).body.code).toBe('fresh_sign_in_required')
  })

  it.each([
    ['nobody who may approve', [{ ...TWO, approvers: [] }], 'rules.0.approvers'],
    ['a viewer as approver', [{ ...TWO, approvers: ['viewer'] }], 'rules.0.approvers.0'],
    ['the same row twice', [TWO, ONE], 'rules.1'],
    ['more than five', [{ ...TWO, needed: 6 }], 'rules.0.needed'],
    ['an unknown deed', [{ ...TWO, deed: 'sleep' }], 'rules.0.deed'],
  ])('is refused with %s', async (_name, rules, param) => {
    const { id } = await running.enterprise()
    const admin = await signedIn(running, id, 'admin')
    const answer = await admin.call('PUT', RULES, { rules })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors.map((fault: { param: string }) => fault.param)).toContain(param)
  })

  it('awaits another admin where it says so of itself, and a change at a time', async () => {
    const { id } = await running.enterprise()
    const [admin, other] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'admin')]
    const own = { ...ONE, deed: 'approval_rules', approvers: ['admin'] } as const
    await admin.call('PUT', RULES, { rules: [TWO, own] })
    const asked = await admin.call('PUT', RULES, { rules: [] })
    expect(asked.body).toMatchObject({ rules: [TWO, own], approval: { status: 'awaiting' } })
    expect((await other.call('PUT', RULES, { rules: [TWO] })).status).toBe(409)
    expect((await decide(admin, asked.body.approval.id, 'approve')).body.code).toBe('approval_not_allowed')
    expect((await decide(other, asked.body.approval.id, 'approve')).status).toBe(200)
    expect((await admin.get(RULES)).body).toEqual({ rules: [] })
  })

  it('stays when the sandbox is reset', async () => {
    const { id } = await running.enterprise()
    const admin = await signedIn(running, id, 'admin')
    await admin.call('PUT', RULES, { rules: [TWO] })
    expect((await admin.post('/dashboard/api/sandbox/reset')).status).toBe(200)
    expect((await admin.get(RULES)).body).toEqual({ rules: [TWO] })
  })
})

describe('an API key that needs approval', () => {
  const KEYS = '/dashboard/api/sandbox/keys'
  const KEY_RULE = { ...ONE, deed: 'api_key', approvers: ['admin'] } as const

  async function scene() {
    const { id } = await running.enterprise()
    await setRules(running, id, [KEY_RULE])
    return { id, maker: await signedIn(running, id, 'developer'), checker: await signedIn(running, id, 'admin') }
  }

  it('opens nothing before it is approved, and what it may do afterwards', async () => {
    const { maker, checker } = await scene()
    const { body: made } = await maker.post(KEYS, { name: 'Reader', scopes: ['read'] })
    const client = running.client('sandbox', made.key)
    expect((await client.get('/payout')).status).toBe(401)
    expect((await maker.get(KEYS)).body.data.map((one: { id: string }) => one.id)).not.toContain(made.id)
    expect((await decide(checker, made.approval.id, 'approve')).body).toMatchObject({
      status: 'approved',
      subject: { type: 'api_key', id: made.id, description: 'API key Reader: read' },
    })
    await expect.poll(async () => (await client.get('/payout')).status).toBe(200)
    expect((await client.post('/payout', {})).body.code).toBe('scope_missing')
  })

  it('is none when it is rejected', async () => {
    const { maker, checker } = await scene()
    const { body: made } = await maker.post(KEYS, { name: 'Reader' })
    await decide(checker, made.approval.id, 'reject')
    expect((await running.client('sandbox', made.key).get('/payout')).status).toBe(401)
  })

  it('is not widened before that is approved', async () => {
    const { id, maker, checker } = await scene()
    await setRules(running, id, [])
    const { body: made } = await maker.post(KEYS, { name: 'Reader', scopes: ['read'] })
    await setRules(running, id, [KEY_RULE])
    const asked = await maker.call('PUT', `${KEYS}/${made.id}`, { scopes: ['read', 'payouts'] })
    expect(asked.body).toMatchObject({ scopes: ['read'], approval: { status: 'awaiting' } })
    const client = running.client('sandbox', made.key)
    expect((await client.post('/payout', {})).body.code).toBe('scope_missing')
    await decide(checker, asked.body.approval.id, 'approve')
    await expect.poll(async () => (await client.post('/payout', {})).body.code).toBe('validation_failed')
  })

  it('faults of a change are told at once, not at the approval', async () => {
    const { maker } = await scene()
    expect((await maker.call('PUT', `${KEYS}/key_nothing`, { name: 'x' })).status).toBe(404)
    expect((await maker.post(KEYS, { name: 'x', expires_at: '2020-01-01T00:00:00.000Z' })).status).toBe(400)
  })
})

describe('access that needs approval', () => {
  const PERSON_RULE = { ...ONE, deed: 'person', approvers: ['admin'] } as const

  async function scene() {
    const { id } = await running.enterprise()
    await setRules(running, id, [PERSON_RULE])
    return { id, maker: await signedIn(running, id, 'admin'), checker: await signedIn(running, id, 'admin') }
  }

  it('an invitation goes out once it is approved, in the name of the one who asked', async () => {
    const { id, maker, checker } = await scene()
    const guest = { email: 'Guest@people.example', role: 'finance' }
    const asked = await maker.post('/dashboard/api/invitations', guest)
    expect(asked).toMatchObject({ status: 202, body: { approval: { status: 'awaiting' } } })
    expect((await maker.post('/dashboard/api/invitations', guest)).status).toBe(409)
    expect((await maker.get('/dashboard/api/invitations')).body.data).toEqual([])
    expect((await decide(maker, asked.body.approval.id, 'approve')).status).toBe(403)
    expect((await decide(checker, asked.body.approval.id, 'approve')).body).toMatchObject({
      status: 'approved',
      subject: { type: 'person', description: 'Invite Guest@people.example as finance' },
    })
    const [invitation] = (await maker.get('/dashboard/api/invitations')).body.data
    expect(invitation).toMatchObject({
      email: 'guest@people.example',
      role: 'finance',
      invited_by: `Pat admin <${maker.email}>`,
    })
    expect((await deedsOf(running, id)).map(({ action }) => action)).toContain('people.invite')
  })

  it('a role changes once it is approved, and never to leave the enterprise without an admin', async () => {
    const { id, maker, checker } = await scene()
    const viewer = await signedIn(running, id, 'viewer')
    const asked = await maker.post(`/dashboard/api/people/${viewer.id}/role`, { role: 'admin' })
    expect(asked.status).toBe(202)
    expect((await viewer.get('/dashboard/api/me')).body.role).toBe('viewer')
    await decide(checker, asked.body.approval.id, 'approve')
    expect((await viewer.get('/dashboard/api/me')).body.role).toBe('admin')
  })

  it('nothing changes when it is rejected', async () => {
    const { id, maker, checker } = await scene()
    const viewer = await signedIn(running, id, 'viewer')
    const asked = await maker.post(`/dashboard/api/people/${viewer.id}/role`, { role: 'finance' })
    await decide(checker, asked.body.approval.id, 'reject', { reason: 'no' })
    expect((await viewer.get('/dashboard/api/me')).body.role).toBe('viewer')
  })
})
