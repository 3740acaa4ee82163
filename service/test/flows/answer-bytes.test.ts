import { describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { asked, CODE, pair, WRONG } from '../support/p2p.ts'
import { connected } from '../support/payouts.ts'
import { buyerWith, item, ordered } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

// Answers are encoded once, when they are made, and kept as bytes. Encoded twice, or read by the wrong encoding, they would
// still look right as long as they are ASCII.

const TEXT = 'Café ½ “Zürich” 支払い 💸'
const user_data = { größe: 'ñ', nested: { 名前: ['é', 1, null] } }

type Ask = (key: string) => Promise<Answer>

/** A request whose answer holds text beyond ASCII, to be sent again under its key. */
const REQUESTS: Record<string, (client: Client) => Promise<{ readonly ask: Ask; readonly seen: unknown }>> = {
  'a payout': async (client) => {
    const body = { account_connection: await connected(client, 'ach'), amount_in_cents: 100, description: TEXT }
    return {
      ask: (key) => post(client, '/payout', { ...body, user_data }, key),
      seen: { description: TEXT, user_data },
    }
  },
  'a batch of payouts': async (client) => {
    const entry = { account_connection: await connected(client, 'ach'), amount_in_cents: 100, description: TEXT }
    const payouts = [entry, { ...entry, user_data }]
    const seen = { payouts: [{ description: TEXT }, { description: TEXT, user_data }] }
    return { ask: (key) => post(client, '/payout/batch', { payouts }, key), seen }
  },
  'a P2P payment': async (client) => {
    const body = { ...(await pair(client)), amount_in_cents: 100, description: TEXT, user_data }
    return { ask: (key) => post(client, '/p2p', body, key), seen: { description: TEXT, user_data } }
  },
  'its commit': async (client) => {
    const { id } = await asked(client, await pair(client), 100, { description: TEXT })
    return { ask: (key) => post(client, `/p2p/${id}/commit`, { code: CODE }, key), seen: { description: TEXT } }
  },
  'a wrong code': async (client) => {
    const { id } = await asked(client, await pair(client), 100, { description: TEXT })
    return { ask: (key) => post(client, `/p2p/${id}/commit`, { code: WRONG }, key), seen: { code: 'incorrect_code' } }
  },
  'a purchase': async (client) => {
    const body = { buyer: await buyerWith(client), items: [item(100, { name: TEXT })], user_data }
    return { ask: (key) => post(client, '/purchase', body, key), seen: { items: [{ name: TEXT }], user_data } }
  },
  'its commit, which is kept sealed': async (client) => {
    const { id } = await ordered(client, await buyerWith(client), 100, { user_data })
    return { ask: (key) => post(client, `/purchase/${id}/commit`, {}, key), seen: { user_data } }
  },
  'a buyer, whose answer is kept sealed': async (client) => ({
    ask: (key) => post(client, '/buyer', { first_name: TEXT, user_data }, key),
    seen: { first_name: TEXT, user_data },
  }),
  'a connection': async (client) => {
    const names = {
      first_name: TEXT,
      last_name: 'É',
      email: 'a@example.com',
      requested_permissions: ['payment.credit'],
    }
    const body = { ...names, verification_prompt: TEXT, verification_answer: '1', user_data }
    return { ask: (key) => post(client, '/account-connection', body, key), seen: { first_name: TEXT, user_data } }
  },
}

const post = (client: Client, path: string, body: object, idempotencyKey: string): Promise<Answer> =>
  client.post(path, body, { idempotencyKey })

describe.each([
  ['kept for the request log', undefined],
  ['read by nobody', '0'],
] as const)('an answer beyond ASCII that is %s', (_name, perSecond) => {
  it.each(Object.entries(REQUESTS))('has the same bytes when it comes again, for %s', async (_what, prepare) => {
    const running = await startService(perSecond === undefined ? {} : { REQUEST_LOG_PER_SECOND: perSecond })
    const { ask, seen } = await prepare((await running.enterprise()).sandbox)
    // Two at once are decided in one batch, or one after the other; while a card is charged, the second is refused.
    const both = await Promise.all([ask('key'), ask('key')])
    const later = await ask('key')
    const answers = both.filter(({ body }) => body.code !== 'idempotency_in_progress')
    expect(answers).not.toEqual([])
    for (const answer of [...answers, later]) {
      expect(answer.body).toMatchObject(seen as object)
      expect(answer.text).toBe(later.text)
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(answer.text)))
    }
    expect(later.headers.get('idempotent-replayed')).toBe('true')
  })
})
