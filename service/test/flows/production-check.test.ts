import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { goLive } from '../../src/app/go-live/go-live.ts'
import { readConfig } from '../../src/config.ts'
import { verifySmtp } from '../../src/rails/messages/smtp.ts'
import { bankFiles, productionFolder } from '../support/production-folder.ts'
import { runOperator } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let folder: string

beforeAll(async () => {
  folder = await productionFolder()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

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
      ...bankFiles(folder),
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
