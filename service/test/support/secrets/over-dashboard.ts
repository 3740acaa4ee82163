import { expect, vi } from 'vitest'
import { createClient } from '../client.ts'
import { legacyMethod, person } from '../payouts.ts'
import { type Browser, createBrowser, PASSWORD, signedIn, signIn } from '../people.ts'
import { lastPart } from '../sealed-messages.ts'
import { totp } from '../totp.ts'
import { mailedTo, type World, without } from './world.ts'

/** One who accepts, and forgets the password; and one who never looks. */
export const NEW_PERSON = 'new.person@people.example'
export const WAITING_PERSON = 'waiting.person@people.example'

/** What the enterprise's people send and are given. */
export async function overTheDashboard(world: World): Promise<void> {
  const admin = await signedIn(world.running, world.enterprise, 'admin')
  world.watch.issued('password', PASSWORD)
  keepCookies(world, admin)
  const { email, password } = await invitation(world, admin)
  await signingIn(world, email, password)
  await secondFactor(world, email, await passwords(world, email, password))
  await keys(world, admin)
  await throughToTheApi(world, admin)
  await payFile(world, admin)
  await looking(world, admin)
}

export const keepCookies = ({ watch }: World, browser: Browser): void => {
  for (const cookie of browser.cookies().split('; ')) {
    const value = watch.issued("person's cookie", cookie.slice(cookie.indexOf('=') + 1))
    watch.issued("person's cookie", decodeURIComponent(value))
  }
}

async function invitation(world: World, admin: Browser): Promise<{ email: string; password: string }> {
  const { running, watch } = world
  const email = NEW_PERSON
  const inviting = (whom: string) => admin.post('/dashboard/api/invitations', { email: whom, role: 'developer' })
  const made = await inviting(email)
  expect(made.status, made.text).toBe(201)
  const linkTo = (whom: string) => mailedTo(world, whom, /(http\S+\/dashboard\/invitation\/[\w-]+)/)
  const url = await linkTo(email)
  const token = watch.issued('invitation', lastPart(url))
  await inviting(WAITING_PERSON)
  watch.issued('invitation', lastPart(await linkTo(WAITING_PERSON)))
  const browser = createBrowser(running.roots.sandbox)
  await fetch(url)
  expect((await browser.get(`/dashboard/api/invitation/${token}`)).status).toBe(200)
  const accept = (password: unknown) =>
    browser.post(`/dashboard/api/invitation/${token}/accept`, { name: 'New', password })
  expect((await accept({ not: watch.plant('text') })).status).toBe(400)
  await without(world, 'person_logins', async () => expect((await accept(watch.plant('text'))).status).toBe(500))
  const password = watch.plant('text')
  expect((await accept(password)).status).toBe(201)
  return { email, password }
}

async function signingIn(world: World, email: string, password: string): Promise<void> {
  const { running, watch } = world
  const browser = createBrowser(running.roots.sandbox)
  const enter = (given: unknown) => browser.post('/dashboard/auth/sign-in/email', { email, password: given })
  expect((await enter(watch.plant('text'))).status).toBe(401)
  expect((await enter({ not: watch.plant('text') })).status).toBe(400)
  await without(world, 'person_sessions', async () => {
    const failed = await enter(password)
    expect([failed.status, failed.body.code]).toEqual([500, 'internal_error'])
  })
  const raw = await fetch(`${running.roots.sandbox}/dashboard/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: running.roots.sandbox },
    body: `{"email":"${email}","password":"${watch.plant('text')}" oops}`,
  })
  expect(raw.status).toBe(400)
  keepCookies(world, await signIn(running.roots.sandbox, email, password))
}

async function secondFactor(world: World, email: string, password: string): Promise<void> {
  const { running, watch } = world
  const pat = await signIn(running.roots.sandbox, email, password)
  keepCookies(world, pat)
  const ask = (browser: Browser, path: string, body: object) => browser.post(`/dashboard/auth/two-factor/${path}`, body)
  const enable = async () => {
    const { totpURI, backupCodes } = (await ask(pat, 'enable', { password })).body
    watch.issued('TOTP secret', new URL(totpURI).searchParams.get('secret') ?? '')
    for (const code of backupCodes) watch.issued('backup code', code)
    return { totpURI, backupCodes }
  }
  await ask(pat, 'enable', { password: watch.plant('text') })
  const { totpURI, backupCodes } = await enable()
  const verify = (browser: Browser, code: string) => ask(browser, 'verify-totp', { code })
  expect((await verify(pat, watch.plant('code'))).status).toBe(401)
  const now = () => watch.issued('TOTP code', totp(totpURI))
  expect((await verify(pat, now())).status).toBe(200)
  keepCookies(world, pat)

  const other = await signIn(running.roots.sandbox, email, password)
  keepCookies(world, other)
  expect((await ask(other, 'verify-backup-code', { code: watch.plant('text') })).status).toBe(401)
  expect((await ask(other, 'verify-backup-code', { code: backupCodes[0] })).status).toBe(200)
  const confirm = (code: string, given = password) => pat.post('/dashboard/api/confirm', { password: given, code })
  expect((await confirm(now(), watch.plant('text'))).status).toBe(400)
  expect((await confirm(watch.plant('text').slice(0, 20))).status).toBe(400)
  expect((await confirm(backupCodes[1])).status).toBe(200)
  const fresh = await ask(pat, 'generate-backup-codes', { password })
  expect(fresh.status, fresh.text).toBe(200)
  for (const code of fresh.body.backupCodes) watch.issued('backup code', code)
  expect((await ask(pat, 'disable', { password: watch.plant('text') })).status).toBe(400)
  expect((await ask(pat, 'disable', { password })).status).toBe(200)
  // Left as it is while somebody uses it, with a sign-in that waits for its code.
  const { totpURI: next } = await enable()
  expect((await verify(pat, watch.issued('TOTP code', totp(next)))).status).toBe(200)
  keepCookies(world, await signIn(running.roots.sandbox, email, password))
}

async function passwords(world: World, email: string, password: string): Promise<string> {
  const { running, watch } = world
  const browser = await signIn(running.roots.sandbox, email, password)
  const newPassword = watch.plant('text')
  const change = (currentPassword: string) =>
    browser.post('/dashboard/auth/change-password', { currentPassword, newPassword })
  expect((await change(watch.plant('text'))).status).toBe(400)
  expect((await change(password)).status).toBe(200)
  const request = async (nth: number) => {
    expect((await browser.post('/dashboard/auth/request-password-reset', { email })).status).toBe(200)
    const url = await mailedTo(world, email, /(http\S+\/dashboard\/reset-password\?token=[\w-]+)/, nth)
    await fetch(url)
    return watch.issued('reset token', new URL(url).searchParams.get('token') ?? '')
  }
  const token = await request(1)
  const reset = (given: string) => browser.post('/dashboard/auth/reset-password', { token: given, newPassword })
  expect((await reset(`${token}x`)).status).toBe(400)
  expect((await reset(token)).status).toBe(200)
  // One that nobody uses stays.
  await request(2)
  return newPassword
}

async function keys({ sandbox, watch }: World, admin: Browser): Promise<void> {
  const made = await admin.post('/dashboard/api/sandbox/keys', { name: 'Made here' })
  const client = createClient(sandbox.base, watch.issued('API key', made.body.key))
  await vi.waitFor(async () => expect((await client.get('/enterprise')).status).toBe(200), 60_000)
}

/** The same as a key does, with a person in its place. */
async function throughToTheApi({ watch }: World, admin: Browser): Promise<void> {
  const v1 = '/dashboard/api/sandbox/v1'
  const bank = legacyMethod({ account_number: watch.plant('account'), ssn: watch.plant('ssn') })
  const creator = person({ verification_answer: watch.plant('text'), legacy_payout_method: bank })
  const made = await admin.post(`${v1}/account-connection`, creator, { 'idempotency-key': 'click-1' })
  expect(made.status, made.text).toBe(201)
  const basic = { basic_user: watch.plant('text'), basic_secret: watch.plant('text') }
  const hook = { url: 'http://127.0.0.1:9/never', event: 'contract.update', ...basic }
  const webhook = await admin.post(`${v1}/webhook`, hook)
  watch.issued('signing secret', (await admin.get(`${v1}/webhook/${webhook.body.id}/secret`)).body.secret)
  const link = await admin.post(`${v1}/connect-link`, { account_connection: made.body.id })
  watch.issued('Connect link', lastPart(link.body.url))
}

/** A spreadsheet with more in it than we ask for. */
async function payFile({ watch }: World, admin: Browser): Promise<void> {
  const csv = `email,amount,SSN,Account number\nnobody@example.com,1.00,${watch.plant('ssn')},${watch.plant('account')}\n`
  const made = await admin.post('/dashboard/api/sandbox/pay-file', { name: 'march.csv', csv })
  expect(made.status, made.text).toBe(201)
  const broken = `email,amount,SSN\n"nobody@example.com,1.00,${watch.plant('ssn')}\n`
  await admin.post('/dashboard/api/sandbox/pay-file', { name: 'broken.csv', csv: broken })
}

/** Whatever the dashboard shows of all that. */
async function looking({ watch }: World, admin: Browser): Promise<void> {
  const seen = ['/me', '/people', '/invitations', '/audit-log?page_size=100', '/sandbox/request-log?limit=100']
  const lists = ['/sandbox/home', '/sandbox/keys', '/sandbox/pay-file', '/sandbox/settings', '/sandbox/v1/webhook']
  const exports = ['payouts', 'account-connections', 'buyers', 'events'].map((one) => `/sandbox/export/${one}.csv`)
  for (const path of [...seen, ...lists, ...exports]) {
    expect([path, (await admin.get(`/dashboard/api${path}`)).status]).toEqual([path, 200])
  }
  const { data } = (await admin.get('/dashboard/api/sandbox/request-log?limit=100')).body
  for (const { request_id } of data) await admin.get(`/dashboard/api/sandbox/request-log/${request_id}`)
  for (const [, value] of watch.all().slice(0, 3)) {
    await admin.get(`/dashboard/api/sandbox/search?q=${encodeURIComponent(value)}`)
  }
  for (const path of ['/dashboard/auth/list-sessions', '/dashboard/auth/get-session', '/dashboard', '/account']) {
    expect([path, (await admin.get(path)).status]).toEqual([path, expect.any(Number)])
  }
}
