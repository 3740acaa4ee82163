import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Client, Request } from '../client.ts'
import type { Random } from '../random.ts'

/** What the enterprise asks for: who may pay and be paid, and who buys. */
export interface Cast {
  readonly creators: readonly string[]
  readonly buyers: readonly string[]
}

/** What came of one request that was retried with its key until it had an answer. */
export interface Record {
  readonly key: string
  readonly kind: Kind
  /** Ids that the answer named. */
  readonly ids: readonly string[]
  readonly amount: number
}

export const KINDS = ['payout', 'batch', 'p2p', 'p2p commit', 'purchase', 'purchase commit'] as const
export type Kind = (typeof KINDS)[number]

export interface Load {
  /** Everything that may have been created: each key, and each entry of a batch, before it was first sent. */
  readonly asked: Set<string>
  readonly acknowledged: Record[]
  /** What should not have been answered. */
  readonly wrong: string[]
  readonly counts: { requests: number; retries: number; lost: number; replays: number }
  /** Runs until it is told to stop, or until so many keys were used; then every request has its answer. */
  run(until: () => boolean): Promise<void>
}

const RETRY_MS = 100
const GIVE_UP_MS = 60_000
const SENDERS = 8

/** Clients that retry with the same idempotency key, at whichever API answers, and record every answer. */
export function createLoad(
  clients: readonly Client[],
  { creators, buyers }: Cast,
  random: Random,
  pauseMs: number,
): Load {
  const asked = new Set<string>()
  const acknowledged: Record[] = []
  const wrong: string[] = []
  const counts = { requests: 0, retries: 0, lost: 0, replays: 0 }
  let last = 0
  const newKey = (): string => {
    const key = `k${++last}`
    asked.add(key)
    return key
  }

  /** Until somebody answers. What was refused for no reason of the request's own is tried again. */
  async function send(request: Request): Promise<Answer | undefined> {
    counts.requests++
    const startedAt = performance.now()
    for (let attempt = 0; performance.now() - startedAt < GIVE_UP_MS; attempt++) {
      if (attempt > 0) {
        counts.retries++
        await sleep(RETRY_MS)
      }
      const answer = await random
        .pick(clients)(request)
        .catch(() => undefined)
      if (!answer) counts.lost++
      else if (answer.status < 500 && answer.status !== 429 && answer.body.code !== 'idempotency_in_progress') {
        if (answer.headers['idempotent-replayed']) counts.replays++
        return answer
      }
    }
    wrong.push(`${request.method} ${request.path} ${request.key} had no answer within ${GIVE_UP_MS / 1_000} s`)
    return undefined
  }

  async function ask(
    kind: Kind,
    path: string,
    body: object | undefined,
    key: string,
    amount: number,
  ): Promise<string[]> {
    const answer = await send({ method: 'POST', path, body, key })
    if (!answer) return []
    if (answer.status >= 300) {
      wrong.push(`${kind} ${key} was answered with ${answer.status}: ${answer.text}`)
      return []
    }
    const ids = (answer.body.payouts ?? [answer.body]).map(({ id }: { id: string }) => id)
    acknowledged.push({ key, kind, ids, amount })
    await perhapsAgain({ method: 'POST', path, body, key }, answer)
    return ids
  }

  /** Now and then a client asks again though it was answered: byte for byte the same must come. */
  async function perhapsAgain(request: Request, before: Answer): Promise<void> {
    if (random.below(10) > 0) return
    const again = await send(request)
    if (again && (again.text !== before.text || again.status !== before.status)) {
      wrong.push(`${request.path} ${request.key} was answered anew: ${before.text} and then ${again.text}`)
    }
  }

  const OPERATIONS: readonly (() => Promise<void>)[] = [
    async () => {
      const [key, amount] = [newKey(), 1 + random.below(5_000)]
      const body = { account_connection: random.pick(creators), amount_in_cents: amount, user_data: { key } }
      await ask('payout', '/payout', body, key, amount)
    },
    async () => {
      const key = newKey()
      const payouts = Array.from({ length: 2 + random.below(4) }, (_, nth) => {
        asked.add(`${key}.${nth}`)
        const user_data = { key: `${key}.${nth}` }
        return { account_connection: random.pick(creators), amount_in_cents: 1 + random.below(900), user_data }
      })
      const amount = payouts.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0)
      await ask('batch', '/payout/batch', { payouts }, key, amount)
    },
    async () => {
      const [key, amount, nth] = [newKey(), 1 + random.below(50), random.below(creators.length)]
      const [source, destination] = [creators[nth], creators[(nth + 1) % creators.length]]
      const body = { source, destination, amount_in_cents: amount, user_data: { key } }
      const [id] = await ask('p2p', '/p2p', body, key, amount)
      if (id) await ask('p2p commit', `/p2p/${id}/commit`, { code: '000000' }, newKey(), amount)
    },
    async () => {
      const [key, amount] = [newKey(), 100 + random.below(5_000)]
      const items = [{ name: 'Ticket', amount_in_cents: amount }]
      const [id] = await ask(
        'purchase',
        '/purchase',
        { buyer: random.pick(buyers), items, user_data: { key } },
        key,
        amount,
      )
      if (id) await ask('purchase commit', `/purchase/${id}/commit`, undefined, newKey(), amount)
    },
  ]

  return {
    asked,
    acknowledged,
    wrong,
    counts,
    async run(until) {
      const sender = async (): Promise<void> => {
        while (!until()) {
          await random.pick(OPERATIONS)()
          if (pauseMs > 0) await sleep(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: SENDERS }, sender))
    },
  }
}

const CREATORS = 24
const BUYERS = 8
const FUNDS = 9_000_000_000

/** Creators who may pay and be paid, buyers with cards, funds, and a webhook for each event. */
export async function prepareCast(client: Client, hook: string): Promise<Cast> {
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await client({ method: 'POST', path, body })
    if (answer.status >= 300) throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`)
    return answer.body.id
  }
  const creators: string[] = []
  for (let nth = 0; nth < CREATORS; nth++) {
    const id = await post('/account-connection', {
      first_name: 'Alice',
      last_name: 'Alison',
      email: `creator-${nth}@example.com`,
      requested_permissions: ['payment.credit', 'payment.debit'],
      verification_prompt: 'Your number?',
      verification_answer: '4711',
    })
    await post('/sandbox/connect', { account_connection: id, type: 'direct' })
    creators.push(id)
  }
  const buyers: string[] = []
  for (let nth = 0; nth < BUYERS; nth++) {
    const buyer = await post('/buyer', {})
    const card = { number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
    await post('/sandbox/card', { buyer, ...card })
    buyers.push(buyer)
  }
  await post('/sandbox/funding', { amount_in_cents: FUNDS })
  for (const event of ['payout.update', 'purchase.update']) await post('/webhook', { url: hook, event })
  return { creators, buyers }
}
