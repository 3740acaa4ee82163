import { beforeAll, describe, expect, it } from 'vitest'
import { AUTH_ROUTES } from '../../src/dashboard/people/auth-table.ts'
import type { Answer } from '../support/client.ts'
import { type DashboardRoute, dashboardRoutesOf } from '../support/dashboard-routes.ts'
import { CALLS, furnish, type Ids, operationsOf } from '../support/operations.ts'
import { type Browser, createBrowser, newPerson, PASSWORD, signedIn } from '../support/people.ts'
import { invitationToken } from '../support/sealed-messages.ts'
import { type RunningService, startService } from '../support/service.ts'

interface Row {
  readonly action: string
  readonly subject: string | null
  readonly details: Record<string, unknown>
  readonly request_id: string | null
}

let running: RunningService
let shop: Awaited<ReturnType<RunningService['enterprise']>>
let admin: Browser & { readonly id: string; readonly email: string }
let ids: Ids
let routes: DashboardRoute[]

beforeAll(async () => {
  running = await startService()
  shop = await running.enterprise('Walked')
  admin = await signedIn(running, shop.id, 'admin')
  ids = await furnish(shop.sandbox, 'sandbox')
  routes = await dashboardRoutesOf()
})

const rows = (): Promise<Row[]> => running.database.sql<Row[]>`
  select action, subject, details, request_id from audit_log where enterprise_id = ${shop.id} order by position`

/** The rows that a call has left, and its answer. */
async function leaving(call: () => Promise<Answer>): Promise<{ answer: Answer; left: Row[] }> {
  const before = (await rows()).length
  const answer = await call()
  return { answer, left: (await rows()).slice(before) }
}

const api = '/dashboard/api'
const keyed = async (): Promise<string> => (await admin.post(`${api}/sandbox/keys`, { name: 'Walk' })).body.id
const invited = async () => {
  const email = `${crypto.randomUUID()}@x.example`
  return (await admin.post(`${api}/invitations`, { email, role: 'viewer' })).body as { id: string; email: string }
}
const uploaded = async (): Promise<string> => {
  const csv = `account_connection,amount_in_cents\n${ids.connection},${Math.floor(Math.random() * 1_000) + 1}\n`
  return (await admin.post(`${api}/sandbox/pay-file`, { name: 'walk.csv', csv })).body.file_id
}
const member = async (): Promise<string> => (await newPerson(running, shop.id, 'viewer')).id

interface Scene {
  /** The action that the audit log must have. */
  readonly action: string
  call(): Promise<Answer>
}

const named = (action: string, call: () => Promise<Answer>): Scene => ({ action, call })

/** How to do, with success, what each changing route of the dashboard does. A route that is missing here fails the test. */
const CHANGES: Record<string, Scene> = {
  'POST /confirm': named('session.confirmed', () => admin.post(`${api}/confirm`, { password: PASSWORD })),
  'POST /enterprise': named('session.enterprise_chosen', () =>
    admin.post(`${api}/enterprise`, { enterprise: shop.id }),
  ),
  'PUT /sign-in-rules': named('sign_in_rules.change', () =>
    admin.call('PUT', `${api}/sign-in-rules`, { second_factor_required: false, idle_minutes: 30 }),
  ),
  'POST /people': named('people.invite', () =>
    admin.post(`${api}/people`, { email: 'one@people.example', role: 'viewer' }),
  ),
  'POST /invitations': named('people.invite', () =>
    admin.post(`${api}/invitations`, { email: 'two@people.example', role: 'viewer' }),
  ),
  'DELETE /invitations/:id': named('people.invite', async () =>
    admin.delete(`${api}/invitations/${(await invited()).id}`),
  ),
  'POST /people/:id/role': named('people.change', async () =>
    admin.post(`${api}/people/${await member()}/role`, { role: 'finance' }),
  ),
  'DELETE /people/:id': named('people.change', async () => admin.delete(`${api}/people/${await member()}`)),
  'POST /:environment/keys': named('keys.create', () => admin.post(`${api}/sandbox/keys`, { name: 'Walked' })),
  'PUT /:environment/keys/:id': named('keys.change', async () =>
    admin.call('PUT', `${api}/sandbox/keys/${await keyed()}`, { scopes: ['read'] }),
  ),
  'DELETE /:environment/keys/:id': named('keys.revoke', async () =>
    admin.delete(`${api}/sandbox/keys/${await keyed()}`),
  ),
  'PUT /:environment/settings': named('settings.change', () =>
    admin.call('PUT', `${api}/sandbox/settings`, { notification_email: 'ops@walked.example' }),
  ),
  'PUT /:environment/brand': named('brand.change', () =>
    admin.call('PUT', `${api}/sandbox/brand`, { color: '#0a6558' }),
  ),
  'PUT /:environment/approval-rules': named('approvals.rules', () =>
    admin.call('PUT', `${api}/sandbox/approval-rules`, { rules: [] }),
  ),
  'PUT /:environment/alert-settings': named('settings.change', () =>
    admin.call('PUT', `${api}/sandbox/alert-settings`, {
      low_balance_in_cents: null,
      large_payout_in_cents: null,
      unusual_payout_times: null,
      returns_percent: null,
      bank_file_hours: null,
      webhook_minutes: null,
      by_mail: true,
    }),
  ),
  'PUT /:environment/limits': named('limits.change', () =>
    admin.call('PUT', `${api}/sandbox/limits`, { limits: [], new_bank_account_wait_hours: 0 }),
  ),
  'POST /:environment/pay-file': named('pay_file.upload', () =>
    admin.post(`${api}/sandbox/pay-file`, {
      name: 'a.csv',
      csv: `account_connection,amount_in_cents\n${ids.connection},7\n`,
    }),
  ),
  'POST /:environment/pay-file/:id/confirm': named('pay_file.confirm', async () =>
    admin.post(`${api}/sandbox/pay-file/${await uploaded()}/confirm`, {}),
  ),
  'POST /invitation/:token/accept': named('people.joined', async () => {
    const token = await invitationToken(running, (await invited()).email)
    return createBrowser(running.roots.sandbox).post(`${api}/invitation/${token}/accept`, {
      name: 'Jo',
      password: PASSWORD,
    })
  }),
  // Last, for it empties the sandbox.
  'POST /sandbox/reset': named('sandbox.reset', () => admin.post(`${api}/sandbox/reset`)),
}

interface Made {
  readonly body?: object
  readonly answer: Answer
  readonly left: readonly Row[]
}

/** Two entries of one request: whom and how much it concerns, then what came of it. */
function expectAttemptAndOutcome(name: string, { body = {}, answer, left }: Made): void {
  const outcome = answer.status < 400 ? 'done' : 'refused'
  const [attempt, came] = left
  expect([name, left.length]).toEqual([name, 2])
  expect([name, came?.action]).toEqual([name, `${attempt?.action}.${outcome}`])
  expect([name, came?.details]).toEqual([name, expect.objectContaining({ status: answer.status })])
  expect([name, attempt?.request_id]).toEqual([name, answer.headers.get('request-id')])
  expect([name, came?.request_id]).toEqual([name, attempt?.request_id])
  const { account_connection, amount_in_cents } = body as Record<string, unknown>
  if (account_connection) expect(attempt?.details).toMatchObject({ account_connection })
  if (amount_in_cents) expect(attempt?.details).toMatchObject({ amount_in_cents })
  if (answer.status >= 400) expect(came?.details).toMatchObject({ code: answer.body.code })
  else if (answer.body.id) expect(came?.details).toMatchObject({ id: answer.body.id })
}

const nameOf = ({ method, path }: DashboardRoute): string => `${method} ${path}`
const isRead = (method: string): boolean => method === 'GET'

/** Reads by which something leaves the service for good. */
const isTaken = (path: string): boolean => /\.(csv|ndjson)$/.test(path)

describe('the audit log has', () => {
  it('every change through the API, before and after, with whom and how much it concerns', async () => {
    for (const name of await operationsOf(running.roots.sandbox)) {
      const [method = ''] = name.split(' ')
      const made = CALLS[name]?.(ids)
      const { answer, left } = await leaving(() =>
        admin.call(method, `${api}/sandbox/v1${made?.path}`, method === 'GET' ? undefined : (made?.body ?? {})),
      )
      if (isRead(method) && !name.endsWith('/secret')) {
        expect([name, left]).toEqual([name, []])
        continue
      }
      expectAttemptAndOutcome(name, { ...made, answer, left })
    }
  })

  it('a payout: who was to be paid how much, and what became of it', async () => {
    const body = { account_connection: ids.connection, amount_in_cents: 1_234, date: '2090-01-01T00:00:00Z' }
    const { answer, left } = await leaving(() => admin.post(`${api}/sandbox/v1/payout`, body))
    expect(left.map(({ action, details }) => [action, details])).toEqual([
      ['payments.make', { request: 'POST /payout', ...body }],
      [
        'payments.make.done',
        expect.objectContaining({ status: 201, id: answer.body.id, amount_in_cents: 1_234, became: 'ready' }),
      ],
    ])
    const refused = await leaving(() =>
      admin.post(`${api}/sandbox/v1/payout`, { ...body, amount_in_cents: 9_999_999_999 }),
    )
    expect(refused.left.map(({ action, details }) => [action, details])).toEqual([
      ['payments.make', { request: 'POST /payout', ...body, amount_in_cents: 9_999_999_999 }],
      ['payments.make.refused', { request: 'POST /payout', status: 402, code: 'insufficient_funds' }],
    ])
  })

  it('every file that is taken away, with the number of its rows, and no other read', async () => {
    const seen: string[] = []
    for (const { method, path } of routes.filter(({ method, access }) => isRead(method) && access !== 'anyone')) {
      const query = path.includes('statement') ? '?account=operating' : path.includes('/search') ? '?q=nothing' : ''
      const at = `${api}${path.replace(':environment', 'sandbox').replace(/:\w+/, ids.payout)}${query}`
      const before = (await rows()).length
      const answer = await admin.get(at)
      if (!isTaken(path)) {
        expect([path, (await rows()).slice(before)]).toEqual([path, []])
        continue
      }
      expect([path, answer.status]).toEqual([path, 200])
      // The number of rows is known, and written, once the last one was sent.
      await expect.poll(async () => (await rows()).slice(before).map(({ action }) => action)).toHaveLength(2)
      const [attempt, came] = (await rows()).slice(before)
      expect([path, attempt?.action, came?.action]).toEqual([path, 'exports.make', 'exports.make.done'])
      expect([path, came?.details.rows]).toEqual([path, expect.any(Number)])
      seen.push(`${method} ${path}`)
    }
    expect(seen.length).toBeGreaterThan(8)
  })

  it("every change by the dashboard's own routes, and every refusal of one", async () => {
    const changing = routes.filter(({ method }) => !isRead(method))
    expect(changing.map(nameOf).sort()).toEqual(Object.keys(CHANGES).sort())
    const viewer = await signedIn(running, shop.id, 'viewer')
    for (const [name, { action, call }] of Object.entries(CHANGES)) {
      const { answer, left } = await leaving(call)
      expect([name, answer.status < 300, answer.text.slice(0, 200)]).toEqual([name, true, expect.any(String)])
      expect([name, left.at(-1)?.action]).toEqual([name, action])
      const { access = '', path } = changing.find((route) => nameOf(route) === name) as DashboardRoute
      if (['anyone', 'signed-in'].includes(access)) continue
      const [method = ''] = name.split(' ')
      const at = `${api}${path.replace(':environment', 'sandbox').replace(':id', 'nothing')}`
      const refused = await leaving(() => viewer.call(method, at, method === 'DELETE' ? undefined : {}))
      expect([name, refused.left.map((row) => [row.action, row.details])]).toEqual([
        name,
        [[`${access}.refused`, { request: `${method} ${path}`, status: 403, code: 'forbidden' }]],
      ])
    }
  })

  it('every change of a sign-in: each route of the library that changes something names its action', async () => {
    // These two are recorded by the mail that is sent and by the password that is set.
    const byEffect = ['/request-password-reset', '/reset-password']
    const silent = AUTH_ROUTES.filter(({ method, action }) => !isRead(method) && action === undefined)
    expect(silent.map(({ path }) => path).filter((path) => !byEffect.includes(path))).toEqual([])
    const asked = await leaving(() =>
      createBrowser(running.roots.sandbox).post('/dashboard/auth/request-password-reset', { email: admin.email }),
    )
    expect(asked.answer.status).toBe(200)
    await expect.poll(async () => (await rows()).at(-1)?.action).toBe('password.reset_requested')
    const started = await leaving(() => admin.post('/dashboard/auth/two-factor/enable', { password: PASSWORD }))
    expect(started.left.map(({ action }) => action)).toEqual(['second_factor.started'])
  })

  it('what became of a pay file that was confirmed', async () => {
    const outcome = async () => (await rows()).filter(({ action }) => action.startsWith('pay_file.confirm.'))
    // Confirmed before the sandbox was reset, or ended by the reset.
    await expect.poll(async () => (await rows()).some(({ action }) => action === 'pay_file.confirm')).toBe(true)
    const connection = await (async () => {
      const made = await admin.post(`${api}/sandbox/v1/account-connection`, {
        first_name: 'Ada',
        last_name: 'Adams',
        email: 'ada@example.com',
        requested_permissions: ['payment.credit'],
        verification_prompt: 'Your number?',
        verification_answer: '4711',
      })
      await admin.post(`${api}/sandbox/v1/sandbox/connect`, { account_connection: made.body.id, type: 'direct' })
      return made.body.id as string
    })()
    const csv = `account_connection,amount_in_cents\n${connection},100\n${connection},250\n`
    const { file_id } = (await admin.post(`${api}/sandbox/pay-file`, { name: 'pay.csv', csv })).body
    expect((await admin.post(`${api}/sandbox/pay-file/${file_id}/confirm`, {})).status).toBe(200)
    const mine = async () => (await outcome()).find(({ subject }) => subject === file_id)
    await expect.poll(mine).toMatchObject({ action: 'pay_file.confirm.done', details: { paid: 2 } })
  })

  it('one unbroken chain of all of it', async () => {
    const check = (await admin.get(`${api}/audit-log/check`)).body
    expect(check).toEqual({ intact: true, rows: (await rows()).length })
    expect(check.rows).toBeGreaterThan(100)
  })
})
