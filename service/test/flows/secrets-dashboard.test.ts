import { afterEach, beforeEach, expect, it } from 'vitest'
import { AUTH_ROUTES } from '../../src/dashboard/people/auth-routes.ts'
import { wholeDatabase } from '../support/card-scan.ts'
import { dashboardRoutesOf } from '../support/dashboard-routes.ts'
import { readableLog } from '../support/logged.ts'
import { startMailbox } from '../support/mailbox.ts'
import { createBrowser, newPerson, signIn } from '../support/people.ts'
import { startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

const AUTH = '/dashboard/auth'
const API = '/dashboard/api'

/** Every answer, and what it was an answer to. */
const answered: { path: string; text: string }[] = []
const realFetch = globalThis.fetch

beforeEach(() => {
  globalThis.fetch = async (...args) => {
    const response = await realFetch(...args)
    answered.push({ path: new URL(String(args[0])).pathname, text: await response.clone().text() })
    return response
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
})

interface Planted {
  readonly value: string
  /** The one request whose answer may hold it: the one that gives it out. */
  readonly givenBy?: string
}

const planted = new Map<string, Planted>()
const covered = new Set<string>()

/** A secret under the name of the route and the field that it is sent in. */
function sent(where: string, value: string): string {
  covered.add(where)
  planted.set(where, { value })
  return value
}

const canary = (where: string): string => sent(where, `canary in ${where}`)
/** A code that is not right, and that stands nowhere by chance. */
const wrongCode = (where: string): string => sent(where, `77${String(planted.size).padStart(2, '0')}3931`)
const given = (what: string, value: string, givenBy: string): string => {
  planted.set(what, { value, givenBy })
  return value
}

const SECRET = /^(password|currentPassword|newPassword|code|token)$/

it('a secret that people of an enterprise send, or are given, stands nowhere but where it is for', {
  timeout: 120_000,
}, async () => {
  const { log, lines } = readableLog('trace')
  const mailbox = await startMailbox()
  const running = await startService({ SMTP_URL: mailbox.url, WORKER_POLL_MS: '50' }, undefined, { log })
  const origin = running.roots.sandbox
  const { id: enterprise, sandbox } = await running.enterprise('Discreet')
  const admin = await signIn(origin, (await newPerson(running, enterprise, 'admin')).email)
  /** As if the time had passed after which a code is another one. */
  const later = () => running.database.sql`delete from tries`

  // Somebody is invited, and comes.
  const invited = await admin.post(`${API}/invitations`, { email: 'ida@people.example', role: 'admin' })
  const token = new URL(invited.body.url).pathname.split('/').at(-1) as string
  given('an invitation', token, `${API}/invitations`)
  covered.add('GET /invitation/:token token').add('POST /invitation/:token/accept token')
  const guest = createBrowser(origin)
  expect((await guest.get(`${API}/invitation/${token}`)).status).toBe(200)
  const first = canary('POST /invitation/:token/accept password')
  await guest.post(`${API}/invitation/${token}/accept`, { name: 'Ida', password: 'short' })
  expect((await guest.post(`${API}/invitation/${token}/accept`, { name: 'Ida', password: first })).status).toBe(201)

  // Signs in, and sets a second factor up.
  const signing = { email: 'ida@people.example' }
  const ida = createBrowser(origin)
  const guess = canary('POST /sign-in/email password')
  expect((await ida.post(`${AUTH}/sign-in/email`, { ...signing, password: guess })).status).toBe(401)
  expect((await ida.post(`${AUTH}/sign-in/email`, { ...signing, password: first })).status).toBe(200)
  const two = `${AUTH}/two-factor`
  const enabling = canary('POST /two-factor/enable password')
  expect((await ida.post(`${two}/enable`, { password: enabling })).status).toBe(400)
  const { totpURI, backupCodes } = (await ida.post(`${two}/enable`, { password: first })).body
  given('the secret of an authenticator', new URL(totpURI).searchParams.get('secret') as string, `${two}/enable`)
  for (const [nth, code] of backupCodes.entries()) given(`backup code ${nth}`, code, `${two}/enable`)
  expect((await ida.post(`${two}/verify-totp`, { code: wrongCode('POST /two-factor/verify-totp code') })).status).toBe(
    401,
  )
  expect((await ida.post(`${two}/verify-totp`, { code: totp(totpURI) })).status).toBe(200)
  await later()

  // Comes back, by a backup code.
  const again = createBrowser(origin)
  await again.post(`${AUTH}/sign-in/email`, { ...signing, password: first })
  const backup = { code: canary('POST /two-factor/verify-backup-code code') }
  expect((await again.post(`${two}/verify-backup-code`, backup)).status).toBe(401)
  expect((await again.post(`${two}/verify-backup-code`, { code: backupCodes[0] })).status).toBe(200)
  const cookie = /session_token=([^;]+)/.exec(again.cookies())?.[1] as string
  given('a session', decodeURIComponent(cookie), '')

  // Confirms, and changes everything that can be.
  const confirming = { password: canary('POST /confirm password'), code: wrongCode('POST /confirm code') }
  expect((await again.post(`${API}/confirm`, confirming)).status).toBeGreaterThanOrEqual(400)
  await later()
  expect((await again.post(`${API}/confirm`, { password: first, code: totp(totpURI) })).status).toBe(200)
  for (const path of ['/two-factor/generate-backup-codes', '/two-factor/disable']) {
    expect((await again.post(AUTH + path, { password: canary(`POST ${path} password`) })).status).toBe(400)
  }
  const fresh = await again.post(`${two}/generate-backup-codes`, { password: first })
  for (const [nth, code] of fresh.body.backupCodes.entries()) {
    given(`new backup code ${nth}`, code, `${two}/generate-backup-codes`)
  }
  const change = {
    currentPassword: canary('POST /change-password currentPassword'),
    newPassword: canary('POST /change-password newPassword'),
  }
  expect((await again.post(`${AUTH}/change-password`, change)).status).toBe(400)
  expect((await again.post(`${AUTH}/change-password`, { ...change, currentPassword: first })).status).toBe(200)
  await again.post(`${AUTH}/revoke-session`, { token: canary('POST /revoke-session token') })

  // What the enterprise's programs and receivers need.
  const made = await admin.post(`${API}/sandbox/keys`, { name: 'A key' })
  given('an API key', made.body.key, `${API}/sandbox/keys`)
  const hook = await sandbox.post('/webhook', { url: 'http://127.0.0.1:9/never', event: 'payout.update' })
  const secretPath = `${API}/sandbox/v1/webhook/${hook.body.id}/secret`
  const shown = await admin.get(secretPath)
  given('a signing secret', shown.body.secret, secretPath)
  await sandbox.post(`/webhook/${hook.body.id}/test`)

  // Has forgotten the password.
  await createBrowser(origin).post(`${AUTH}/request-password-reset`, signing)
  const mailed = () => mailbox.mails.map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).join('\n')
  await expect.poll(mailed, { timeout: 15_000 }).toContain('reset-password')
  const link = /reset-password\?token=([A-Za-z0-9]+)/.exec(mailed())?.[1] as string
  const reset = {
    token: sent('POST /reset-password token', link),
    newPassword: canary('POST /reset-password newPassword'),
  }
  expect((await createBrowser(origin).post(`${AUTH}/reset-password`, reset)).status).toBe(200)

  // Every field of every route has had its canary.
  const routes = [
    ...(await dashboardRoutesOf()),
    ...AUTH_ROUTES.map(({ method, path, takes = [] }) => ({ method, path, fields: takes })),
  ]
  const fields = routes.flatMap(({ method, path, fields }) =>
    fields.filter((name) => SECRET.test(name)).map((name) => `${method} ${path} ${name}`),
  )
  expect(fields.length).toBeGreaterThan(12)
  expect(fields.filter((field) => !covered.has(field))).toEqual([])

  const found = (text: string, except = (_: string, __: Planted) => false): string[] =>
    [...planted].filter(([what, one]) => text.includes(one.value) && !except(what, one)).map(([what]) => what)
  expect(found([...planted.values()].map(({ value }) => value).join(' '))).toHaveLength(planted.size)
  expect(lines.length).toBeGreaterThan(20)
  expect(found(lines.join(''))).toEqual([])
  const rows = await wholeDatabase(running.database)
  for (const table of ['people: ', 'person_second_factors: ', 'audit_log: ', 'messages: '])
    expect(rows).toContain(table)
  expect(found(rows)).toEqual([])
  expect(found(await (await realFetch(`${origin}/metrics`)).text())).toEqual([])
  const shownIn = answered.flatMap(({ path, text }) => found(text, (_, { givenBy }) => givenBy === path))
  expect(shownIn).toEqual([])
  // A link is in the mail that brings it, and in no other.
  expect(found(mailed()).sort()).toEqual(['POST /reset-password token', 'an invitation'])
})
