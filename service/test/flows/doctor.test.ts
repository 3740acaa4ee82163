import { execFileSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Check, faultOf } from '../../src/app/go-live/checks.ts'
import { goLive } from '../../src/app/go-live/go-live.ts'
import { OUTSIDE_CHECKS } from '../../src/app/go-live/outside-checks.ts'
import { readConfig } from '../../src/config.ts'
import { examine } from '../../src/operator/doctor.ts'
import { requireTenant, stopPayouts } from '../../src/tenants/index.ts'
import { said } from '../support/doctor.ts'
import { connected } from '../support/payouts.ts'
import { temporaryHome } from '../support/program.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

/** An HTTP server of the provider's; answers its address. */
async function provider(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('doctor', () => {
  it('finds a sound service sound, and says what is wrong and what to do when it is not', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY }
    const sound = await said(examine(variables))
    expect(sound).toMatch(/^ok {4}The database answers, and the vault key is its own$/m)
    expect(sound).toMatch(/^ok {4}No book is stopped$/m)
    expect(sound).toMatch(/^skip {2}The mail server accepts our connection: SMTP_URL is not set$/m)
    // The server of the tests trades durability for speed, and nothing else is wrong with it.
    expect(sound).toMatch(/^FAIL {2}A crash of PostgreSQL loses nothing .*: off: fsync, .*\n {6}Switch it on/m)
    expect(sound).toMatch(/, 1 failure, /)

    const { id } = await running.enterprise()
    await running.database.transaction(async (tx) =>
      stopPayouts(tx, await requireTenant(tx, id, 'production'), 'a test stops it'),
    )
    const key = join(await temporaryHome(), 'sftp.key')
    await writeFile(key, 'no key')
    await chmod(key, 0o644)
    const ill = await said(
      examine({ ...variables, SMTP_URL: 'smtp://127.0.0.1:1', ACH_SFTP_KEY_FILE: key, ACH_OUT: '/nowhere' }),
    )
    expect(ill).toMatch(/^FAIL {2}No book is stopped: tributary_payouts_stopped\{production\} is 1\n {6}See docs\//m)
    expect(ill).toMatch(/^FAIL {2}The mail server accepts our connection: .*ECONNREFUSED.*\n {6}Check SMTP_URL/m)
    expect(ill).toMatch(/^FAIL {2}Nobody else reads the files of secrets: .*mode 644\n/m)
    expect(ill).toMatch(/^FAIL {2}The bank's folders can be read and written: their settings are not complete$/m)
    expect(ill).toMatch(/, 5 failures, /)
  })

  it('names every setting that cannot be read, and no secret', async () => {
    const wrong = await said(examine({ PORT: 'eighty', VAULT_KEY: 'hunter2', LOG_LEVEL: 'loud' }))
    expect(wrong).toMatch(/^FAIL {2}Every setting can be read: PORT must be a whole number/m)
    expect(wrong).toMatch(/^FAIL {2}Every setting can be read: VAULT_KEY must be 32 bytes in base64/m)
    expect(wrong).toMatch(/^FAIL {2}Every setting can be read: LOG_LEVEL must be one of/m)
    expect(wrong).toMatch(/, 3 failures, /)
    expect(wrong).not.toContain('hunter2')
  })

  it('says when the certificate of production has ended, is about to, or is not valid yet', async () => {
    const folder = await temporaryHome()
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost'.split(' ')
    const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
    execFileSync('openssl', [...kind, ...names], { stdio: 'pipe' })
    const config = readConfig({ PRODUCTION_URL: 'https://localhost', TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
    const check = OUTSIDE_CHECKS.find(({ what }) => what.startsWith('The TLS certificate')) as Check
    const inDays = (days: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
      return faultOf(check, undefined, config).finally(() => vi.useRealTimers())
    }
    expect(await inDays(0)).toBeUndefined()
    expect(await inDays(20)).toMatch(/^it is valid for \d more days$/)
    expect(await inDays(40)).toMatch(/^it has ended on \d{4}-\d\d-\d\d$/)
    expect(await inDays(-2)).toMatch(/^it is not valid before .*; is the clock right\?$/)
  })

  it('has something to say when the database cannot be reached, or the vault key is another', async () => {
    const away = await said(examine({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/none', VAULT_KEY }))
    expect(away).toMatch(/^FAIL {2}The database answers, .*ECONNREFUSED.*\n {6}Check DATABASE_URL/m)
    expect(away).not.toContain('hunter2')
    const { databaseUrl } = await startService({}, undefined, { role: 'api' })
    const other = { DATABASE_URL: databaseUrl, VAULT_KEY: Buffer.alloc(32, 9).toString('base64') }
    expect(await said(examine(other))).toMatch(/^FAIL {2}The database answers, .*VAULT_KEY is not the key/m)
  })

  it('and production check really ask the SMS provider, the card processor and the identity provider', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const asked: string[] = []
    const refuses: RequestListener = ({ method, url, headers }, reply) => {
      asked.push(`${method} ${url} ${headers.authorization?.split(' ')[0]}`)
      reply.writeHead(401).end()
    }
    const base = await provider(refuses)
    const variables = {
      SMS_URL: base,
      SMS_ACCOUNT: 'AC1',
      SMS_TOKEN: 'token-of-sms',
      SMS_FROM: '+15550006789',
      STRIPE_API_KEY: 'sk_live_secret',
      STRIPE_API_BASE: base,
      IDENTITY_URL: base,
      IDENTITY_KEY: 'key-of-identity',
    }
    const text = (await goLive(running.database, readConfig(variables))).lines.join('\n')
    for (const what of ['The SMS provider', 'The card processor', 'The provider of identity checks']) {
      expect(text).toMatch(new RegExp(`^FAIL  ${what} accepts our \\w+: .* refuses the credentials \\(401\\)$`, 'm'))
    }
    expect(asked).toEqual(['GET /2010-04-01/Accounts/AC1.json Basic', 'GET /v1/balance Bearer', 'GET /checks Bearer'])
    expect(text).not.toMatch(/token-of-sms|sk_live_secret|key-of-identity/)
  })

  it("compares the machine's clock with that of a provider, whose signatures depend on it", async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const answers = (date: Date) =>
      provider((_request, reply) => void reply.writeHead(200, { date: date.toUTCString() }).end('{}'))
    const said = async (base: string) => {
      const variables = { STRIPE_API_KEY: 'sk_live_secret', STRIPE_API_BASE: base }
      const { lines } = await goLive(running.database, readConfig(variables))
      return lines.find((line) => line.includes('The card processor'))
    }
    expect(await said(await answers(new Date()))).toBe('pass  The card processor accepts our key')
    expect(await said(await answers(new Date(Date.now() - 3_600_000)))).toMatch(
      /^FAIL {2}The card processor accepts our key: the clock of this machine is 36\d\d s ahead of that of 127\.0\.0\.1/,
    )
  })

  it('finds that no call to a webhook was answered, and an extension that was not brought up to date', async () => {
    const running = await startService({ DELIVERY_POLL_MS: '10' })
    const variables = { DATABASE_URL: running.databaseUrl, VAULT_KEY }
    expect(await said(examine(variables))).toMatch(/^ok {4}Calls to webhooks are answered by somebody$/m)
    const { sandbox } = running
    await sandbox.post('/webhook', { url: 'http://127.0.0.1:1/', event: 'payout.update' })
    await sandbox.post('/payout', { account_connection: await connected(sandbox, 'direct'), amount_in_cents: 100 })
    await expect
      .poll(() => said(examine(variables)), { timeout: 20_000 })
      .toMatch(
        /^WARN {2}Calls to webhooks are answered by somebody: none of .* to one host .*refused.*\n {6}If the receivers/m,
      )

    const owner = new pg.Client(running.databaseUrl)
    await owner.connect()
    onTestFinished(() => owner.end())
    await owner.query('create extension plpgsql').catch(() => {})
    const { rows } = await owner.query("select extversion from pg_extension where extname = 'plpgsql'")
    await owner.query("update pg_extension set extversion = '0.9' where extname = 'plpgsql'")
    expect(await said(examine(variables))).toMatch(
      new RegExp(`^WARN  The extensions .*: plpgsql is 0.9, the server has ${rows[0].extversion}`, 'm'),
    )
  })
})
