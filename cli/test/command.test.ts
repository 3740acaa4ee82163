import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { creator, sandboxOf } from '../../sdk/test/support/sandbox.ts'
import { freePort } from '../../service/test/support/free-port.ts'
import { startReceiver } from '../../service/test/support/receiver.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { EXIT, EXIT_CODES } from '../src/exit-codes.ts'
import { DESCRIBED } from '../src/generated/operations.ts'
import { RESOURCE_COMMANDS } from '../src/resources.ts'
import { person, signedInTo } from './support.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
})

const signedIn = () => signedInTo(running)

describe('login', () => {
  it('keeps the key in a file that only its owner can read, by profile', async () => {
    const { env, tributary, sandbox } = await signedIn()
    const file = join(env.HOME as string, '.config/tributary/profiles.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default.api_key).toBe(sandbox.apiKey)
    const other = await sandboxOf(running)
    const root = other.baseUrl.replace('/enterprise/v1', '')
    await tributary(['login', '--profile', 'second', '--base-url', root, '--api-key', other.apiKey])
    const listed = await tributary('profiles --json')
    expect(listed.json).toMatchObject([
      { name: 'default', current: false },
      { name: 'second', current: true, base_url: other.baseUrl },
    ])
    expect(listed.stdout).not.toContain(other.apiKey)
    const ids = async (words: string) => (await tributary(`enterprise get --json ${words}`)).json.id
    expect(await ids('')).toBe(await ids('--profile second'))
    expect(await ids('')).not.toBe(await ids('--profile default'))
    expect((await tributary('profiles default')).code).toBe(0)
    expect((await tributary('logout second')).code).toBe(0)
    expect((await tributary('enterprise get --profile second')).code).toBe(EXIT.credential)
    chmodSync(file, 0o644)
    expect(await tributary('enterprise get')).toMatchObject({
      code: EXIT.credential,
      stderr: expect.stringContaining('chmod 600'),
    })
  })

  it('refuses a key that the service does not know, and keeps nothing', async () => {
    const { env, tributary } = person()
    const base = (await sandboxOf(running)).baseUrl
    const refused = await tributary(['login', '--base-url', base], { stdin: 'sk_sandbox_nobody' })
    expect(refused).toMatchObject({
      code: EXIT.credential,
      stderr: expect.stringMatching(/^error: .*unauthorized, req_/),
    })
    expect(() => statSync(join(env.HOME as string, '.config/tributary/profiles.json'))).toThrow()
    expect(await tributary('payouts list')).toMatchObject({
      code: EXIT.credential,
      stderr: expect.stringContaining('tributary login'),
    })
  })
})

describe('a command for every operation', () => {
  it('there is one for each, with the options that the document names', () => {
    expect(RESOURCE_COMMANDS).toHaveLength(Object.keys(DESCRIBED).length)
    const create = RESOURCE_COMMANDS.find(({ name }) => name === 'payouts create')
    expect(create?.options.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['account-connection', 'amount-in-cents', 'date', 'user-data', 'idempotency-key']),
    )
  })

  it('reads options of every kind, and shows tables for people and JSON for programs', async () => {
    const { tributary, sandbox } = await signedIn()
    const words = [
      'account-connections',
      'create',
      '--first-name',
      'Ann',
      '--last-name=Lee',
      '--email',
      'ann@example.com',
    ]
    const more = [
      '--requested-permissions',
      'payment.credit,payment.debit',
      '--verification-prompt',
      'Who?',
      '--verification-answer',
      'me',
    ]
    const made = await tributary([...words, ...more, '--user-data', '{"a":[1]}', '--json'])
    expect(made.json).toMatchObject({
      first_name: 'Ann',
      requested_permissions: ['payment.credit', 'payment.debit'],
      user_data: { a: [1] },
    })
    await sandbox.client.sandbox.connect({ account_connection: made.json.id, type: 'direct' })
    const pay = ['payouts', 'create', '--data', '-', '--amount-in-cents', '500', '--idempotency-key', 'once']
    const body = JSON.stringify({ account_connection: made.json.id, description: 'Hi' })
    const [one, two] = [
      await tributary([...pay, '--json'], { stdin: body }),
      await tributary([...pay, '--json'], { stdin: body }),
    ]
    expect(two.json).toEqual(one.json)
    expect(one.json).toMatchObject({ amount_in_cents: 500, description: 'Hi' })
    const listed = await tributary('payouts list')
    expect(listed.stdout).toMatch(
      new RegExp(`^id +status +type +amount_in_cents.*\\n${one.json.id}  (pending|sent) +direct  500`),
    )
    expect((await tributary('payouts list --json')).json.pagination).toMatchObject({ total: 1 })
    expect((await tributary(`payouts get ${one.json.id}`)).stdout).toMatch(/^amount_in_cents +500$/m)
    expect((await tributary('connect create-invite --account-connection x --send-email=false')).stderr).toContain(
      'not_found, req_',
    )
    for (let n = 0; n < 3; n++) await sandbox.client.buyers.create({})
    expect((await tributary('buyers list --page-size 1')).stderr).toContain('1 of 3')
    expect((await tributary('buyers list --page-size 2 --all --json')).stdout.trim().split('\n')).toHaveLength(3)
  })

  it('says in one sentence what is wrong, with an exit code', async () => {
    const { tributary, env } = await signedIn()
    const wrong: [string, number, string][] = [
      ['payout list', EXIT.usage, 'There is no command'],
      ['payouts create', EXIT.usage, 'Missing: --account-connection, --amount-in-cents.'],
      ['payouts create --amount 5', EXIT.usage, 'Did you mean --amount-in-cents?'],
      ['payouts create --account-connection a --amount-in-cents x', EXIT.usage, 'is a number'],
      ['payouts list --status lost', EXIT.usage, 'is one of'],
      ['payouts get', EXIT.usage, 'It takes ID.'],
      ['payouts get pay_nobody', EXIT.refused, 'not_found, req_'],
      ['buyers create --data @/nowhere.json', EXIT.usage, 'There is no file /nowhere.json'],
      ['clock set 2001-01-01', EXIT.usage, 'only goes forward'],
      ['trigger nothing', EXIT.usage, 'There is no trigger nothing'],
      ['listen', EXIT.usage, '--forward-to is missing'],
      ['listen --forward-to nowhere', EXIT.usage, '--forward-to nowhere is no address'],
    ]
    for (const [line, code, says] of wrong) {
      const ran = await tributary(line)
      expect([line, ran.code, ran.stderr]).toEqual([line, code, expect.stringContaining(says)])
      expect(ran.stderr).toMatch(/^error: .*\n$/)
    }
    const away = person({
      ...env,
      TRIBUTARY_BASE_URL: `http://127.0.0.1:${await freePort()}/enterprise/v1`,
      TRIBUTARY_API_KEY: 'sk_sandbox_1',
    })
    expect(await away.tributary('sandbox get-clock')).toMatchObject({
      code: EXIT.unreachable,
      stderr: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('has colours on a terminal alone, and not where NO_COLOR is set', async () => {
    const { tributary, env } = await signedIn()
    expect((await tributary('payouts list')).stdout).toBe('None.\n')
    expect((await tributary('payouts list', { terminal: true })).stdout).toContain('\u001b[')
    env.NO_COLOR = '1'
    expect((await tributary('payouts list', { terminal: true })).stdout).toBe('None.\n')
  })
})

describe('clock', () => {
  it('shows the time of the sandbox, and moves it forward, also by years', async () => {
    const { tributary } = await signedIn()
    const before = Date.parse((await tributary('clock --json')).json.now)
    const moved = Date.parse((await tributary('clock advance 1d2h --json')).json.now)
    expect(moved - before).toBeGreaterThanOrEqual(26 * 3_600_000)
    const year = new Date().getUTCFullYear() + 3
    const set = (await tributary(`clock set ${year}-06-01T00:00:00Z`)).stdout
    expect(set).toMatch(new RegExp(`^${year}-06-01T00:00:0`))
  })
})

describe('tail', () => {
  it('shows the requests of the key as they come, each once, without secrets', async () => {
    const { tributary, sandbox } = await signedIn()
    await sandbox.client.accountConnections.create(creator())
    await sandbox.client.payouts.get('pay_nobody').catch(() => {})
    await expect
      .poll(async () => (await tributary('tail --once --status 4xx')).stdout)
      .toMatch(/404 {2}GET {5}\/payout\/pay_nobody/)
    const ended = new AbortController()
    const following = tributary('tail --last 0 --bodies --json --poll 50', { signal: ended.signal })
    await sandbox.client.buyers.create({ first_name: 'Ben' })
    await expect.poll(async () => (await tributary('tail --once --method POST')).stdout).toContain('/buyer')
    await new Promise((resolve) => setTimeout(resolve, 300))
    ended.abort()
    const { code, stdout } = await following
    const paths = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(code).toBe(EXIT.interrupted)
    expect(paths.filter(({ path }) => path === '/buyer')).toMatchObject([{ request_body: { first_name: 'Ben' } }])
    expect(stdout).not.toContain('4711')
  })
})

describe('pay', () => {
  it('shows the file, asks, pays each row once, and nobody twice when it is run again', async () => {
    const { tributary, env, sandbox } = await signedIn()
    const { client } = sandbox
    const ids: string[] = []
    for (const external_id of ['one', 'two']) {
      const { id } = await client.accountConnections.create({ ...creator(), external_id })
      await client.sandbox.connect({ account_connection: id, type: 'direct' })
      ids.push(id)
    }
    const file = join(env.HOME as string, 'pay.csv')
    const rows = Array.from({ length: 600 }, (_, nth) => `${ids[nth % 2]},,0.01,"Row ""${nth}"", paid",`)
    writeFileSync(
      file,
      `\uFEFFaccount_connection,external_id,amount,description,date\r\n${rows.join('\r\n')}\r\n,two,"$1,250.50",,2090-01-01\r\n`,
    )
    expect(await tributary(['pay', file])).toMatchObject({
      code: EXIT.usage,
      stderr: expect.stringContaining('601 payouts, $1,256.50 in all'),
    })
    const dry = await tributary(['pay', file, '--dry-run', '--json'])
    expect(dry.json).toMatchObject({ total_in_cents: 125_650, payouts: expect.any(Array) })
    expect((await client.payouts.list()).pagination.total).toBe(0)
    for (let n = 0; n < 2; n++) {
      expect(await tributary(['pay', file, '--yes'])).toMatchObject({ code: EXIT.done, stdout: 'Paid: 601 payouts.\n' })
      expect((await client.payouts.list()).pagination.total).toBe(601)
    }
    expect((await client.payouts.list({ page_size: 1 })).data[0]).toMatchObject({
      amount_in_cents: 125_050,
      status: 'ready',
    })
  })

  it('names the faults of every row, and pays nobody', async () => {
    const { tributary, env, sandbox } = await signedIn()
    const file = join(env.HOME as string, 'pay.csv')
    writeFileSync(file, 'external_id;amount\nnobody;1\n;2\n')
    const ran = await tributary(['pay', file, '--yes'])
    expect(ran.code).toBe(EXIT.refused)
    expect(ran.stderr).toMatch(/Line 2: .*\nLine 3: The row names nobody/)
    const { id } = await sandbox.client.accountConnections.create(creator())
    for (const amount of ['12,50', '12.505', '0', '-1', '1e3', '']) {
      writeFileSync(file, `account_connection\tamount\n${id}\t${amount}\n`)
      expect([amount, (await tributary(['pay', file, '--yes'])).stderr]).toEqual([
        amount,
        expect.stringContaining('Line 2: '),
      ])
    }
    writeFileSync(file, `account_connection,amount\n${id},999999\n`)
    expect(await tributary(['pay', file, '--yes'])).toMatchObject({
      code: EXIT.refused,
      stderr: expect.stringContaining('too little'),
    })
    expect((await sandbox.client.payouts.list()).pagination.total).toBe(0)
  })
})

describe('doctor', () => {
  it('finds nothing where all is well, and what is wrong where it is not', async () => {
    const { tributary, env, sandbox } = await signedIn()
    const well = await tributary('doctor')
    expect([well.code, well.stdout]).toEqual([EXIT.done, expect.stringMatching(/✓ key +valid for/)])
    const receiver = await startReceiver(500)
    await sandbox.client.webhooks.create({ url: receiver.url, event: 'account_connection.update' })
    const { id } = await sandbox.client.accountConnections.create(creator())
    await sandbox.client.accountConnections.update(id, { display_name: 'A' })
    await expect
      .poll(async () => (await tributary('doctor')).stdout)
      .toMatch(/✗ webhook +account_connection.update → .* fails: answered 500$/m)
    expect((await tributary('doctor')).code).toBe(EXIT.partly)
    const stranger = person({ TRIBUTARY_API_KEY: 'sk_sandbox_nobody', TRIBUTARY_BASE_URL: sandbox.baseUrl })
    expect(await stranger.tributary('doctor')).toMatchObject({
      code: EXIT.partly,
      stdout: expect.stringMatching(/✗ key .*unauthorized/),
    })
    env.TRIBUTARY_BASE_URL = `http://127.0.0.1:${await freePort()}/enterprise/v1`
    expect(await tributary('doctor')).toMatchObject({
      code: EXIT.partly,
      stdout: expect.stringMatching(/✗ service .*ECONNREFUSED/),
    })
  })
})

describe('open, completion and help', () => {
  it('tell what they are asked for', async () => {
    const { tributary, sandbox } = await signedIn()
    const root = sandbox.baseUrl.replace('/enterprise/v1', '')
    expect((await tributary('open docs')).stdout).toBe(`${root}/docs\n`)
    expect((await tributary('open nowhere')).code).toBe(EXIT.usage)
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout } = await tributary(`completion ${shell}`)
      for (const word of ['account-connections', 'payout.returned', 'forward-to']) expect(stdout).toContain(word)
    }
    const help = (await tributary('help')).stdout
    const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
    for (const [code, means] of EXIT_CODES) expect(readme).toContain(`| ${code} | ${means} |`)
    for (const word of ['listen', 'webhooks', 'get-secret', '130']) expect(help).toContain(word)
    expect((await tributary('payouts create --help')).stdout).toContain('--amount-in-cents VALUE')
    expect((await tributary('payouts')).stdout).toContain('payouts create')
    expect((await tributary('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
