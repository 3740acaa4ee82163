import { expect } from 'vitest'
import type { Client } from './client.ts'
import { type Browser, signedIn } from './people.ts'
import type { RunningService } from './service.ts'

/** Somebody of the finance of an enterprise of its own, at the dashboard. */
export interface Desk {
  readonly browser: Browser
  readonly client: Client
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  get(path: string): Promise<any>
}

export async function openDesk(running: RunningService): Promise<Desk> {
  const { id, sandbox: client } = await running.enterprise()
  const browser = await signedIn(running, id, 'finance')
  return {
    id,
    client,
    browser,
    async get(path) {
      const answer = await browser.get(`/dashboard/api/sandbox/${path}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    },
  }
}

/** A buyer and what they have paid for. */
export async function bought(client: Client, more: object = {}): Promise<{ buyer: string; purchase: string }> {
  const buyer = (await client.post('/buyer', { payment_instrument_id: 'pi_sandbox_visa', ...more })).body.id
  const items = [{ name: 'Song', amount_in_cents: 10_000, quantity: 1 }]
  const purchase = (await client.post('/purchase', { buyer, items })).body.id
  expect((await client.post(`/purchase/${purchase}/commit`)).status).toBe(200)
  return { buyer, purchase }
}
