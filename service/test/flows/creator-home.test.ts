import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  APPLICANT,
  CREDIT,
  creatorOf,
  go,
  newEmail,
  openHome,
  PASSWORD,
  proveLogin,
  startedTab,
} from '../support/connect.ts'
import { advance, invited, paid } from '../support/payouts.ts'
import { runOperator } from '../support/program.ts'
import { sealedFacts } from '../support/sealed-messages.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'
import { vault } from '../support/vault.ts'

let running: RunningService
let client: Client

beforeAll(async () => {
  running = await startService()
  client = running.sandbox
})

describe('the creator home', () => {
  it('shows the owner what was paid, by whom and what is there', async () => {
    const { sandbox } = await running.enterprise('Studio <b>North</b>')
    const { email, connection } = await creatorOf(sandbox)
    await paid(sandbox, connection, 12_500, { description: 'Song of <i>May</i>' })
    await paid(sandbox, connection, 100)
    await advance(sandbox, 10)
    const home = openHome(running.roots.sandbox)
    expect((await home.get('session')).body).toEqual({
      status: 'signed_out',
      environment: 'sandbox',
      mobile: null,
      prefill: { code: '000000', mobile: '+12025550123' },
    })
    expect((await home.get('home')).status).toBe(401)
    const first = await home.post('sign-in', { email, password: PASSWORD })
    expect(first).toMatchObject({ status: 200, body: { status: 'code_needed', mobile: '••• ••• 0123' } })
    const cookie = first.headers.get('set-cookie')
    expect(cookie).toMatch(
      /^tributary_sandbox_account=[\w-]{43}; Path=\/account; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
    expect((await home.get('home')).status).toBe(401)
    expect((await home.post('code', { code: '000000' })).body).toMatchObject({ status: 'signed_in' })
    const shown = await home.get('home')
    expect(shown.body).toMatchObject({
      name: 'Alice Alison',
      email,
      balance_in_cents: 500_000 + 12_600,
      enterprises: [{ name: 'Studio <b>North</b>', type: 'direct', permissions: [{ name: 'payment.credit' }] }],
      contracts: [],
    })
    expect(shown.body.account).toMatch(/^Tributary account ••••\d{4}$/)
    expect(
      shown.body.movements.map((movement: { amount_in_cents: number; description: string }) => [
        movement.amount_in_cents,
        movement.description,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [12_500, 'Song of <i>May</i>'],
        [100, 'Payment from Studio <b>North</b>'],
        [500_000, 'Opening balance'],
      ]),
    )
    expect((await home.post('sign-out')).body.status).toBe('signed_out')
    expect((await home.get('home')).status).toBe(401)
  })

  it('a session that was signed out is over, wherever its cookie is', async () => {
    const { email } = await creatorOf(client)
    const home = openHome(running.roots.sandbox)
    await home.post('sign-in', { email, password: PASSWORD })
    await home.post('code', { code: '000000' })
    const cookie = home.cookie()
    await home.post('sign-out')
    const stolen = await fetch(`${running.roots.sandbox}/account/api/home`, { headers: { cookie } })
    expect(stolen.status).toBe(401)
  })

  it('takes nothing from another site', async () => {
    const { email } = await creatorOf(client)
    const home = openHome(running.roots.sandbox)
    const input = { email, password: PASSWORD }
    for (const headers of [
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as Record<string, string>[]) {
      expect([headers, (await home.post('sign-in', input, headers)).status]).toEqual([headers, 401])
    }
    const form = await fetch(`${running.roots.sandbox}/account/api/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=b',
    })
    expect(form.status).toBe(415)
    const own = { origin: running.roots.sandbox, 'sec-fetch-site': 'same-origin' }
    expect((await home.post('sign-in', input, own)).status).toBe(200)
  })

  it('tells an unknown e-mail from a wrong password by nothing, and locks both out', async () => {
    const { email } = await creatorOf(client)
    const plain = (text: string) => text.replace(/req_\w+/, 'req')
    for (const subject of [email, newEmail()]) {
      const home = openHome(running.roots.sandbox)
      const answers = await Promise.all(
        Array.from({ length: 14 }, (_, nth) => home.post('sign-in', { email: subject, password: `guess ${nth}` })),
      )
      const refused = answers.filter(({ status }) => status === 400)
      expect(refused).toHaveLength(10)
      expect(new Set(refused.map(({ text }) => plain(text)))).toEqual(
        new Set([
          '{"message":"The e-mail address or the password is not right.","code":"incorrect_credentials","request_id":"req"}',
        ]),
      )
      const locked = answers.filter(({ status }) => status === 429)
      expect(locked).toHaveLength(4)
      expect(Number(locked[0]?.headers.get('retry-after'))).toBeGreaterThan(60)
    }
    // In Connect as well: one address, one lock-out.
    const tab = await startedTab(client, await invited(client))
    await go(tab, 'welcome', { sign_in: true }, 'sign_in')
    expect((await tab.post('sign-in', { email, password: PASSWORD })).status).toBe(429)
    // Locked out is locked out, also with the right password, until the quarter of an hour is over.
    const home = openHome(running.roots.sandbox)
    expect((await home.post('sign-in', { email, password: PASSWORD })).status).toBe(429)
    await running.database.sql`update tries set until = statement_timestamp()`
    expect((await home.post('sign-in', { email, password: PASSWORD })).status).toBe(200)
  })

  it('keeps passwords stretched, tokens hashed and codes as digests', async () => {
    const { email } = await creatorOf(client)
    const home = openHome(running.roots.sandbox)
    await home.post('sign-in', { email, password: PASSWORD })
    const token = home.cookie().split('=')[1] as string
    const rows = await running.database.sql<{ row: string; password_hash: string }[]>`
      select creator::text as row, password_hash from creators creator where email = ${email}`
    expect(rows[0]?.password_hash).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    expect(rows[0]?.row).not.toContain('123-45-6789')
    for (const table of ['creator_sessions', 'sign_in_codes', 'tries', 'connect_sessions']) {
      const all = JSON.stringify(await running.database.sql.unsafe(`select t::text as row from ${table} t`))
      for (const secret of [token, PASSWORD, email]) expect([table, all.includes(secret)]).toEqual([table, false])
    }
  })
})

describe('in production', () => {
  async function atCode() {
    const { production } = await running.enterprise('Live')
    const connection = await invited(production)
    const tab = await startedTab(production, connection)
    await go(tab, 'welcome', {}, 'method')
    await go(tab, 'method', { method: 'direct' }, 'sign_in')
    const email = newEmail()
    const sent = async () => (await sealedFacts(running, 'email_code', email)).code
    await proveLogin(tab, 'mobile', { email, password: PASSWORD }, sent)
    await go(tab, 'mobile', { mobile: '2025550123' }, 'code')
    return { tab, email, production, connection }
  }

  /** No SMS leaves a test: the digest is replaced by that of a code we know. */
  async function knowCode(code: string): Promise<void> {
    const [row] = await running.database.sql<{ tenant_id: number; session_id: string }[]>`
      select tenant_id, session_id from sign_in_codes order by expires_at desc limit 1`
    const digest = vault.digest('sign-in code', `${row?.tenant_id} ${row?.session_id} ${code}`)
    await running.database.sql`update sign_in_codes set digest = ${digest} where session_id = ${row?.session_id ?? ''}`
  }

  it('a wrong code counts, five of 20 at once are evaluated, and a new one must be sent', async () => {
    const { tab } = await atCode()
    await knowCode('246810')
    const answers = await Promise.all(Array.from({ length: 20 }, () => tab.post('code', { code: '111111' })))
    expect(answers.every(({ status, body }) => status === 400 && body.code === 'incorrect_code')).toBe(true)
    expect(answers.map(({ body }) => body.attempts_left).filter((left) => left > 0)).toHaveLength(4)
    expect((await tab.post('code', { code: '246810' })).status).toBe(400)
    await go(tab, 'code/resend', {}, 'code')
    await knowCode('135790')
    await go(tab, 'code', { code: '135790' }, 'application')
  })

  it('codes are sent only so often', async () => {
    const { tab } = await atCode()
    for (let nth = 0; nth < 4; nth++) await go(tab, 'code/resend', {}, 'code')
    expect(await tab.post('code/resend')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })

  it('guesses are counted over all sessions of a creator, whatever the password, until a code passes', async () => {
    const { tab, email } = await atCode()
    await knowCode('246810')
    await go(tab, 'code', { code: '246810' }, 'application')
    const signedIn = async () => {
      const home = openHome(running.roots.production)
      expect((await home.post('sign-in', { email, password: PASSWORD })).body.status).toBe('code_needed')
      return home
    }
    for (let session = 0; session < 4; session++) {
      const home = await signedIn()
      await knowCode('246810')
      for (let nth = 0; nth < 5; nth++) expect((await home.post('code', { code: '111111' })).status).toBe(400)
    }
    const home = await signedIn()
    await knowCode('246810')
    expect(await home.post('code', { code: '246810' })).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
    await running.database.sql`update tries set until = statement_timestamp()`
    expect((await home.post('code', { code: '246810' })).body.status).toBe('signed_in')
  })

  it('codes are sent to a creator only so often, however many sessions ask', async () => {
    const { tab, email } = await atCode()
    await knowCode('246810')
    await go(tab, 'code', { code: '246810' }, 'application')
    const statuses = []
    for (let nth = 0; nth < 16; nth++) {
      const home = openHome(running.roots.production)
      statuses.push((await home.post('sign-in', { email, password: PASSWORD })).status)
    }
    expect(statuses).toEqual([...Array(15).fill(200), 429])
  })

  it('a code is old after ten minutes', async () => {
    const { tab } = await atCode()
    await knowCode('246810')
    await running.database.sql`update sign_in_codes set expires_at = statement_timestamp()`
    expect(await tab.post('code', { code: '246810' })).toMatchObject({ status: 400, body: { attempts_left: 0 } })
  })

  it('the sandbox, where any code passes, passes no second factor of production', async () => {
    const { tab, email } = await atCode()
    await knowCode('246810')
    await go(tab, 'code', { code: '246810' }, 'application')
    const home = openHome(running.roots.production)
    expect((await home.post('sign-in', { email, password: PASSWORD })).body.status).toBe('code_needed')
    const [name, token] = home.cookie().split('=') as [string, string]
    expect(name).toBe('tributary_account')
    for (const cookie of [home.cookie(), `tributary_sandbox_account=${token}`]) {
      const sandbox = openHome(running.roots.sandbox)
      const crosswise = { cookie }
      expect((await sandbox.post('code', { code: '000000' }, crosswise)).status).toBe(401)
      expect((await sandbox.post('code/resend', {}, crosswise)).status).toBe(401)
      expect((await sandbox.post('sign-out', {}, crosswise)).body.status).toBe('signed_out')
    }
    expect((await home.get('session')).body.status).toBe('code_needed')
    await knowCode('135790')
    expect((await home.post('code', { code: '135790' })).body.status).toBe('signed_in')
    const there = await fetch(`${running.roots.sandbox}/account/api/home`, {
      headers: { cookie: `tributary_sandbox_account=${token}` },
    })
    expect(there.status).toBe(401)
    expect((await home.get('home')).status).toBe(200)
  })

  it('every application waits for a person, and nothing is prefilled', async () => {
    const { tab, production, connection } = await atCode()
    await knowCode('246810')
    const state = await go(tab, 'code', { code: '246810' }, 'application')
    expect(state.prefill).toBeNull()
    await go(tab, 'application', APPLICANT, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect((await production.get(`/account-connection/${connection}`)).body.status).toBe('pending')
    const [row] = await running.database.sql<{ enterprise: string }[]>`
      select enterprise_id as enterprise from tenants tenant
      join account_connections connection on connection.tenant_id = tenant.id where connection.id = ${connection}`
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY }
    const decide = (outcome: string) =>
      runOperator(['connect', 'decide', row?.enterprise ?? '', 'production', connection, outcome], variables)
    expect((await decide('perhaps')).code).toBe(1)
    expect(await decide('approved')).toMatchObject({ code: 0, output: expect.stringContaining('is active') })
    expect((await production.get(`/account-connection/${connection}`)).body).toMatchObject({
      status: 'active',
      type: 'direct',
      permissions: [{ name: 'payment.credit' }],
    })
    expect((await decide('approved')).code).toBe(1)
  })
})
