import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { sandboxOf } from '../../sdk/test/support/sandbox.ts'
import { freePort } from '../../service/test/support/free-port.ts'
import { startService } from '../../service/test/support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The commands that the README shows, one per line. */
async function readCommands(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'cli/README.md'), 'utf8')
  const [block = ''] = text.match(/(?<=```sh\n)[\s\S]*?(?=```)/) ?? []
  return block.trim().split('\n')
}

it('five commands of the README lead from an empty folder to a first webhook, and the package serves agents too', async () => {
  const { apiKey, baseUrl } = await sandboxOf(await startService())
  const folder = await mkdtemp(join(tmpdir(), 'five-commands-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`
  const packed = await run('npm', ['pack', '--pack-destination', folder], {
    cwd: join(ROOT, 'cli'),
    env: { ...process.env, PATH: path },
  })
  const tarball = join(folder, packed.stdout.trim().split('\n').at(-1) ?? '')
  const port = String(await freePort())
  const commands = await readCommands()
  expect(commands).toHaveLength(5)

  const empty = await mkdtemp(join(tmpdir(), 'five-commands-'))
  onTestFinished(() => rm(empty, { recursive: true, force: true }))
  const env = {
    PATH: process.env.PATH,
    HOME: empty,
    npm_config_offline: 'true',
    npm_config_cache: join(folder, 'cache'),
  }
  const outputs: string[] = []
  for (const [at, line] of commands.entries()) {
    const command = line
      .replace('@tributary/cli', tarball)
      .replace('sk_sandbox_…', `${apiKey} --base-url ${baseUrl}`)
      .replaceAll('8080', port)
    outputs.push('')
    const isServer = command.endsWith('&')
    // A group of its own: `npx` starts further processes.
    const child = spawn('sh', ['-c', command.replace(/&$/, '')], { cwd: empty, env, detached: true })
    if (isServer) onTestFinished(() => void process.kill(-(child.pid as number), 'SIGTERM'))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (outputs[at] += chunk))
    if (!isServer)
      expect([command, await new Promise((resolve) => child.on('close', resolve)), outputs[at]]).toEqual([
        command,
        0,
        expect.any(String),
      ])
    else if (command.includes('tributary listen')) await expect.poll(() => outputs[at]).toContain('Forwarding')
  }
  await expect.poll(() => outputs[2]).toMatch(/"event":"payout\.update","id":"pay_/)
  await expect.poll(() => outputs[3]).toMatch(/payout\.update {2}pay_\w+ {2}→ 200/)

  const server = spawn('sh', ['-c', 'exec npx --no tributary mcp'], { cwd: empty, env, detached: true })
  onTestFinished(() => void process.kill(-(server.pid as number), 'SIGKILL'))
  let answered = ''
  server.stdout.on('data', (chunk) => {
    answered += chunk
  })
  server.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
  await expect.poll(() => answered).toContain('"serverInfo":{"name":"tributary"')
})

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

it('the clone runs the command by `npm exec`', async () => {
  const { stdout } = await run('npm', ['exec', '--no', 'tributary', '--', '--version'], { cwd: ROOT })
  expect(stdout.trim()).toBe(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version)
})
