import { beforeAll, describe, expect, it } from 'vitest'
import { deedTools } from '../../src/app/deed-tools.ts'
import { readConfig } from '../../src/config.ts'
import { findCommand, readActing } from '../../src/operator/commands.ts'
import { runCommand } from '../../src/operator/run-command.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { freePort } from '../support/free-port.ts'
import { newOperator, operating, operatorLog, signInOperator } from '../support/operators.ts'
import { createBrowser, enrolled, newPerson, PASSWORD, sessionCookie, signedIn, signIn } from '../support/people.ts'
import { behindProxy, type RunningService, startService, VAULT_KEY } from '../support/service.ts'
import { totp } from '../support/totp.ts'

let running: RunningService
let shop: Awaited<ReturnType<RunningService['enterprise']>>

beforeAll(async () => {
  running = await startService()
  shop = await running.enterprise('Operated')
})

/** An operator command, run on the service's database. */
async function operate(...given: string[]): Promise<string[]> {
  const { words, acting } = readActing(given)
  const { command, args } = findCommand(words)
  if ('runOffline' in command) throw new Error('it needs no database')
  const vault = openVault(VAULT_KEY)
  const config = readConfig({ DATABASE_URL: running.databaseUrl, VAULT_KEY, OPERATOR: 'root' })
  const storage = { url: running.databaseUrl, vaultKey: VAULT_KEY, close: async () => {} }
  const tools = { config, acting, ...deedTools(config, vault, createLogger('silent')) }
  return runCommand(command, args, { ...tools, database: running.database, storage, print: () => {} })
}

const tokenIn = (lines: readonly string[]): string => /token=([\w-]+)/.exec(lines.join('\n'))?.[1] as string

describe('an operator', () => {
  it('is made on the machine, chooses a password by a link that works once, and sets a second factor up', async () => {
    const token = tokenIn(
      await operate('operator', 'add', '--email', 'Ada@Ops.example', '--name', 'Ada', '--role', 'reviewer'),
    )
    const email = 'ada@ops.example'
    const browser = createBrowser(running.roots.sandbox)
    const choose = (newPassword: string) => browser.post('/operator/auth/reset-password', { token, newPassword })
    expect((await browser.post('/operator/auth/sign-in/email', { email, password: 'anything at all' })).status).toBe(
      401,
    )
    expect((await choose('password1234')).status).toBe(400)
    expect((await choose(PASSWORD)).status).toBe(200)
    expect((await choose(`${PASSWORD} again`)).status).toBe(400)
    expect((await browser.post('/operator/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200)

    // With the password alone nothing opens but the way to a second factor.
    const me = await browser.get('/operator/api/me')
    expect(me.body).toMatchObject({ role: 'reviewer', second_factor: { needed: true, passed: false } })
    const early = await browser.post('/operator/api/names/decide', {})
    expect([early.status, early.body.code]).toEqual([403, 'second_factor_required'])
    const { body } = await browser.post('/operator/auth/two-factor/enable', { password: PASSWORD })
    expect(body.totpURI).toContain('Tributary%20operator')
    expect((await browser.post('/operator/auth/two-factor/verify-totp', { code: totp(body.totpURI) })).status).toBe(200)
    expect((await browser.get('/operator/api/me')).body.second_factor.passed).toBe(true)
    expect((await browser.post('/operator/api/names/decide', {})).status).toBe(400)

    const actions = (await operatorLog(running)).map(({ action }) => action)
    for (const action of ['operators.add', 'password.chosen', 'session.signed_in', 'second_factor.enabled']) {
      expect(actions).toContain(action)
    }
  })

  it('has a code asked for at every later sign-in', async () => {
    const { email, code } = await operating(running, 'treasurer')
    const browser = createBrowser(running.roots.sandbox)
    const first = await browser.post('/operator/auth/sign-in/email', { email, password: PASSWORD })
    expect(first.body.twoFactorRedirect).toBe(true)
    expect((await browser.get('/operator/api/me')).status).toBe(401)
    expect((await browser.post('/operator/auth/two-factor/verify-totp', { code: code() })).status).toBe(200)
    expect((await browser.get('/operator/api/me')).body.role).toBe('treasurer')
  })

  it('loses the second factor and every session by a new link, and the console when removed', async () => {
    const ola = await operating(running, 'reviewer')
    const [line = ''] = await operate('operator', 'link', ola.email)
    expect(line).toContain('/operator/reset-password?token=')
    expect((await ola.get('/operator/api/me')).status).toBe(401)
    const { email } = await operating(running, 'reviewer')
    const again = await operating(running, 'reviewer')
    await operate('operator', 'remove', email)
    expect((await signInOperator(running.roots.sandbox, email).catch((error: Error) => error)).toString()).toContain(
      '401',
    )
    await running.database.sql`update operators set role = 'treasurer' where id = ${again.id}`
    expect((await again.get('/operator/api/me')).body.role).toBe('treasurer')
  })

  it('is asked for the password again after ten minutes, with a code', async () => {
    const ola = await operating(running, 'admin')
    await running.database.sql`
      update operator_sessions set confirmed_at = statement_timestamp() - interval '11 minutes' where person_id = ${ola.id}`
    const stale = await ola.post('/operator/api/enterprises', { name: 'New', reason: 'a test' })
    expect([stale.status, stale.body.code]).toEqual([403, 'fresh_sign_in_required'])
    expect((await ola.post('/operator/api/confirm', { password: PASSWORD })).status).toBe(400)
    expect((await ola.post('/operator/api/confirm', { password: PASSWORD, code: ola.code() })).status).toBe(200)
    expect((await ola.post('/operator/api/enterprises', { name: 'New', reason: 'a test' })).status).toBe(200)
  })

  it('cannot ask for a link by mail, and no other origin can act for them', async () => {
    const ola = await operating(running, 'admin')
    const asked = await ola.post('/operator/auth/request-password-reset', { email: ola.email })
    expect(asked.status).toBe(404)
    const foreign = await ola.post(
      '/operator/api/system/demo/remove',
      { reason: 'x' },
      { origin: 'https://evil.example' },
    )
    expect([foreign.status, foreign.body.code]).toEqual([403, 'foreign_origin'])
  })
})

describe('sessions of operators and of people', () => {
  it('open nothing of the other, whatever the cookie is called', async () => {
    const person = await signedIn(running, shop.id, 'admin')
    const operator = await operating(running, 'admin')
    const tokenOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1)
    const names = (value: string): string =>
      ['tributary_sandbox', 'tributary_operator_sandbox', '__Secure-tributary_sandbox', 'tributary_operator_production']
        .map((prefix) => `${prefix}.session_token=${value}`)
        .join('; ')
    const knock = async (cookie: string): Promise<number[]> => {
      const paths = ['/dashboard/api/me', '/dashboard/api/sandbox/v1/enterprise', '/operator/api/me']
      const answers = await Promise.all(
        paths.map((path) => fetch(running.roots.sandbox + path, { headers: { cookie: names(tokenOf(cookie)) } })),
      )
      return answers.map(({ status }) => status)
    }
    expect(await knock(sessionCookie(person))).toEqual([200, 200, 401])
    expect(await knock(sessionCookie(operator))).toEqual([401, 401, 200])
  })

  it('belong to different logins, also with the same address and the same tries', async () => {
    const { email } = await newPerson(running, shop.id, 'admin')
    const asOperator = await createBrowser(running.roots.sandbox).post('/operator/auth/sign-in/email', {
      email,
      password: PASSWORD,
    })
    expect(asOperator.status).toBe(401)
    const operator = await newOperator(running, 'admin')
    await expect(signIn(running.roots.sandbox, operator.email)).rejects.toThrow('401')
    // The second factor of one is not that of the other.
    const person = await signedIn(running, shop.id, 'viewer')
    await enrolled(person)
    expect(
      (await running.database.sql`select 1 from operator_second_factors where person_id = ${person.id}`).length,
    ).toBe(0)
  })
})

describe('the console', () => {
  it('is at production’s address alone where that is public', async () => {
    const port = await freePort()
    const public_ = await startService(behindProxy(port))
    const at = (environment: 'sandbox' | 'production', headers = {}) =>
      fetch(`${environment === 'sandbox' ? public_.roots.sandbox : `http://127.0.0.1:${port}`}/operator/api/me`, {
        headers,
      })
    expect((await at('sandbox')).status).toBe(404)
    expect((await at('production', { 'x-forwarded-proto': 'https' })).status).toBe(401)
    expect((await at('production')).status).toBe(403)
  })
})

describe('an operator command', () => {
  it('names the operator whom it is run for, once there is one, and asks their role', async () => {
    const ada = await newOperator(running, 'admin', 'Ada Admin')
    const rita = await newOperator(running, 'reviewer', 'Rita')
    await expect(operate('enterprise', 'create', 'Nobody’s')).rejects.toThrow('--as EMAIL')
    await expect(operate('enterprise', 'create', 'Nobody’s', '--as', rita.email)).rejects.toThrow('does not allow')
    await operate('enterprise', 'create', 'Ada’s', '--as', ada.email, '--reason', 'signed the contract')
    const [made, , refused] = await operatorLog(running)
    expect(made).toMatchObject({
      action: 'enterprise.create',
      person_id: ada.id,
      person: `Ada Admin <${ada.email}>`,
      details: { command: 'enterprise create', arguments: ['Ada’s'], reason: 'signed the contract', name: 'Ada’s' },
    })
    expect(refused).toMatchObject({ action: 'enterprise.create.refused', person: 'root <operator>' })
    // A timer that backs up names no person.
    await expect(operate('backup', '/tmp/nothing')).rejects.toThrow('DATABASE_URL names your own PostgreSQL')
  })

  it('keeps the last admin, whose role no other operator has', async () => {
    const { sql } = running.database
    const admins = await sql<{ email: string }[]>`select email from operators where role = 'admin' order by id`
    const [last, ...others] = admins.map(({ email }) => email) as [string, ...string[]]
    for (const email of others) await operate('operator', 'role', email, 'reviewer')
    await expect(operate('operator', 'role', last, 'reviewer')).rejects.toThrow('last admin')
    await expect(operate('operator', 'remove', last)).rejects.toThrow('last admin')
  })
})
