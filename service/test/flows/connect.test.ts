import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  APPLICANT,
  BANK,
  CREDIT,
  claimLogin,
  go,
  inviteTo,
  newLogin,
  openTab,
  PASSWORD,
  startedTab,
} from '../support/connect.ts'
import { auditClean, balances, connected, invited, OPENING, paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client

beforeAll(async () => {
  running = await startService()
  client = running.sandbox
})

const connectionOf = async (id: string) => (await client.get(`/account-connection/${id}`)).body

async function set(client_: { id: string }, ...settings: [string, string | boolean][]): Promise<void> {
  for (const [name, value] of settings) {
    await running.database.sql`
      update tenants set ${running.database.sql({ [name]: value })} where enterprise_id = ${client_.id}`
  }
}

describe.each(['link', 'invite'] as const)('by a %s', (kind) => {
  async function begin(id: string) {
    if (kind === 'link') return startedTab(client, id)
    const tab = openTab(await inviteTo(client, id, { send_email: false }))
    expect((await tab.open()).body).toMatchObject({
      kind: 'invite',
      status: 'usable',
      verification: { prompt: 'Your student number?', attempts_left: 3 },
    })
    expect((await tab.start('  4711 ')).status).toBe(201)
    return tab
  }

  it('a creator opens a Tributary account and is paid what waited', async () => {
    const id = await invited(client)
    const waiting = await paid(client, id, 1_000)
    expect(waiting.type).toBe('unclaimed')
    const tab = await begin(id)
    expect((await tab.state()).body).toMatchObject({ step: 'welcome', mode: 'onboard', back: null, use_case: 'Payout' })
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    const email = await newLogin(tab, 'application')
    const review = await go(tab, 'application', APPLICANT, 'review')
    expect(review.review).toMatchObject({ method: 'direct', identity: 'passed' })
    expect(review.review.destination).toMatch(/^Tributary account ••••\d{4}$/)
    const done = await go(tab, 'grant', CREDIT, 'done')
    expect(done).toMatchObject({ outcome: 'active', entered: { bank: null } })
    expect(await connectionOf(id)).toMatchObject({
      status: 'active',
      type: 'direct',
      permissions: [{ name: 'payment.credit' }],
      destination: review.review.destination,
    })
    expect(await read(client, waiting.id)).toMatchObject({ status: 'pending', type: 'direct' })
    const messages = await running.database.sql<{ kind: string }[]>`
      select kind from messages where recipient = ${email} order by sequence`
    expect(messages.map((message) => message.kind)).toEqual(['email_code', 'login_created', 'account_opened'])
    const events = await running.database.sql`
      select 1 from events where resource = ${id} and type = 'account_connection.update'`
    expect(events).toHaveLength(1)
    await auditClean(running.database)
  })

  it('a creator enters a bank account', async () => {
    const id = await invited(client)
    const tab = await begin(id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    const review = await go(tab, 'bank', { ...BANK, account_number: '55512340987', ssn: '987-65-4321' }, 'review')
    expect(review.review).toMatchObject({ method: 'ach', destination: 'Checking ••••0987', identity: 'unneeded' })
    expect(JSON.stringify(review)).not.toMatch(/55512340987|987-65-4321/)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    await go(tab, 'grant', { permissions: [{ name: 'payment.credit', expires_at: until }] }, 'done')
    expect(await connectionOf(id)).toMatchObject({
      status: 'active',
      type: 'ach',
      destination: 'Checking ••••0987',
      permissions: [{ name: 'payment.credit', expires_at: until }],
    })
  })

  it('a creator takes a wallet, without an application', async () => {
    const id = await invited(client)
    const tab = await begin(id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(tab, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await connectionOf(id)).toMatchObject({ status: 'active', type: 'wallet' })
    const payout = await paid(client, id, 500)
    expect(payout).toMatchObject({ type: 'wallet', status: 'pending' })
  })
})

describe('a creator who has an account', () => {
  it('signs in, and is done two screens later', async () => {
    const first = await startedTab(client, await invited(client))
    await go(first, 'welcome', {}, 'method')
    await go(first, 'method', { method: 'direct' }, 'sign_in')
    const email = await newLogin(first, 'application')
    await go(first, 'application', APPLICANT, 'review')
    await go(first, 'grant', CREDIT, 'done')

    const id = await invited(client)
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', { sign_in: true }, 'sign_in')
    const wrong = await tab.post('sign-in', { email, password: 'not this one' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'incorrect_credentials' } })
    const code = await go(tab, 'sign-in', { email: email.toUpperCase(), password: PASSWORD }, 'code')
    expect(code.login).toMatchObject({ status: 'code_needed', mobile: '••• ••• 0123', has_account: false })
    await go(tab, 'code', { code: '123456' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    const [one, two] = [await connectionOf(id), (await first.state()).body.connection]
    expect(one.destination).toBe(two.destination)
  })

  it('an e-mail that has a login is not given a second one', async () => {
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    const email = await newLogin(tab, 'review')
    const other = await startedTab(client, await invited(client))
    await go(other, 'welcome', {}, 'method')
    await go(other, 'method', { method: 'wallet' }, 'sign_in')
    await go(other, 'login', { email: email.toUpperCase(), password: PASSWORD }, 'email_code')
    const taken = await other.post('email-code', { code: '000000' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  it('one made by a simulation sets a password in Connect, and keeps the account', async () => {
    const email = 'simulated@example.com'
    await connected(client, 'direct', { email })
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', { sign_in: true }, 'sign_in')
    await claimLogin(tab, 'review', email)
    await go(tab, 'grant', CREDIT, 'done')
    const [row] = await running.database.sql`
      select count(*)::int as count from creators where lower(email) = ${email}`
    expect(row).toEqual({ count: 1 })
  })
})

describe('the check of a person', () => {
  async function atApplication(id: string) {
    const tab = await startedTab(client, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await newLogin(tab, 'application')
    return tab
  }

  it('fails for another name; the creator may choose another way', async () => {
    const id = await invited(client)
    const tab = await atApplication(id)
    const rejected = await go(tab, 'application', { ...APPLICANT, first_name: 'Bob' }, 'rejected')
    expect(rejected).toMatchObject({ identity: 'failed', back: 'method' })
    expect(await connectionOf(id)).toMatchObject({ status: 'created' })
    await go(tab, 'back', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', BANK, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await connectionOf(id)).toMatchObject({ status: 'active', type: 'ach' })
  })

  it('stays open for the last name Review, keeps what was entered, and is decided later', async () => {
    const id = await invited(client)
    const waiting = await paid(client, id, 700)
    const tab = await atApplication(id)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const review = await go(tab, 'application', { ...APPLICANT, last_name: 'Review' }, 'review')
    expect(review.review.identity).toBe('review')
    const done = await go(tab, 'grant', { permissions: [{ name: 'payment.credit', expires_at: until }] }, 'done')
    expect(done.outcome).toBe('pending')
    const pending = await connectionOf(id)
    expect(pending).toMatchObject({ status: 'pending' })
    expect(pending.type).toBeUndefined()
    expect(pending.permissions).toBeUndefined()
    expect(await read(client, waiting.id)).toMatchObject({ type: 'unclaimed', status: 'ready' })
    // A new link has nothing to ask meanwhile.
    expect((await (await startedTab(client, id)).state()).body).toMatchObject({ step: 'done', outcome: 'pending' })
    await client.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'approved' })
    expect(await connectionOf(id)).toMatchObject({
      status: 'active',
      type: 'direct',
      permissions: [{ name: 'payment.credit', expires_at: until }],
    })
    expect(await read(client, waiting.id)).toMatchObject({ type: 'direct', status: 'pending' })
    await auditClean(running.database)
  })

  it('that is rejected later lets the creator start again', async () => {
    const id = await invited(client)
    const tab = await atApplication(id)
    await go(tab, 'application', { ...APPLICANT, last_name: 'Review' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    await client.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'rejected' })
    expect(await connectionOf(id)).toMatchObject({ status: 'created' })
    expect((await (await startedTab(client, id)).state()).body).toMatchObject({ step: 'welcome' })
  })

  it('takes nobody under 18, by the day', async () => {
    const tab = await atApplication(await invited(client))
    const now = new Date((await client.get('/sandbox/clock')).body.now)
    const eighteen = (days: number) =>
      new Date(Date.UTC(now.getUTCFullYear() - 18, now.getUTCMonth(), now.getUTCDate() + days))
        .toISOString()
        .slice(0, 10)
    const young = await tab.post('application', { ...APPLICANT, date_of_birth: eighteen(1) })
    expect(young).toMatchObject({ status: 400, body: { errors: [{ param: 'date_of_birth' }] } })
    await go(tab, 'application', { ...APPLICANT, date_of_birth: eighteen(0) }, 'review')
  })
})

describe("the provider's settings", () => {
  it('ACH disabled: not offered, and refused', async () => {
    const other = await running.enterprise('No ACH')
    await set(other, ['ach_enabled', false])
    const tab = await startedTab(other.sandbox, await invited(other.sandbox))
    const state = await go(tab, 'welcome', {}, 'method')
    expect(state.methods.map(({ method }: { method: string }) => method)).toEqual(['direct', 'wallet'])
    const refused = await tab.post('method', { method: 'ach' })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ param: 'method' }] } })
  })

  it('ACH disabled after it was chosen: the creator chooses anew', async () => {
    const other = await running.enterprise('ACH no more')
    const tab = await startedTab(other.sandbox, await invited(other.sandbox))
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await set(other, ['ach_enabled', false])
    expect((await tab.state()).body.step).toBe('method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
  })

  it('`payment.debit` requested: only direct', async () => {
    const id = await invited(client, { requested_permissions: ['payment.credit', 'payment.debit'] })
    const tab = await startedTab(client, id)
    // One method alone is no question.
    const state = await go(tab, 'welcome', {}, 'sign_in')
    expect(state).toMatchObject({ method: 'direct', methods: [{ method: 'direct', current: false }], back: 'welcome' })
    for (const method of ['ach', 'wallet', 'direct'])
      expect((await tab.post('method', { method })).body.code).toBe('invalid_state')
    await newLogin(tab, 'application')
    await go(tab, 'application', APPLICANT, 'review')
    // A creator may grant less than was asked for.
    await go(tab, 'grant', CREDIT, 'done')
    expect((await connectionOf(id)).permissions).toEqual([{ name: 'payment.credit' }])
  })

  it('the use-case text', async () => {
    const other = await running.enterprise('Generic')
    await set(other, ['connect_use_case', 'Generic'])
    const tab = await startedTab(other.sandbox, await invited(other.sandbox))
    expect((await tab.state()).body).toMatchObject({ use_case: 'Generic', enterprise: { name: 'Generic' } })
  })

  it('verification required: asked of a bank account and a wallet, not of who was checked', async () => {
    const other = await running.enterprise('Careful')
    await set(other, ['creator_verification_required', true])
    const id = await invited(other.sandbox)
    const tab = await startedTab(other.sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    const asked = await go(tab, 'bank', BANK, 'verification')
    expect(asked.verification).toEqual({ by_name: false, ssn_needed: false, first_name: 'Alice', last_name: 'Alison' })
    const person = { first_name: 'Alice', last_name: 'Alison', date_of_birth: '1990-01-31' }
    await go(tab, 'verification', person, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    // Passed once, it is not asked for again.
    const again = await startedTab(other.sandbox, id)
    await go(again, 'overview', { next: 'method' }, 'method')
    await go(again, 'method', { method: 'ach' }, 'bank')
    await go(again, 'bank', { ...BANK, account_number: '111222333' }, 'review')

    const wallet = await startedTab(other.sandbox, await invited(other.sandbox))
    await go(wallet, 'welcome', {}, 'method')
    await go(wallet, 'method', { method: 'wallet' }, 'sign_in')
    const email = await newLogin(wallet, 'verification')
    const without = await wallet.post('verification', person)
    expect(without).toMatchObject({ status: 400, body: { errors: [{ param: 'ssn' }] } })
    await go(wallet, 'verification', { ...person, ssn: '123-45-6789' }, 'review')
    await go(wallet, 'grant', CREDIT, 'done')

    const direct = await startedTab(other.sandbox, await invited(other.sandbox))
    await go(direct, 'welcome', { sign_in: true }, 'sign_in')
    await go(direct, 'sign-in', { email, password: PASSWORD }, 'code')
    await go(direct, 'code', { code: '000000' }, 'review')

    const failing = await startedTab(other.sandbox, await invited(other.sandbox))
    await go(failing, 'welcome', {}, 'method')
    await go(failing, 'method', { method: 'ach' }, 'bank')
    await go(failing, 'bank', BANK, 'verification')
    await go(failing, 'verification', { ...person, last_name: 'Other' }, 'rejected')
  })
})

describe('edit mode', () => {
  it('shows and takes back permissions without a sign-in, and gives more only with one', async () => {
    const email = 'editor@example.com'
    const id = await connected(client, 'direct', {
      email,
      requested_permissions: ['payment.credit', 'payment.debit'],
    })
    const tab = await startedTab(client, id)
    expect((await tab.state()).body).toMatchObject({
      step: 'overview',
      mode: 'edit',
      connection: {
        status: 'active',
        type: 'direct',
        permissions: [{ name: 'payment.credit' }, { name: 'payment.debit' }],
      },
    })
    const fewer = await go(tab, 'permissions', CREDIT, 'overview')
    expect(fewer.connection.permissions).toEqual([{ name: 'payment.credit' }])
    expect((await connectionOf(id)).permissions).toEqual([{ name: 'payment.credit' }])
    const both = { permissions: [{ name: 'payment.credit' }, { name: 'payment.debit' }] }
    expect(await tab.post('permissions', both)).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
    await go(tab, 'overview', { next: 'sign_in' }, 'sign_in')
    // Another's login is no help.
    const stranger = await tab.post('login', { email: 'stranger@example.com', password: PASSWORD })
    expect(stranger).toMatchObject({ status: 403, body: { code: 'sign_in_required' } })
    await claimLogin(tab, 'overview', email)
    await go(tab, 'permissions', both, 'overview')
    expect((await connectionOf(id)).permissions).toHaveLength(2)
    await go(tab, 'permissions', { permissions: [] }, 'overview')
    expect((await connectionOf(id)).permissions).toBeUndefined()
    const refused = await client.post('/payout', { account_connection: id, amount_in_cents: 100 })
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_not_granted' } })
    const done = await go(tab, 'overview', { next: 'done' }, 'done')
    expect(done.outcome).toBe('active')
  })

  it('changes the way of being paid', async () => {
    const id = await connected(client, 'ach')
    const tab = await startedTab(client, id)
    await go(tab, 'overview', { next: 'method' }, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(tab, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await connectionOf(id)).toMatchObject({ status: 'active', type: 'wallet' })
  })

  it('money that goes to an account is led elsewhere by its owner alone', async () => {
    const id = await connected(client, 'wallet', { email: 'owner@example.com' })
    const tab = await startedTab(client, id)
    await go(tab, 'overview', { next: 'method' }, 'method')
    await go(tab, 'method', { method: 'ach' }, 'sign_in')
    expect((await tab.post('bank', BANK)).status).toBe(409)
    await claimLogin(tab, 'bank', 'owner@example.com')
    await go(tab, 'bank', BANK, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect(await connectionOf(id)).toMatchObject({ type: 'ach', destination: 'Checking ••••6789' })
  })

  it('a check that stays open or fails leaves an active connection as it is', async () => {
    const id = await connected(client, 'ach')
    const before = await connectionOf(id)
    const tab = await startedTab(client, id)
    await go(tab, 'overview', { next: 'method' }, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    await newLogin(tab, 'application')
    const rejected = await go(tab, 'application', { ...APPLICANT, last_name: 'Review' }, 'rejected')
    expect(rejected.identity).toBe('review')
    expect(await connectionOf(id)).toEqual(before)
  })
})

describe('money', () => {
  it('an unclaimed payout is held until the creator is through Connect, and the books agree', async () => {
    const { sandbox } = await running.enterprise('Payer')
    const id = await invited(sandbox)
    await paid(sandbox, id, 12_345)
    const tab = await startedTab(sandbox, id)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'wallet' }, 'sign_in')
    await newLogin(tab, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    await sandbox.post('/sandbox/clock/advance', { seconds: 10 })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 12_345, pending: 0 })
    await auditClean(running.database)
  })
})
