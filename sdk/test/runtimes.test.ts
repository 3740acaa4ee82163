import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { needsTool } from '../../service/test/support/tools.ts'
import { sandboxOf } from './support/sandbox.ts'

const SOURCE = join(import.meta.dirname, '../typescript/src/index.ts')
const BUNDLE_MAX_BYTES = 25 * 1_024
const run = promisify(execFile)

/** The library in one file, as an enterprise's own build would make it. */
async function bundle(): Promise<string> {
  const lib = { entry: SOURCE, formats: ['es' as const] }
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', minify: 'oxc', lib },
  })
  const [{ output }] = [made].flat() as [Rolldown.RolldownOutput]
  return output.map((part) => ('code' in part ? part.code : '')).join('')
}

/** Nothing here but the library, fetch and WebCrypto. */
const program = (apiKey: string, baseUrl: string): string => `
import { ApiError, createTributary } from './sdk.mjs'

const client = createTributary({ apiKey: '${apiKey}', baseUrl: '${baseUrl}' })
const { id } = await client.accountConnections.create({
  first_name: 'Alice', last_name: 'Alison', email: 'alice@example.com', requested_permissions: ['payment.credit'],
  verification_prompt: 'Your student number?', verification_answer: '4711',
})
await client.sandbox.connect({ account_connection: id, type: 'direct' })
for (let nth = 0; nth < 3; nth++) await client.payouts.create({ account_connection: id, amount_in_cents: 100 })
let listed = 0
for await (const payout of client.payouts.list({ page_size: 2 })) listed += payout.amount_in_cents
const refused = await client.payouts.get('pay_none').catch((error) => error instanceof ApiError && error.code)
const secret = 'whsec_' + btoa('0123456789abcdef0123456789abcdef')
const body = JSON.stringify({ id: 'evt_1' })
const verified = await client.webhooks.verify(body, await client.webhooks.sign(body, { id: 'evt_1', secret }), secret)
console.log(JSON.stringify({ listed, refused, verified }))
`

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

it('the whole library is at most 25 KB in a bundle, as gzip sends it', async () => {
  const bytes = gzipSync(await bundle()).length
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(BUNDLE_MAX_BYTES)
})

describe.each([
  { runtime: 'node', args: [] as string[], source: 'https://nodejs.org' },
  { runtime: 'deno', args: ['run', '--allow-net'], source: 'the npm package deno' },
  { runtime: 'bun', args: [], source: 'the npm package bun' },
])('under $runtime', ({ runtime, args, source }) => {
  const tool = needsTool(runtime, source)

  it.skipIf(tool.isMissing)(`pays, lists, refuses and verifies${tool.note}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sdk-runtime-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { apiKey, baseUrl } = await sandboxOf(running)
    await writeFile(join(folder, 'sdk.mjs'), await bundle())
    await writeFile(join(folder, 'program.mjs'), program(apiKey, baseUrl))
    const { stdout } = await run(runtime, [...args, 'program.mjs'], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({ listed: 300, refused: 'not_found', verified: { id: 'evt_1' } })
  })
})
