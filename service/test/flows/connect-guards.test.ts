import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { APPLICANT, BANK, CREDIT, go, newLogin, openHome, PASSWORD, startedTab, type Tab } from '../support/connect.ts'
import { advance, connected, invited } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client

beforeAll(async () => {
  running = await startService()
  client = running.sandbox
})

const connectionOf = async (id: string) => (await client.get(`/account-connection/${id}`)).body

async function atReview(id: string, bank: object = BANK): Promise<Tab> {
  const tab = await startedTab(client, id)
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'ach' }, 'bank')
  await go(tab, 'bank', bank, 'review')
  return tab
}

describe('a session that another one overtook', () => {
  it('leads no money away from the owner of what is active meanwhile', async () => {
    const id = await invited(client)
    const older = await atReview(id)
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await newLogin(tab, 'application')
    await go(tab, 'application', APPLICANT, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    const before = await connectionOf(id)
    for (const answer of [await older.post('grant', CREDIT), await older.state(), await older.post('back')]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
    }
    expect(await connectionOf(id)).toEqual(before)
    expect((await tab.state()).body).toMatchObject({ step: 'done', outcome: 'active' })
  })

  it('leaves what waits for a check as it is', async () => {
    const id = await invited(client)
    const older = await atReview(id)
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await newLogin(tab, 'application')
    await go(tab, 'application', { ...APPLICANT, last_name: 'Review' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await older.post('grant', CREDIT)).toMatchObject({ status: 409, body: { code: 'link_unusable' } })
    expect(await connectionOf(id)).toMatchObject({ status: 'pending' })
  })

  it('of two grants at once one is taken', async () => {
    const id = await invited(client)
    const tabs = [await atReview(id), await atReview(id, { ...BANK, account_number: '55512340987' })]
    const answers = await Promise.all(tabs.map((tab) => tab.post('grant', CREDIT)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const taken = answers.find(({ status }) => status === 200)?.body.connection.destination
    expect((await connectionOf(id)).destination).toBe(taken)
  })

  it('in edit mode, asks for the owner that the connection has now', async () => {
    const id = await connected(client, 'ach')
    const older = await startedTab(client, id)
    await go(older, 'overview', { next: 'method' }, 'method')
    await go(older, 'method', { method: 'ach' }, 'bank')
    await go(older, 'bank', BANK, 'review')
    const stranger = await startedTab(client, id)
    await go(stranger, 'overview', { next: 'method' }, 'method')
    await go(stranger, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(stranger, 'review')
    const owner = await startedTab(client, id)
    await go(owner, 'overview', { next: 'method' }, 'method')
    await go(owner, 'method', { method: 'wallet' }, 'sign_in')
    const email = await newLogin(owner, 'review')
    await go(owner, 'grant', CREDIT, 'done')
    const before = await connectionOf(id)
    for (const tab of [older, stranger]) {
      expect(await tab.post('grant', CREDIT)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      expect((await tab.state()).body.step).toBe('sign_in')
    }
    expect(await connectionOf(id)).toEqual(before)
    await go(older, 'sign-in', { email, password: PASSWORD }, 'code')
    await go(older, 'code', { code: '000000' }, 'review')
    await go(older, 'grant', CREDIT, 'done')
    expect(await connectionOf(id)).toMatchObject({ type: 'ach', destination: 'Checking ••••6789' })
  })
})

describe('leaving an edit flow', () => {
  /** The events of a connection, and the connection without them. */
  const heard = async (id: string): Promise<number> => (await client.get(`/event?resource=${id}`)).body.data.length

  it.each([
    ['overview', { next: 'done' }, 'done'],
    ['leave', {}, 'overview'],
  ])('by %s without a change is an event, and changes nothing', async (step, body, to) => {
    const id = await connected(client, 'ach')
    const before = await connectionOf(id)
    const tab = await startedTab(client, id)
    expect(await heard(id)).toBe(1)
    await go(tab, step, body, to)
    expect(await heard(id)).toBe(2)
    expect(await connectionOf(id)).toEqual(before)
    await go(tab, 'leave', {}, to)
    expect(await heard(id)).toBe(2)
  })

  it('after a change is no second event, and neither is leaving again or leaving twice at once', async () => {
    const id = await connected(client, 'ach')
    const tab = await startedTab(client, id)
    await go(tab, 'permissions', { permissions: [] }, 'overview')
    expect(await heard(id)).toBe(2)
    await go(tab, 'leave', {}, 'overview')
    await go(tab, 'overview', { next: 'done' }, 'done')
    expect(await heard(id)).toBe(2)
    const other = await startedTab(client, id)
    await Promise.all([other.post('leave'), other.post('leave'), other.post('leave')])
    expect(await heard(id)).toBe(3)
  })

  it('while onboarding is none: the flow is not over', async () => {
    const id = await invited(client)
    const tab = await startedTab(client, id)
    await go(tab, 'leave', {}, 'welcome')
    expect(await heard(id)).toBe(0)
  })
})

describe('a permission to debit', () => {
  it('is not given for what cannot be debited', async () => {
    const id = await connected(client, 'ach')
    const requested_permissions = ['payment.credit', 'payment.debit']
    expect((await client.put(`/account-connection/${id}`, { requested_permissions })).status).toBe(200)
    const tab = await startedTab(client, id)
    const both = { permissions: [{ name: 'payment.credit' }, { name: 'payment.debit' }] }
    expect(await tab.post('permissions', both)).toMatchObject({
      status: 400,
      body: { errors: [{ param: 'permissions.1.name', message: 'needs a Tributary account' }] },
    })
    expect((await connectionOf(id)).permissions).toEqual([{ name: 'payment.credit' }])
  })
})

describe('the verification that an enterprise requires', () => {
  const PERSON = { first_name: 'Alice', last_name: 'Alison', date_of_birth: '1990-01-31' }
  const OTHERS = { ...BANK, first_name: 'Bob', last_name: 'Bobson', ssn: '987-65-4321', account_number: '55512340987' }

  async function careful() {
    const other = await running.enterprise('Careful')
    await running.database.sql`
      update tenants set creator_verification_required = true where enterprise_id = ${other.id}`
    return other.sandbox
  }

  it("passed for one's own bank account stands for no other's", async () => {
    const sandbox = await careful()
    const id = await invited(sandbox)
    const tab = await startedTab(sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', BANK, 'verification')
    await go(tab, 'verification', PERSON, 'review')
    await go(tab, 'back', {}, 'bank')
    const asked = await go(tab, 'bank', OTHERS, 'verification')
    expect(asked.verification).toMatchObject({ first_name: 'Bob', last_name: 'Bobson' })
    const refused = await tab.post('verification', { ...PERSON, ssn: BANK.ssn })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ param: 'first_name' }] } })
    expect((await tab.post('grant', CREDIT)).status).toBe(409)
    await go(tab, 'back', {}, 'bank')
    await go(tab, 'bank', BANK, 'verification')
    await go(tab, 'verification', PERSON, 'review')
    await go(tab, 'grant', CREDIT, 'done')

    const edit = await startedTab(sandbox, id)
    await go(edit, 'overview', { next: 'method' }, 'method')
    await go(edit, 'method', { method: 'ach' }, 'bank')
    await go(edit, 'bank', { ...BANK, account_number: '111222333', first_name: 'ALICE ' }, 'review')
    await go(edit, 'back', {}, 'bank')
    await go(edit, 'bank', OTHERS, 'verification')
    expect((await edit.post('grant', CREDIT)).status).toBe(409)
  })

  it('of a wallet is none of a bank account', async () => {
    const sandbox = await careful()
    const id = await invited(sandbox)
    const tab = await startedTab(sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    const email = await newLogin(tab, 'verification')
    await go(tab, 'verification', { ...PERSON, ssn: BANK.ssn }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    const edit = await startedTab(sandbox, id)
    await go(edit, 'overview', { next: 'method' }, 'method')
    await go(edit, 'method', { method: 'ach' }, 'sign_in')
    await go(edit, 'sign-in', { email, password: PASSWORD }, 'code')
    await go(edit, 'code', { code: '000000' }, 'bank')
    await go(edit, 'bank', OTHERS, 'verification')
  })
})

describe('the creator home', () => {
  it('shows a permission until its end, by the clock of the enterprise', async () => {
    const { sandbox } = await running.enterprise('Until')
    const tab = await startedTab(sandbox, await invited(sandbox))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    const email = await newLogin(tab, 'review')
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    await go(tab, 'grant', { permissions: [{ name: 'payment.credit', expires_at }] }, 'done')
    const home = openHome(running.roots.sandbox)
    await home.post('sign-in', { email, password: PASSWORD })
    await home.post('code', { code: '000000' })
    const shown = async () => (await home.get('home')).body.enterprises[0].permissions
    expect(await shown()).toEqual([{ name: 'payment.credit', expires_at }])
    await advance(sandbox, 2 * 86_400)
    expect(await shown()).toEqual([])
  })
})
