import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settingsTable } from '../../src/config.ts'
import { ALL_COMMANDS } from '../../src/operator/commands.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8')

/** Runs the receiver of the README, and says what it has printed. */
function receive(code: string): () => string {
  const child = spawn('node', ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  return () => printed
}

describe('the README', () => {
  it('its quickstart works as it is written', async () => {
    const KEY = 'sk_sandbox_quickstart'
    const { roots } = await startService({ DEMO_API_KEY: KEY })
    const text = await read('README.md')
    const port = String(await freePort())
    const printed = receive(/^ {4}node -e '(.+)'$/m.exec(text)?.[1]?.replace('8080', port) ?? '')
    const [script] = text.match(/(?<=```sh\n)[\s\S]*?(?=```)/) ?? []
    const local = (script ?? '')
      .replace('http://localhost:4000', roots.sandbox)
      .replaceAll('localhost:8080', `localhost:${port}`)
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', local])
    expect(stdout).toContain('"balance_in_cents":10000000')
    expect(stdout).toContain('"id":"wh_')
    expect(stdout).toContain('idempotent-replayed: true')
    expect(stdout).toContain('"param":"colour","code":"unknown_field"')
    expect(stdout).toMatch(/\{"now":"[^"]+"\}/)
    expect(stdout).toMatch(/"amount_in_cents":12500[^\n]*"status":"sent"/)
    await expect.poll(printed).toMatch(/^\{"event":"payout.update","id":"pay_/m)
  })
})

describe('docs/purchases.md', () => {
  it('its calls work as they are written', async () => {
    const KEY = 'sk_sandbox_quickstart'
    const { roots } = await startService({ DEMO_API_KEY: KEY })
    const [script] = (await read('docs/purchases.md')).match(/(?<=```sh\n)[\s\S]*?(?=```)/) ?? []
    const local = (script ?? '').replace('http://localhost:4000', roots.sandbox)
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', local])
    expect(stdout).toContain('"last_four":"4242"')
    expect(stdout).toContain('"status":"pending"')
    expect(stdout).toMatch(/"status":"refunded"[\s\S]*"total_in_cents":8000/)
  })
})

describe('docs/creators-money.md', () => {
  it('its commands do what it says', async () => {
    const { roots } = await startService({ DEMO_API_KEY: 'sk_sandbox_quickstart' })
    const [script] = (await read('docs/creators-money.md')).match(/(?<=```sh\n)[\s\S]*?(?=```)/) ?? []
    const local = (script ?? '').replace('http://localhost:4000', roots.sandbox)
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', local])
    expect(stdout).toContain('"code":"incorrect_code"')
    expect(stdout).toMatch(/"failed_commits":1,"attempts_left":2/)
    expect(stdout).toMatch(/"amount_in_cents":2500[^\n]*"status":"pending"/)
    expect(stdout).toMatch(/"amount_in_cents":2500[^\n]*"status":"sent"/)
    expect(stdout).toMatch(/"agreement_ip":"127.0.0.1"/)
    expect(stdout.match(/"amount_in_cents":1250\}\],"remaining_in_cents":8754/g)).toHaveLength(2)
    expect(stdout).toContain('"deposit_amount_in_cents":10004,"amount_in_cents":1250')
  })
})

describe('docs/operations.md', () => {
  it('lists every setting as the program knows it', async () => {
    const rows = settingsTable().map(({ name, means, fallback }) => `| \`${name}\` | ${means} | ${fallback} |`)
    const table = ['| variable | means | default |', '|---|---|---|', ...rows].join('\n')
    expect(await read('docs/operations.md')).toContain(`<!-- settings -->\n${table}\n<!-- /settings -->`)
  })

  it("lists every command of the operator's as its help does", async () => {
    const rows = ALL_COMMANDS.map(({ name, args, does }) => `| \`${`${name} ${args}`.trim()}\` | ${does} |`)
    const table = ['| command | does |', '|---|---|', ...rows].join('\n')
    expect(await read('docs/operations.md')).toContain(`<!-- commands -->\n${table}\n<!-- /commands -->`)
  })
})
