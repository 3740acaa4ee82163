import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const CONSUMER = `
import { createServer } from 'node:http'
import { ApiError, Tributary } from '@tributary/sdk'

const server = createServer((request, response) => {
  response.writeHead(request.method === 'POST' ? 402 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ message: 'Too little.', code: 'insufficient_funds', request_id: 'req_1', now: 'then' }))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as { port: number }
const tributary = new Tributary({ apiKey: 'sk_sandbox_1', baseUrl: \`http://127.0.0.1:\${port}\` })
const { now }: { now: string } = await tributary.sandbox.getClock()
try {
  await tributary.payouts.create({ account_connection: 'acon_1', amount_in_cents: 1 })
} catch (error) {
  if (error instanceof ApiError && error.is('insufficient_funds')) console.log(now, error.code, error.requestId)
}
server.close()

export const mistakes = () => [
  // @ts-expect-error: an amount is a number
  tributary.payouts.create({ account_connection: 'acon_1', amount_in_cents: '1' }),
  // @ts-expect-error: there is no such status
  tributary.payouts.list({ status: 'lost' }),
  // @ts-expect-error: the id is missing
  tributary.payouts.get(),
  // @ts-expect-error: there is no such field
  tributary.buyers.create({ name: 'Ben' }),
]
`

it('the package holds what it needs, compiles for its users and runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sdk-package-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` }
  const source = join(ROOT, 'sdk/typescript')
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source, env })
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  const packed: string[] = files.map(({ path }: { path: string }) => path)
  expect(packed).toEqual(expect.arrayContaining(['package.json', 'README.md', 'dist/index.js', 'dist/index.d.ts']))
  expect(packed.filter((path) => !/^(package\.json|README\.md|dist\/[\w./-]+\.(js|d\.ts))$/.test(path))).toEqual([])

  const place = join(folder, 'node_modules/@tributary/sdk')
  await mkdir(place, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', place, '--strip-components=1'])
  expect(await readdir(place)).toContain('dist')
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'consumer.ts'), CONSUMER)
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node']
  const strict = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--noEmit', 'false', '--skipLibCheck']
  await run('tsc', [...strict, ...types, 'consumer.ts'], { cwd: folder, env })
  const answered = await run(process.execPath, ['consumer.js'], { cwd: folder })
  expect(answered.stdout).toBe('then insufficient_funds req_1\n')
})
