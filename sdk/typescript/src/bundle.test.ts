import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, it, onTestFinished } from 'vitest'

const GZIP_MAX = 25 * 1_024

let bundle: string

/** The whole library as one script, as an application's bundler makes it. */
beforeAll(async () => {
  const [made] = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: `${import.meta.dirname}/index.ts`, formats: ['iife'], name: 'tributary' },
    },
  })) as Rolldown.RolldownOutput[]
  bundle = made?.output[0].code ?? ''
})

it('the bundle is no larger than 25 KB, compressed', () => {
  expect(gzipSync(bundle).length).toBeGreaterThan(1_000)
  expect(gzipSync(bundle).length).toBeLessThanOrEqual(GZIP_MAX)
})

it('it runs where there is nothing but what workers, Deno and Bun have, too', async () => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"now":"2026-11-15T01:12:00.000Z"}'),
  ).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const web = { fetch, crypto, URL, URLSearchParams, Headers, AbortSignal, TextEncoder, TextDecoder, atob, btoa }
  const context = createContext({ ...web, setTimeout, clearTimeout, performance, Uint8Array })
  const program = `${bundle};(async () => {
    const client = tributary.createTributary({ apiKey: 'sk_sandbox_1', baseUrl: 'http://127.0.0.1:${port}' })
    const secret = 'whsec_' + btoa('0123456789abcdef')
    const body = '{"event":"payout.update","id":"pay_1","timestamp":1,"user_data":{}}'
    const headers = await client.webhooks.sign(body, { id: 'evt_1', secret })
    return JSON.stringify([await client.sandbox.getClock(), await client.webhooks.verify(body, headers, secret)])
  })()`
  expect(JSON.parse(await runInContext(program, context))).toEqual([
    { now: '2026-11-15T01:12:00.000Z' },
    { event: 'payout.update', id: 'pay_1', timestamp: 1, user_data: {} },
  ])
})
