// npm run example: a small marketplace on Tributary's sandbox. See README.md.
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Market } from './market.ts'
import { listen } from './server.ts'
import { Tributary } from './tributary.ts'

const { TRIBUTARY_API_KEY, TRIBUTARY_BASE_URL, MARKETPLACE_PORT = '4100' } = process.env
const ROOT = join(import.meta.dirname, '../..')
const PORT = '4200'
const PATIENCE_MS = 120_000

/** Starts a service of its own, with a folder of its own, where no other was named. */
async function startService(): Promise<{ apiKey: string; baseUrl: string }> {
  const apiKey = 'sk_sandbox_marketplace'
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, PORT, DEMO_API_KEY: apiKey, TRIBUTARY_HOME: mkdtempSync(join(tmpdir(), 'marketplace-')) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      child.kill('SIGTERM')
      child.once('exit', () => process.exit(0))
    })
  }
  console.log('Starting Tributary …')
  const until = Date.now() + PATIENCE_MS
  const isReady = () =>
    fetch(`http://127.0.0.1:${PORT}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (Date.now() > until || child.exitCode !== null) throw new Error('Tributary did not start.')
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return { apiKey, baseUrl: `http://127.0.0.1:${PORT}/enterprise/v1` }
}

const options = TRIBUTARY_API_KEY
  ? { apiKey: TRIBUTARY_API_KEY, ...(TRIBUTARY_BASE_URL ? { baseUrl: TRIBUTARY_BASE_URL } : {}) }
  : await startService()
const market = new Market(new Tributary(options))
const { url } = await listen(market, Number(MARKETPLACE_PORT))
await market.start(`${url}/hook`)
const suffix = Date.now().toString(36)
for (const name of ['Alice Alison', 'Ben Benson']) {
  await market.addCreator(
    `${name.split(' ')[0]?.toLowerCase()}-${suffix}`,
    name,
    `${suffix}.${name.split(' ')[0]}@example.com`,
  )
}
console.log(`The marketplace is open at ${url}`)
