import { rm } from 'node:fs/promises'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, createClient } from '../support/client.ts'
import { emptyDatabase, connect as openDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { completeSettings, productionFolder } from '../support/production-folder.ts'
import { readBanner, runOperator, startProgram } from '../support/program.ts'
import { behindProxy, type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let folder: string

beforeAll(async () => {
  folder = await productionFolder()
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

const complete = (port: number) => completeSettings(folder, port)

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
