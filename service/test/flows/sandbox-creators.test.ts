import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { connected, invited, paid, remove } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const CREDIT = { name: 'payment.credit' }
const DEBIT = { name: 'payment.debit' }
const BOTH = { requested_permissions: ['payment.credit', 'payment.debit'] }
const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const grant = (client: Client, account_connection: string, permissions: unknown) =>
  client.post('/sandbox/permissions', { account_connection, permissions })

describe('POST /sandbox/permissions', () => {
  it('grants some, until a date, all again, and none', async () => {
    const { sandbox } = await running.enterprise()
    const id = await connected(sandbox, 'direct', BOTH)
    const expires_at = later(2)
    for (const permissions of [[DEBIT], [{ ...CREDIT, expires_at }, DEBIT], [CREDIT, DEBIT]]) {
      const { status, body } = await grant(sandbox, id, permissions)
      expect([status, body.permissions]).toEqual([200, permissions])
    }
    const none = await grant(sandbox, id, [])
    expect([none.status, none.body.status, none.body.permissions]).toEqual([200, 'active', undefined])
    const [last] = (await sandbox.get(`/event?order=newest&page_size=1&resource=${id}`)).body.data
    expect(last.changes).toEqual({ permissions: { before: [CREDIT, DEBIT], after: null } })
  })

  it.each([
    ['twice', [CREDIT, CREDIT], 400],
    ['not requested', [DEBIT], 400],
    ['in the past', [{ ...CREDIT, expires_at: '2020-01-01T00:00:00Z' }], 400],
    ['unknown', [{ name: 'payment.steal' }], 400],
    ['with more than a name and a date', [{ ...CREDIT, for: 'ever' }], 400],
  ])('refuses a permission that is given %s', async (_how, permissions, status) => {
    const { sandbox } = await running.enterprise()
    expect((await grant(sandbox, await connected(sandbox, 'direct'), permissions)).status).toBe(status)
  })

  it('refuses a connection that is not active, deleted, or of another enterprise', async () => {
    const [{ sandbox }, other] = [await running.enterprise(), await running.enterprise()]
    const [waiting, gone] = [await invited(sandbox), await connected(sandbox, 'direct')]
    await remove(sandbox, gone)
    for (const id of [waiting, gone]) expect((await grant(sandbox, id, [CREDIT])).body.code).toBe('invalid_state')
    const foreign = await connected(other.sandbox, 'direct')
    expect((await grant(sandbox, foreign, [CREDIT])).body.code).toBe('not_found')
  })
})

describe('POST /sandbox/connect with permissions', () => {
  it('remembers them while a review is open', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox, BOTH)
    const connect = { account_connection: id, type: 'direct' }
    await sandbox.post('/sandbox/connect', { ...connect, outcome: 'review', permissions: [CREDIT] })
    const approved = (await sandbox.post('/sandbox/connect', connect)).body
    expect([approved.status, approved.permissions]).toEqual(['active', [CREDIT]])
  })

  it('refuses none at all, and what was not requested', async () => {
    const { sandbox } = await running.enterprise()
    const connect = { account_connection: await invited(sandbox), type: 'direct' }
    for (const permissions of [[], [DEBIT]]) {
      expect((await sandbox.post('/sandbox/connect', { ...connect, permissions })).status).toBe(400)
    }
    const nobody = { ...connect, account_connection: 'acon_nobody', permissions: [CREDIT] }
    expect((await sandbox.post('/sandbox/connect', nobody)).status).toBe(404)
  })
})

describe('GET /sandbox/message', () => {
  it('narrows by recipient and kind', async () => {
    const { sandbox } = await running.enterprise()
    const emails = ['one+sandbox@example.com', 'Two@example.com'] as const
    for (const email of emails) {
      const id = await invited(sandbox, { email })
      await paid(sandbox, id, 100)
      await sandbox.post('/connect-invite', { account_connection: id })
    }
    const found = async (query: string) =>
      (await sandbox.get(`/sandbox/message?${query}`)).body.data.map(({ to, kind }: Record<string, string>) => [
        to,
        kind,
      ])
    expect(await found('to=two@EXAMPLE.com')).toEqual([
      ['Two@example.com', 'invite'],
      ['Two@example.com', 'payout_issued'],
    ])
    expect(await found('kind=invite')).toEqual([
      ['Two@example.com', 'invite'],
      ['one+sandbox@example.com', 'invite'],
    ])
    for (const plus of ['+', '%2B']) {
      expect(await found(`kind=invite&to=one${plus}sandbox@example.com`)).toEqual([
        ['one+sandbox@example.com', 'invite'],
      ])
    }
    expect(await found('to=one')).toEqual([])
    for (const query of ['kind=spam', 'to=']) {
      expect([query, (await sandbox.get(`/sandbox/message?${query}`)).status]).toEqual([query, 400])
    }
    const { total } = (await sandbox.get('/sandbox/message?kind=invite&page_size=1')).body.pagination
    expect(total).toBe(2)
  })
})
