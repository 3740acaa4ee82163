import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { goLive } from '../../src/app/go-live/go-live.ts'
import { readConfig } from '../../src/config.ts'
import { verifySmtp } from '../../src/rails/messages/smtp.ts'
import { basic, createClient } from '../support/client.ts'
import { emptyDatabase, connect as openDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { readBanner, runOperator, startProgram } from '../support/program.ts'
import { behindProxy, type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-production-'))
  for (const name of ['out', 'in']) await mkdir(join(folder, name))
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost'.split(' '),
      ...[
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
    ],
    { stdio: 'ignore' },
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const flagged = async ({ database }: RunningService): Promise<number> =>
  (await database.sql`select id from api_keys where flagged_at is not null`).length

/** The answer to a request, up to its end. */
const sent = (port: number, head: string, body = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n${body}`))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk
    })
    socket.on('end', () => resolve(received)).on('error', reject)
  })

const WITH_BODY =
  'POST /enterprise/v1/payout HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\nConnection: close'

describe('behind a trusted proxy', () => {
  let running: RunningService
  let key: string
  let port: number

  beforeAll(async () => {
    port = await freePort()
    running = await startService(behindProxy(port))
    key = (await running.enterprise()).keys.production
  })

  const get = (headers: Record<string, string>, path = '/enterprise/v1/enterprise') => {
    return fetch(`http://127.0.0.1:${port}${path}`, { headers })
  }

  it('takes a key that the proxy took over HTTPS', async () => {
    const answer = await get({ authorization: basic(key), 'x-forwarded-proto': 'https' })
    expect(answer.status).toBe(200)
    expect(await flagged(running)).toBe(0)
  })

  it('refuses a request without HTTPS; a key that it carried is flagged, and the operator sees it', async () => {
    expect((await get({})).status).toBe(403)
    expect(await flagged(running)).toBe(0)
    const answer = await get({ authorization: basic(key) })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'https_required' })
    await expect.poll(() => flagged(running)).toBe(1)
    const plain = await get({ authorization: basic(key), 'x-forwarded-proto': 'http' }, '/enterprise/v1/nothing')
    expect(plain.status).toBe(403)
    const [row] = await running.database
      .sql`select enterprise_id from tenants join api_keys on tenant_id = tenants.id where flagged_at is not null`
    const { output } = await runOperator(['key', 'list', row?.enterprise_id], {
      DATABASE_URL: running.databaseUrl,
      VAULT_KEY,
    })
    expect(output).toMatch(/sent over plain HTTP .*: replace it/)
  })

  it('health needs no HTTPS, and the sandbox neither', async () => {
    for (const path of ['/healthz', '/readyz?full']) expect((await get({}, path)).status).toBe(200)
    expect((await running.sandbox.get('/enterprise')).status).toBe(200)
  })

  it('every other route answers 403 without HTTPS, and sends a browser that opens a page to the HTTPS address', async () => {
    const mounted = (await mountedRoutes('production'))
      .map(({ method, url }) => [method, url] as const)
      // fetch() cannot send it.
      .filter(([method]) => method !== 'TRACE')
    const others = [
      '/docs',
      '/docs/',
      '/metrics',
      '/enterprise/v1/openapi.json',
      '/nowhere',
      '/connect/%ff',
      '//evil.example',
    ]
    const routes = [...mounted, ...others.map((path) => ['GET', path] as const)]
    for (const [method, url] of routes) {
      const path = url.replaceAll('/*', '/x').replaceAll(/:(\w+)(\([^)]*\))?/g, 'x')
      const ask = (accept: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          redirect: 'manual',
          headers: { accept, origin: 'https://pay.example.com', authorization: 'Basic ???', cookie: 'a=b' },
        })
      const program = await ask('*/*')
      expect([method, url, program.status]).toEqual([method, url, 403])
      expect(await program.json()).toMatchObject({ code: 'https_required' })
      expect(program.headers.get('strict-transport-security')).toBeNull()
      const browser = await ask('text/html,*/*')
      const isPage = method === 'GET' && !path.startsWith('/enterprise/v1') && !path.includes('%ff')
      expect([method, url, browser.status]).toEqual([method, url, isPage ? 308 : 403])
      expect(browser.headers.get('location')).toBe(isPage ? `https://pay.example.com${path}` : null)
    }
  })

  it('a request line that names another host is not sent there', async () => {
    const text = await sent(
      port,
      'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close',
    )
    expect(text).toMatch(/^HTTP\/1\.1 403 /)
    expect(text).not.toMatch(/^location:/im)
  })

  it('a body is asked for over HTTPS alone', async () => {
    expect(await sent(port, WITH_BODY)).toMatch(/^HTTP\/1\.1 403 /)
    const asked = await sent(port, `${WITH_BODY}\r\nX-Forwarded-Proto: https`, '{}')
    expect(asked).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 401 /)
  })

  it('browsers are told to use HTTPS from then on, whatever the answer', async () => {
    for (const path of ['/dashboard', '/enterprise/v1/enterprise', '/nowhere', '/connect/%ff', '/healthz']) {
      const { headers } = await get({ 'x-forwarded-proto': 'https' }, path)
      expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=63072000; includeSubDomains'])
    }
  })

  it("a person's session is good at the address that it was made at, and there alone", async () => {
    const { id, email } = await newPerson(running, (await running.enterprise()).id, 'viewer')
    const signIn = (root: string, headers: Record<string, string>) =>
      fetch(`${root}/dashboard/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
    const secure = { origin: 'https://pay.example.com', 'x-forwarded-proto': 'https' }
    const production = `http://127.0.0.1:${port}`
    const { sandbox } = running.roots
    expect((await signIn(production, { origin: 'https://pay.example.com' })).status).toBe(403)
    const [there, here] = [await signIn(production, secure), await signIn(sandbox, { origin: sandbox })]
    expect([there.status, here.status]).toEqual([200, 200])
    const cookieOf = (answer: Response) =>
      /^([^=]+)=([^;]+);(.*)$/.exec(answer.headers.getSetCookie().find((one) => one.includes('session_token')) ?? '') ??
      []
    const [, secureName, made, attributes] = cookieOf(there)
    const [, plainName, madeInSandbox] = cookieOf(here)
    expect(secureName).toBe('__Secure-tributary_production.session_token')
    expect(attributes).toMatch(/; Secure/)
    const me = (root: string, headers: Record<string, string>) => fetch(`${root}/dashboard/api/me`, { headers })
    const mine = await me(production, { ...secure, cookie: `${secureName}=${made}` })
    expect(await mine.json()).toMatchObject({ person: { id } })
    expect((await me(production, { cookie: `${secureName}=${made}` })).status).toBe(403)
    for (const name of [secureName, plainName, '__Secure-tributary.session_token']) {
      expect((await me(production, { ...secure, cookie: `${name}=${madeInSandbox}` })).status).toBe(401)
      expect((await me(sandbox, { cookie: `${name}=${made}` })).status).toBe(401)
    }
    expect((await me(sandbox, { cookie: `${plainName}=${madeInSandbox}` })).status).toBe(200)
  })
})

describe('with a certificate of its own', () => {
  it('serves TLS; a key over plain HTTP to the same port is refused and flagged', async () => {
    const port = await freePort()
    const running = await startService({
      PRODUCTION_PORT: String(port),
      PRODUCTION_URL: 'https://localhost',
      TLS_CERT_FILE: join(folder, 'cert.pem'),
      TLS_KEY_FILE: join(folder, 'key.pem'),
    })
    const key = (await running.enterprise()).keys.production
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path: '/enterprise/v1/enterprise', rejectUnauthorized: false }
      request({ ...options, headers: { authorization: basic(key) } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
    expect(await flagged(running)).toBe(0)

    // The same port, without TLS: told so, not hung up on.
    const plain = await fetch(`http://127.0.0.1:${port}/enterprise/v1/payout`, {
      method: 'POST',
      headers: { authorization: basic(key), 'content-type': 'application/json' },
      body: '{}',
    })
    expect(plain.status).toBe(403)
    expect(plain.headers.get('connection')).toBe('close')
    expect(await plain.json()).toMatchObject({ code: 'https_required' })
    await expect.poll(() => flagged(running)).toBe(1)
    expect(await sent(port, WITH_BODY)).toMatch(/^HTTP\/1\.1 403 /)
  })
})

/** The bank's folders and the names on its files. */
const bankFiles = () => ({
  ACH_OUT: join(folder, 'out'),
  ACH_IN: join(folder, 'in'),
  ACH_DESTINATION: '231380104',
  ACH_DESTINATION_NAME: 'First Bank',
  ACH_ORIGIN: '1212345678',
  ACH_ORIGIN_NAME: 'Tributary',
  ACH_COMPANY_ID: '1212345678',
  ACH_ROUTING_NUMBER: '121042882',
})

/** Everything that production needs; nothing of it is called at the start. */
const complete = (port: number) => ({
  ...behindProxy(port),
  ...bankFiles(),
  STRIPE_API_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_URL: 'http://127.0.0.1:9',
  SMS_ACCOUNT: 'account',
  SMS_TOKEN: 'token',
  SMS_FROM: '+15550006789',
  VAULT_KEY,
})

describe('a first start that serves production', () => {
  it('creates no demo enterprise and prints no secret', async () => {
    const url = await emptyDatabase()
    const variables = { ...complete(await freePort()), DATABASE_URL: url, DEMO_API_KEY: 'sk_sandbox_for_the_demo' }
    const program = startProgram({ variables })
    await program.printed('Ctrl-C stops it.')
    expect(program.output()).toMatch(/Production +https:\/\/pay\.example\.com\/enterprise\/v1$/m)
    expect(program.output()).not.toMatch(/sk_|Sign in|curl/)
    const database = openDatabase(url)
    const [row] = await database.sql`
      select (select count(*)::int from enterprises) as enterprises, (select count(*)::int from people) as people,
        (select count(*)::int from api_keys) as keys`
    expect(row).toEqual({ enterprises: 0, people: 0, keys: 0 })
  })

  it('after one that did not keeps the demo enterprise, and prints its secrets no more', async () => {
    const url = await emptyDatabase()
    const first = startProgram({ variables: { DATABASE_URL: url, VAULT_KEY } })
    await first.printed('Ctrl-C stops it.')
    const { key } = readBanner(first.output())
    expect(key).toMatch(/^sk_sandbox_/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = startProgram({ variables: { ...complete(await freePort()), DATABASE_URL: url } })
    await second.printed('Ctrl-C stops it.')
    expect(second.output()).not.toContain(key)
    const { base } = readBanner(second.output())
    expect((await createClient(base, key).get('/enterprise')).status).toBe(200)
  })
})

describe('the operator', () => {
  it('production check refuses default accounts, until demo remove has ended them', async () => {
    const running = await startService()
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY }
    const lineOf = (output: string) => /^.*There are no default accounts.*$/m.exec(output)?.[0]
    const before = await runOperator(['production', 'check'], { ...variables, DEMO_API_KEY: 'sk_sandbox_for_the_demo' })
    expect(before.code).toBe(1)
    expect(lineOf(before.output)).toMatch(
      /^FAIL {2}There are no default accounts: the demo key key_\w+ is valid and admin@demo\.example has access; end them with `demo remove`$/,
    )
    expect(before.output).toMatch(/^FAIL {2}DEMO_API_KEY is not set: remove it/m)

    const removed = await runOperator(['demo', 'remove'], variables)
    expect(removed.output).toMatch(/^Revoked key_\w+\.\nRemoved admin@demo\.example\.$/m)
    expect((await runOperator(['demo', 'remove'], variables)).output).toBe('There are no demo accounts.\n')
    await expect.poll(async () => (await running.sandbox.get('/enterprise')).status).toBe(401)
    const after = await runOperator(['production', 'check'], variables)
    expect(lineOf(after.output)).toBe('pass  There are no default accounts')
    expect(after.output).toMatch(/^pass {2}DEMO_API_KEY is not set$/m)
    const restarted = await startService({}, running.databaseUrl)
    expect(restarted.service).toMatchObject({ demo: { revoked: true }, demoPerson: undefined })
  })

  it('production check prints pass or fail per line, and exits with 1 while anything fails', async () => {
    const running = await startService()
    const variables = {
      DATABASE_URL: running.databaseUrl,
      VAULT_KEY,
      PRODUCTION_URL: 'https://localhost',
      TLS_CERT_FILE: join(folder, 'cert.pem'),
      TLS_KEY_FILE: join(folder, 'key.pem'),
      ACH_OUT: join(folder, 'out'),
      ACH_IN: join(folder, 'in'),
    }
    const { code, output } = await runOperator(['production', 'check'], variables)
    expect(code).toBe(1)
    expect(output).toMatch(/^pass {2}PRODUCTION_URL$/m)
    expect(output).toMatch(/^FAIL {2}SMTP_URL: not set$/m)
    expect(output).toMatch(/^skip {2}STRIPE_API_KEY: not set, and optional; only purchases by card need it$/m)
    expect(output).toMatch(
      /^skip {2}SMS_URL: not set, and optional; only P2P payments, and codes sent to phones need it$/m,
    )
    expect(output).toMatch(/^skip {2}The card processor accepts our key: STRIPE_API_KEY is not set$/m)
    expect(output).toMatch(/^pass {2}The TLS certificate is for PRODUCTION_URL/m)
    expect(output).toMatch(/^pass {2}The bank's folders can be read and written$/m)
    expect(await readdir(join(folder, 'out'))).toEqual([])
    expect(output).toMatch(/^FAIL {2}The mail server accepts our connection: SMTP_URL is not set$/m)
    expect(output).toMatch(/^pass {2}Every book balances$/m)
    expect(output).toMatch(/\d+ of \d+ fail\.$/m)
  })

  const goLiveOf = async (running: RunningService, variables: Record<string, string | undefined>): Promise<string> =>
    (await goLive(running.database, readConfig(variables))).lines.join('\n')

  it('production check goes on when the database refuses one of its questions', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    await running.enterprise()
    await running.database.sql`alter table ledger_transfers rename to elsewhere`
    const said = await goLiveOf(running, {})
    await running.database.sql`alter table elsewhere rename to ledger_transfers`
    expect(said).toMatch(/^FAIL {2}Every book balances: relation "ledger_transfers" does not exist$/m)
    expect(said).toMatch(/^pass {2}An enterprise has a production key$/m)
    expect(said).toMatch(/^pass {2}No ACH entry or file waits for the operator$/m)
  })

  it('production check asks nobody outside while it holds a transaction', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const open: unknown[] = []
    const mail = createServer(async (socket) => {
      const [row] = await running.database.sql`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`
      open.push(row?.count)
      socket.end('421 Not now\r\n')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void mail.close())
    await once(mail, 'listening')
    const { port } = mail.address() as AddressInfo
    expect(await goLiveOf(running, { SMTP_URL: `smtp://127.0.0.1:${port}` })).toMatch(/^FAIL .*421 Not now$/m)
    expect(open).toEqual([0])
  })

  it('production check does not wait for ever for a mail server that falls silent', async () => {
    const mail = createServer((socket) => void socket.on('error', () => {}).write('220 mail.example.com\r\n'))
    mail.listen(0, '127.0.0.1')
    onTestFinished(() => void mail.close())
    await once(mail, 'listening')
    const { port } = mail.address() as AddressInfo
    await expect(verifySmtp(`smtp://127.0.0.1:${port}`, 200)).rejects.toThrow(/timeout/i)
  })

  it('production check fails what cannot work, and skips what does not apply', async () => {
    const running = await startService()
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    await writeFile(join(folder, 'other.pem'), other.export({ type: 'pkcs8', format: 'pem' }))
    await writeFile(join(folder, 'empty.pem'), '')
    const working = {
      PRODUCTION_URL: 'https://localhost',
      TLS_CERT_FILE: join(folder, 'cert.pem'),
      TLS_KEY_FILE: join(folder, 'key.pem'),
      ...bankFiles(),
    }
    const check = (changes: Record<string, string | undefined>) => goLiveOf(running, { ...working, ...changes })
    const TLS = 'The TLS certificate is for PRODUCTION_URL and valid for two more weeks, and TLS_KEY_FILE is its key'
    const FOLDERS = "The bank's folders can be read and written"
    const FILE = 'An ACH file can be made with these settings'
    const good = await check({})
    for (const what of [TLS, FOLDERS, FILE]) expect(good).toContain(`pass  ${what}\n`)
    const none = { TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined }
    const cases: [Record<string, string | undefined>, string][] = [
      [{ ACH_OUT: join(folder, 'nowhere') }, `FAIL  ${FOLDERS}: ENOENT`],
      [{ ACH_OUT: `${join(folder, 'in')}/` }, `FAIL  ${FOLDERS}: ACH_OUT and ACH_IN are the same folder`],
      [{ ACH_ORIGIN: '000000000' }, `FAIL  ${FILE}: file header: immediate origin must be`],
      [{ ACH_ORIGIN: undefined }, `FAIL  ${FILE}: they are not complete`],
      [{ TLS_KEY_FILE: join(folder, 'other.pem') }, `FAIL  ${TLS}: TLS_KEY_FILE is the key of another certificate`],
      [{ TLS_KEY_FILE: join(folder, 'no.pem') }, `FAIL  ${TLS}: TLS_KEY_FILE cannot be read`],
      [{ TLS_KEY_FILE: join(folder, 'empty.pem') }, `FAIL  ${TLS}: TLS_KEY_FILE holds no private key in PEM`],
      [{ PRODUCTION_URL: 'https://pay.example.com' }, `FAIL  ${TLS}: it is not for pay.example.com`],
      [{ ...none, PRODUCTION_URL: undefined }, `FAIL  ${TLS}: TLS_CERT_FILE is not set`],
      [{ ...none, TRUSTED_PROXIES: '127.0.0.1' }, `skip  ${TLS}: TRUSTED_PROXIES end TLS`],
    ]
    for (const [changes, line] of cases) expect(await check(changes)).toContain(line)
  })

  it('ach inspect says what a file holds, or the line and the reason it is refused', async () => {
    const data = join(import.meta.dirname, '../data/ach')
    // Every sample's verdict is in read.test.ts; here is how the command says it.
    const names = ['return-WEB.ach', 'ppd-mixedDebitCredit-invalid.ach', 'crash-1.ach']
    for (const name of names) {
      const { code, output } = await runOperator(['ach', 'inspect', join(data, name)], {})
      const refused = name.includes('nvalid') || name.startsWith('crash-')
      expect(code, name).toBe(refused ? 1 : 0)
      expect(output, name).toMatch(refused ? /is refused: line \d+: / : /^From .* to .*\nMade \d{6}/)
    }
    expect(await runOperator(['ach', 'inspect', '/nowhere'], {})).toMatchObject({ code: 1 })
  })

  it('reconcile says that a day without files agrees', async () => {
    const running = await startService()
    await running.enterprise()
    const { code, output } = await runOperator(['reconcile', '2024-11-18'], {
      DATABASE_URL: running.databaseUrl,
      VAULT_KEY,
    })
    expect(output).toContain('Banking day 2024-11-18')
    expect(code).toBe(0)
  })
})
