import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sandboxOf } from '../../sdk/test/support/sandbox.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { whenDone } from '../../service/test/support/when-done.ts'
import { Market } from './market.ts'
import { listen } from './server.ts'
import { Tributary } from './tributary.ts'

const EXPIRY = { expiration_month: 12, expiration_year: 2040 }
let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
})

/** A marketplace that is open, with a creator who has been through Connect. */
async function openMarket(type: 'direct' | 'ach' = 'direct') {
  const { apiKey, baseUrl } = await sandboxOf(running)
  const market = new Market(new Tributary({ apiKey, baseUrl }))
  const { url, server } = await listen(market, 0)
  whenDone(async () => {
    server.closeAllConnections()
    server.close()
  })
  await market.start(`${url}/hook`)
  const { connection } = await market.addCreator('alice', 'Alice Alison', 'alice@example.com')
  await market.tributary.sandbox.connect({ account_connection: connection, type })
  await expect.poll(() => market.creator('alice').status).toBe('active')
  return { market, url }
}

/** An order of 25.00 whose buyer has paid by card. */
async function sold(market: Market, id: string): Promise<void> {
  const { buyer } = await market.order(id, 'alice', 'Print', 2_500)
  await market.tributary.sandbox.card({ buyer, number: '4242424242424242', ...EXPIRY })
  expect(await market.pay(id)).toBe('pending')
}

const at = (url: string, path: string, method = 'GET') => fetch(url + path, { method, redirect: 'manual' })

describe('the marketplace', () => {
  it('onboards, sells, pays weekly and agrees with the books, all of it by webhook', async () => {
    const { market, url } = await openMarket()
    await sold(market, 'order-1')
    await sold(market, 'order-2')
    expect(market.owed('alice')).toBe(0)
    expect((await at(url, '/week', 'POST')).status).toBe(303)
    expect(market.orders().map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(market.payouts()).toMatchObject([{ creator: 'alice', amount_in_cents: 4_500 }])
    await market.tributary.sandbox.advanceClock({ seconds: 5 })
    await expect.poll(() => market.payouts().map(({ status }) => status)).toEqual(['sent'])
    expect(market.owed('alice')).toBe(0)
    expect(await market.reconcile()).toEqual([])
    expect(await (await at(url, '/reconcile', 'POST')).text()).toContain('agree')
  })

  it('pays nobody twice when a run is repeated, and pays again what the bank returned', async () => {
    const { market } = await openMarket('ach')
    await sold(market, 'order-1')
    await market.tributary.sandbox.advanceClock({ seconds: 7_200 })
    await expect.poll(() => market.owed('alice')).toBe(2_250)
    const [first] = await market.payCreators('week-1')
    // As after a crash before the answer was written down.
    market.database.prepare("update payouts set payout = null, status = 'new'").run()
    const [again] = await market.payCreators('week-1')
    expect(again?.payout).toBe(first?.payout)
    expect(await market.tributary.payouts.list().toArray()).toHaveLength(1)

    await market.tributary.sandbox.advanceClock({ seconds: 7_200 })
    await market.tributary.sandbox.returnPayout({ payout: first?.payout ?? '', code: 'R23' })
    await expect.poll(() => market.owed('alice')).toBe(2_250)
    expect(await market.payCreators('week-2')).toMatchObject([{ amount_in_cents: 2_250 }])
    await market.catchUp()
    expect(await market.reconcile()).toEqual([])
  })

  it('catches up with what happened while it was off, refuses forged webhooks, and names differences', async () => {
    const { market, url } = await openMarket()
    await sold(market, 'order-1')
    const forged = await fetch(`${url}/hook`, { method: 'POST', body: '{}', headers: { 'webhook-id': 'evt_1' } })
    expect(forged.status).toBe(401)
    await market.tributary.sandbox.advanceClock({ seconds: 7_200 })
    market.database.exec(
      "delete from handled; delete from facts where name = 'position'; update orders set status = 'created'",
    )
    expect(await market.reconcile()).toEqual([expect.stringContaining('Order order-1 is created')])
    await market.catchUp()
    expect(await market.reconcile()).toEqual([])
  })

  it('shows Connect and the card form in frames, and sends the reader back when they are done', async () => {
    const { market, url } = await openMarket()
    await market.addCreator('ben', 'Ben Benson', 'ben@example.com')
    expect(await (await at(url, '/')).text()).toContain('/onboard/ben')
    const [, connect = ''] = /<iframe[^>]*src="([^"]+)"/.exec(await (await at(url, '/onboard/ben')).text()) ?? []
    expect((await fetch(connect)).headers.get('content-security-policy')).toContain('http://127.0.0.1:*')
    const bought = await at(url, '/buy/alice', 'POST')
    const card = await (await at(url, bought.headers.get('location') ?? '')).text()
    expect(card).toContain('/card-form/')
    expect((await at(url, '/nothing')).status).toBe(404)
  })
})

it('the command opens the marketplace at a service that runs already', async () => {
  const { apiKey, baseUrl } = await sandboxOf(running)
  const env = { ...process.env, TRIBUTARY_API_KEY: apiKey, TRIBUTARY_BASE_URL: baseUrl, MARKETPLACE_PORT: '0' }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk))
  await expect.poll(() => printed).toMatch(/The marketplace is open at http:/)
  const [url = ''] = /http:\S+/.exec(printed.slice(printed.indexOf('open at'))) ?? []
  expect(await (await at(url, '/')).text()).toContain('Alice Alison')
})
