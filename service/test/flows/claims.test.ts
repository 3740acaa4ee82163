import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { BANK, CREDIT, go, inviteTo, openTab } from '../support/connect.ts'
import { advance, auditClean, connected, invited, paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const ANSWER = '4711'
const DAY_SECONDS = 86_400

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
const mails = async (client: Client): Promise<any[]> => (await client.get('/sandbox/message?page_size=100')).body.data

/** The link in the newest mail about an unclaimed payout. */
async function mailedLink(client: Client): Promise<string> {
  const mail = (await mails(client)).find(({ kind }) => kind === 'payout_issued')
  const url = /^https?:\S+\/connect\/\S+$/m.exec(mail?.text ?? '')?.[0]
  expect(url, mail?.text).toBeDefined()
  return url as string
}

async function unclaimed(): Promise<{ client: Client; connection: string; payout: string; url: string }> {
  const { sandbox: client } = await running.enterprise()
  const connection = await invited(client, { verification_answer: ANSWER })
  const { id: payout } = await paid(client, connection, 300)
  return { client, connection, payout, url: await mailedLink(client) }
}

describe('the mail of an unclaimed payout', () => {
  it('carries a link by which the creator connects, and the payout goes on', async () => {
    const { client, payout, url } = await unclaimed()
    const tab = openTab(url)
    const opened = await tab.open()
    expect(opened.body).toMatchObject({ kind: 'invite', status: 'usable', verification: { attempts_left: 3 } })
    expect((await tab.start(ANSWER)).status).toBe(201)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', BANK, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await read(client, payout)).toMatchObject({ status: 'pending', type: 'ach' })
    expect((await openTab(url).open()).body.status).toBe('used')
    expect((await openTab(url).start(ANSWER)).status).toBe(409)
    await auditClean(running.database)
  })

  it('works for the whole claim period, and no longer', async () => {
    const { client, url } = await unclaimed()
    await advance(client, 29 * DAY_SECONDS)
    expect((await openTab(url).open()).body.status).toBe('usable')
    await advance(client, DAY_SECONDS)
    expect((await openTab(url).open()).body.status).toBe('expired')
    expect(await openTab(url).start(ANSWER)).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
  })

  it('takes three wrong answers in all, also when they come at once', async () => {
    const { url } = await unclaimed()
    const answers = await Promise.all(Array.from({ length: 8 }, () => openTab(url).start('wrong')))
    const codes = answers.map(({ body }) => body.code).sort()
    expect(codes.filter((code) => code === 'incorrect_answer')).toHaveLength(3)
    expect(codes.filter((code) => code === 'link_unusable')).toHaveLength(5)
    expect((await openTab(url).open()).body.status).toBe('dead')
    expect(await openTab(url).start(ANSWER)).toMatchObject({ status: 409 })
  })

  it('gives one session to several right answers at once', async () => {
    const { url } = await unclaimed()
    const started = await Promise.all(Array.from({ length: 6 }, () => openTab(url).start(ANSWER)))
    expect(started.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it('is of no use once the creator has connected another way, or the connection is deleted', async () => {
    const one = await unclaimed()
    await one.client.post('/sandbox/connect', { account_connection: one.connection, type: 'wallet' })
    expect((await openTab(one.url).open()).body.status).toBe('used')
    const two = await unclaimed()
    await two.client.put(`/account-connection/${two.connection}`, { status: 'deleted' })
    expect((await openTab(two.url).open()).body.status).toBe('closed')
  })

  it('is no link of the other environment, nor one that somebody changed', async () => {
    const { url } = await unclaimed()
    const { pathname } = new URL(url)
    expect((await openTab(`${running.roots.production}${pathname}`).open()).status).toBe(404)
    // Spelled otherwise it would be the same bytes, and three more answers.
    for (const forged of [`${url.slice(0, -9)}AAAAAAAAA`, `${url}A`, `${url}=`, `${url}.`])
      expect((await openTab(forged).open()).status).toBe(404)
  })

  it('is another for every payout, and nothing of it is stored before it is used', async () => {
    const { client, connection, url } = await unclaimed()
    await paid(client, connection, 400)
    const second = await mailedLink(client)
    expect(second).not.toBe(url)
    const token = new URL(second).pathname.split('/').at(-1) as string
    const [{ stored }] = (await running.database.sql`
      select count(*)::int as stored from messages where facts::text like ${`%${token}%`}`) as [{ stored: number }]
    expect(stored).toBe(0)
    expect(await running.database.sql`select 1 from connect_links where account_connection = ${connection}`).toEqual([])
  })
})

describe('the mail of an invite to an active connection', () => {
  it('says what it is for, and which permission is asked', async () => {
    const { sandbox: client } = await running.enterprise('Acme')
    const connection = await connected(client, 'direct')
    await inviteTo(client, connection)
    const newest = async () => {
      const mail = (await mails(client)).find(({ kind }) => kind === 'invite')
      return `${mail.subject} ${mail.text}`.replace(/\s+/g, ' ')
    }
    expect(await newest()).toMatch(/^Acme asks you to review your connection/)
    expect(await newest()).not.toContain('asks for your permission')
    await client.put(`/account-connection/${connection}`, {
      requested_permissions: ['payment.credit', 'payment.debit'],
    })
    await inviteTo(client, connection)
    expect(await newest()).toContain('Acme asks for your permission to debit your account.')
    await inviteTo(client, await invited(client))
    expect(await newest()).toMatch(/^Acme invites you to get paid/)
  })
})
