import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TenantId } from '../../src/kernel/ids.ts'
import { countTry } from '../../src/platform/tries.ts'
import { openVault } from '../../src/platform/vault.ts'
import { forgetOldSignIns, hashPassword } from '../../src/resources/creators/index.ts'
import type { Client } from '../support/client.ts'
import { CREDIT, go, newEmail, openHome, PASSWORD, proveLogin, startedTab, type Tab } from '../support/connect.ts'
import { invited } from '../support/payouts.ts'
import { lastPart, sealedFacts } from '../support/sealed-messages.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let running: RunningService
let client: Client
const MOBILE = '+12025550123'

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  client = (await running.enterprise('Studio')).production
})

/** As if the limits' time had passed: no test waits for another's count. */
beforeEach(() => running.database.sql`delete from tries`)

async function atSignIn(): Promise<Tab> {
  const tab = await startedTab(client, await invited(client))
  await go(tab, 'welcome', {}, 'method')
  await go(tab, 'method', { method: 'wallet' }, 'sign_in')
  return tab
}

const emailCode = (email: string) => async () => (await sealedFacts(running, 'email_code', email)).code
const smsCode = async (mobile = MOBILE) => (await sealedFacts(running, 'sign_in_code', mobile)).code

async function throughConnect(email: string, password = PASSWORD): Promise<Tab> {
  const tab = await atSignIn()
  await proveLogin(tab, 'mobile', { email, password }, emailCode(email))
  await go(tab, 'mobile', { mobile: MOBILE }, 'code')
  await go(tab, 'code', { code: await smsCode() }, 'review')
  await go(tab, 'grant', CREDIT, 'done')
  return tab
}

const loginsOf = (email: string) =>
  running.database.sql<{ id: string }[]>`select id from creators where lower(email) = lower(${email})`

async function signedInAt(email: string, password = PASSWORD) {
  const home = openHome(running.roots.production)
  await home.post('sign-in', { email, password })
  const signedIn = await home.post('code', { code: await smsCode() })
  expect(signedIn.body.status, signedIn.text).toBe('signed_in')
  return home
}

/** A login as version 0.1 made it: nobody had to prove its address. */
async function unprovenLogin(email: string, columns: Record<string, unknown> = {}): Promise<string> {
  const id = `cre_old${Math.random().toString(36).slice(2)}`
  const bank = (
    await running.database.sql<{ id: TenantId }[]>`
    select id from tenants where enterprise_id is null and environment = 'production'`
  )[0]?.id
  const row = {
    tenant_id: bank,
    id,
    email,
    first_name: 'Old',
    last_name: 'Login',
    account_number: String(Math.floor(Math.random() * 1e12)).padStart(12, '1'),
    created_at: new Date(),
    password_hash: await hashPassword('the squatter is here'),
    mobile: '+12025550199',
    ...columns,
  }
  await running.database.transaction((tx) => tx`insert into creators ${tx(row as never)}`)
  return id
}

describe('a login of a creator', () => {
  it('does not exist before the code to its address is entered, and leaves no trace when it is not', async () => {
    const email = newEmail()
    const tab = await atSignIn()
    const state = await go(tab, 'login', { email, password: PASSWORD }, 'email_code')
    expect(state.login).toMatchObject({ status: 'signed_out', email })
    expect((await tab.post('mobile', { mobile: MOBILE })).status).toBe(409)
    expect(await tab.post('email-code', { code: '000000' })).toMatchObject({ body: { code: 'incorrect_code' } })
    expect(await loginsOf(email)).toHaveLength(0)
    expect((await openHome(running.roots.production).post('sign-in', { email, password: PASSWORD })).status).toBe(400)
    await go(tab, 'email-code', { code: await emailCode(email)() }, 'mobile')
    expect(await loginsOf(email)).toHaveLength(1)
  })

  it('tells nobody but the owner of the address that there is one', async () => {
    const email = newEmail()
    await throughConnect(email)
    const tab = await atSignIn()
    await go(tab, 'login', { email, password: PASSWORD }, 'email_code')
    expect((await tab.post('email-code', { code: '111111' })).body.code).toBe('incorrect_code')
    const taken = await tab.post('email-code', { code: await emailCode(email)() })
    expect([taken.status, taken.body.code]).toEqual([409, 'email_taken'])
  })

  it("proves nothing with the code of another session, nor with a stranger's guesses at once", async () => {
    const email = newEmail()
    const [mine, other] = [await atSignIn(), await atSignIn()]
    await go(mine, 'login', { email, password: PASSWORD }, 'email_code')
    const code = await emailCode(email)()
    await go(other, 'login', { email, password: PASSWORD }, 'email_code')
    expect((await other.post('email-code', { code })).body.code).toBe('incorrect_code')
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => other.post('email-code', { code: `12345${nth % 10}` })),
    )
    expect(guesses.map(({ body }) => body.attempts_left).filter((left) => left > 0).length).toBeLessThanOrEqual(4)
    expect((await other.post('email-code', { code: await emailCode(email)() })).status).toBe(400)
    await go(mine, 'email-code', { code }, 'mobile')
  })

  it('is made once when two prove the address at the same moment', async () => {
    const email = newEmail()
    const tabs = [await atSignIn(), await atSignIn()]
    const codes: string[] = []
    for (const tab of tabs) {
      await go(tab, 'login', { email, password: PASSWORD }, 'email_code')
      codes.push(await emailCode(email)())
    }
    const answers = await Promise.all(tabs.map((tab, nth) => tab.post('email-code', { code: codes[nth] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await loginsOf(email)).toHaveLength(1)
  })

  it('that was made without proof yields to the person who proves the address', async () => {
    const email = newEmail()
    const squatter = await unprovenLogin(email)
    await throughConnect(email)
    const [owner, ...more] = await loginsOf(email)
    expect([owner?.id === squatter, more]).toEqual([false, []])
    const home = openHome(running.roots.production)
    const tried = await home.post('sign-in', { email, password: 'the squatter is here' })
    expect(tried.body.code).toBe('incorrect_credentials')
  })

  it('that was made without proof and holds an account keeps it, but not the address', async () => {
    const email = newEmail()
    const first = await unprovenLogin(email, { identity: 'passed', account_opened_at: new Date() })
    await throughConnect(email)
    const home = openHome(running.roots.production)
    await home.post('sign-in', { email, password: 'the squatter is here' })
    const signedIn = await home.post('code', { code: await smsCode('+12025550199') })
    expect(signedIn.body.status).toBe('signed_in')
    expect((await home.get('security')).body).toMatchObject({ email: null, email_proven: false })
    const other = newEmail()
    await home.post('change', { kind: 'email', value: other, password: 'the squatter is here' })
    expect((await home.post('change/code', { code: await emailCode(other)() })).body).toMatchObject({ email: other })
    expect(await loginsOf(other)).toEqual([{ id: first }])
  })

  it('that proved nothing and holds nothing is gone after a week, and its address free', async () => {
    const long = new Date(Date.now() - 8 * 86_400_000)
    const [expired, young, kept] = [newEmail(), newEmail(), newEmail()]
    await unprovenLogin(expired, { created_at: long })
    await unprovenLogin(young)
    await unprovenLogin(kept, { created_at: long, identity: 'passed', account_opened_at: long })
    await forgetOldSignIns(running.database.sql)
    expect((await Promise.all([expired, young, kept].map(loginsOf))).map((rows) => rows.length)).toEqual([0, 1, 1])
  })

  it('that was made without proof proves its address when it signs in to Connect', async () => {
    const email = newEmail()
    await unprovenLogin(email)
    const tab = await atSignIn()
    await go(tab, 'sign-in', { email, password: 'the squatter is here' }, 'email_code')
    await go(tab, 'email-code', { code: await emailCode(email)() }, 'mobile')
  })
})

const NEW_PASSWORD = 'another good sentence'

describe('a forgotten password', () => {
  const linkTo = async (email: string) => lastPart((await sealedFacts(running, 'creator_password_reset', email)).url)

  /** The token of the link that is mailed after the answer. */
  async function mailedLink(email: string): Promise<string> {
    const asked = await openHome(running.roots.production).post('password/forgot', { email })
    expect(asked.body).toMatchObject({ status: 'signed_out' })
    await expect.poll(() => linkTo(email).catch(() => '')).not.toBe('')
    return linkTo(email)
  }

  it('is replaced by the mailed link and the code to the mobile number, and signs every device out', async () => {
    const email = newEmail()
    await throughConnect(email)
    const before = await signedInAt(email)
    const token = await mailedLink(email)
    const home = openHome(running.roots.production)
    const reset = await home.post('password/reset', { token, password: NEW_PASSWORD })
    expect(reset.body).toMatchObject({ status: 'code_needed', mobile: '••• ••• 0123' })
    const code = await smsCode()
    // The link alone changes nothing: the old password still signs in.
    expect((await before.get('security')).status).toBe(200)
    expect((await openHome(running.roots.production).post('sign-in', { email, password: PASSWORD })).status).toBe(200)
    expect((await home.post('code', { code })).body.status).toBe('signed_in')
    expect((await before.get('security')).status).toBe(401)
    const old = await openHome(running.roots.production).post('sign-in', { email, password: PASSWORD })
    expect(old.body.code).toBe('incorrect_credentials')
    await signedInAt(email, NEW_PASSWORD)
    const [told] = await running.database
      .sql`select facts from messages where kind = 'login_changed' and recipient = ${email}`
    expect(told?.facts).toMatchObject({ what: 'password' })
  })

  it('has a link that works once, whoever uses it first', async () => {
    const email = newEmail()
    await throughConnect(email)
    const token = await mailedLink(email)
    const answers = await Promise.all(
      [1, 2].map(() => openHome(running.roots.production).post('password/reset', { token, password: NEW_PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const sandbox = await openHome(running.roots.sandbox).post('password/reset', { token, password: NEW_PASSWORD })
    expect(sandbox.body.code).toBe('link_unusable')
  })

  it("is asked for by strangers without an answer that tells, and without spoiling the owner's link", async () => {
    const [email, nobody] = [newEmail(), newEmail()]
    await throughConnect(email)
    const token = await mailedLink(email)
    const ask = (whom: string) => openHome(running.roots.production).post('password/forgot', { email: whom })
    const [known, unknown] = [await ask(email), await ask(nobody)]
    expect(known.body).toEqual(unknown.body)
    const sent = await running.database.sql`select 1 from messages where recipient = ${nobody}`
    expect(sent).toHaveLength(0)
    const home = openHome(running.roots.production)
    expect((await home.post('password/reset', { token, password: NEW_PASSWORD })).status).toBe(200)
    const guessed = await home.post('password/reset', { token: 'a'.repeat(43), password: NEW_PASSWORD })
    expect(guessed.body.code).toBe('link_unusable')
  })
})

describe('a signed-in creator', () => {
  it('gets codes at their own number, however often strangers have entered it for logins of theirs', async () => {
    const [email, strangers] = [newEmail(), newEmail()]
    await throughConnect(email)
    const limit = { name: 'codes sent to a number', max: 30, seconds: 86_400 }
    for (let nth = 0; nth < 30; nth++) await countTry(running.database.sql, openVault(VAULT_KEY), limit, MOBILE)
    const tab = await atSignIn()
    await proveLogin(tab, 'mobile', { email: strangers, password: PASSWORD }, emailCode(strangers))
    expect((await tab.post('mobile', { mobile: MOBILE })).status).toBe(429)
    await signedInAt(email)
  })

  it('changes e-mail and mobile by a code to the new one, and the old address is told', async () => {
    const [email, other] = [newEmail(), newEmail()]
    await throughConnect(email)
    const home = await signedInAt(email)
    const refused = await home.post('change', { kind: 'email', value: other, password: 'not the password' })
    expect(refused.body.code).toBe('incorrect_credentials')
    const asked = await home.post('change', { kind: 'email', value: other, password: PASSWORD })
    expect(asked.body).toMatchObject({ email, email_proven: true, change: { kind: 'email', to: other } })
    expect((await home.post('change/code', { code: '000000' })).body.code).toBe('incorrect_code')
    expect((await home.get('security')).body.email).toBe(email)
    const changed = await home.post('change/code', { code: await emailCode(other)() })
    expect(changed.body).toMatchObject({ email: other, email_proven: true, change: null })
    const mails = await running.database.sql<{ facts: { what: string } }[]>`
      select facts from messages where kind = 'login_changed' and recipient = ${email}`
    expect(mails.map(({ facts }) => facts.what)).toEqual(['email'])
    await home.post('change', { kind: 'mobile', value: '202 555 0177', password: PASSWORD })
    const moved = await home.post('change/code', { code: await smsCode('+12025550177') })
    expect(moved.body).toMatchObject({ mobile: '••• ••• 0177', change: null })
    expect((await home.post('change/code', { code: '123456' })).body.code).toBe('invalid_state')
  })

  it("does not take the address of another's login", async () => {
    const [email, others] = [newEmail(), newEmail()]
    await throughConnect(email)
    await throughConnect(others)
    const home = await signedInAt(email)
    await home.post('change', { kind: 'email', value: others.toUpperCase(), password: PASSWORD })
    const taken = await home.post('change/code', { code: await emailCode(others.toUpperCase())() })
    expect(taken.body.code).toBe('email_taken')
    expect((await home.get('security')).body.email).toBe(email)
  })

  it('sees their sessions and ends one, the others, or all by a new password', async () => {
    const email = newEmail()
    await throughConnect(email)
    const [one, two, three] = [await signedInAt(email), await signedInAt(email), await signedInAt(email)]
    const { sessions } = (await one.get('security')).body
    expect(sessions).toHaveLength(3)
    const mine = sessions.find(({ current }: { current: boolean }) => current)
    const newest = sessions[0]
    expect(newest).toMatchObject({ current: false, address: '127.0.0.1', user_agent: 'node' })
    expect((await one.post('sessions/end', { session: mine.id })).status).toBe(400)
    expect((await one.post('sessions/end', { session: newest.id })).body.sessions).toHaveLength(2)
    expect([(await three.get('security')).status, (await two.get('security')).status]).toEqual([401, 200])
    const stranger = newEmail()
    await throughConnect(stranger)
    expect((await (await signedInAt(stranger)).post('sessions/end', { session: mine.id })).status).toBe(404)
    const changed = await one.post('password', { password: PASSWORD, new_password: NEW_PASSWORD })
    expect(changed.body.sessions).toHaveLength(1)
    expect((await two.get('security')).status).toBe(401)
    await signedInAt(email, NEW_PASSWORD)
  })
})
