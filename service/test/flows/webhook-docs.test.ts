import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Client } from '../support/client.ts'
import { invited } from '../support/payouts.ts'
import { startReceiver } from '../support/receiver.ts'
import { type RunningService, startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../..')
let running: RunningService
let examples: Record<string, string>

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
  const text = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8')
  examples = Object.fromEntries(
    [...text.matchAll(/```(ts|python|sh)\n([\s\S]*?)```/g)].map(([, name, code]) => [name, code]),
  )
})

function present(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(`skipped: ${command} is not installed here\n`)
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function temporaryFile(name: string, content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), content)
  // Where it finds the library, as after `npm install`.
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, name)
}

/** Runs a receiver as the document writes it, changes something, and sees it verified; then a forgery refused. */
async function verifies(command: string, file: string): Promise<void> {
  const { sandbox } = await running.enterprise()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { body } = await sandbox.post('/webhook', { url, event: 'account_connection.update' })
  const { secret } = (await sandbox.get(`/webhook/${body.id}/secret`)).body
  const child = spawn(command, [file], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect
    .poll(() =>
      fetch(url, { method: 'POST', body: '', headers: FORGED }).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
  await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: { é: 'ü' } })
  await expect.poll(async () => delivered(sandbox, body.id)).toBe('delivered')
  expect(output).toMatch(/^verified [\s\S]*account_connection\.update/)
}

const FORGED = {
  'webhook-id': 'evt_forged',
  'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
  'webhook-signature': 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
}

const delivered = async (client: Client, webhook: string): Promise<string> =>
  (await client.get(`/webhook/${webhook}/delivery`)).body.data[0]?.status

describe('docs/webhooks.md', () => {
  it('verifies in TypeScript as it is written', async () => {
    await verifies(process.execPath, await temporaryFile('example.ts', examples.ts ?? ''))
  })

  it.runIf(present('python3', '--version'))('verifies in Python as it is written', async () => {
    await verifies('python3', await temporaryFile('example.py', examples.python ?? ''))
  })

  it.runIf(present('openssl', 'version') && present('curl', '--version'))(
    'verifies with curl and openssl as it is written, also while two secrets overlap',
    async () => {
      const { sandbox, keys } = await running.enterprise()
      const receiver = await startReceiver()
      const webhook = (await sandbox.post('/webhook', { url: receiver.url, event: 'payout.update' })).body.id
      await sandbox.post(`/webhook/${webhook}/secret/rotate`)
      await sandbox.post(`/webhook/${webhook}/test`)
      await expect.poll(() => receiver.calls.length).toBe(1)
      const [call] = receiver.calls
      const file = await temporaryFile('body.json', call?.text ?? '')
      const variables = {
        PATH: process.env.PATH,
        API_KEY: keys.sandbox,
        BASE: sandbox.base,
        WEBHOOK: webhook,
        WEBHOOK_ID: call?.headers['webhook-id'] as string,
        WEBHOOK_TIMESTAMP: call?.headers['webhook-timestamp'] as string,
        WEBHOOK_SIGNATURE: call?.headers['webhook-signature'] as string,
      }
      const run = (env: NodeJS.ProcessEnv) =>
        promisify(execFile)('sh', ['-e', '-c', examples.sh ?? ''], { cwd: join(file, '..'), env })
      expect((await run(variables)).stdout).toBe('verified\n')
      await expect(run({ ...variables, WEBHOOK_ID: 'evt_forged' })).rejects.toThrow()
    },
  )
})
