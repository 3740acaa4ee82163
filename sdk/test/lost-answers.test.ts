import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openProxy } from '../../prove/faults/proxy.ts'
import { createRandom } from '../../prove/random.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { createTributary } from '../typescript/src/index.ts'
import { connectedCreator, sandboxOf } from './support/sandbox.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

describe('a client on a bad line', () => {
  it('pays each payout once, however many answers and requests are lost', async () => {
    const { client: direct, apiKey, baseUrl } = await sandboxOf(running)
    const account_connection = await connectedCreator(direct)
    const { port, hostname } = new URL(baseUrl)
    const line = { dropAnswer: 0.3, cutRequest: 0.15, delay: 0, delayMaxMs: 0 }
    const proxy = await openProxy({ host: hostname, port: Number(port) }, line, createRandom(23))
    onTestFinished(() => proxy.close())
    // Short waits: the jitter of the library, not that of the line, which has numbers of its own.
    const jitter = vi.spyOn(Math, 'random').mockReturnValue(0.02)
    onTestFinished(() => jitter.mockRestore())
    let retries = 0
    let replayed = 0
    const client = createTributary({
      apiKey,
      baseUrl: baseUrl.replace(port, String(proxy.port)),
      maxRetries: 20,
      hooks: {
        onRetry: () => retries++,
        onResponse: (outcome) => {
          if (outcome.replayed) replayed++
        },
      },
    })
    const before = (await direct.enterprise.get()).operating_account.balance_in_cents
    const amounts = Array.from({ length: 60 }, (_, nth) => 100 + nth)
    const made = await Promise.all(
      amounts.map((amount_in_cents) => client.payouts.create({ account_connection, amount_in_cents })),
    )
    const found = await direct.payouts.list().toArray()
    expect(found.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted())
    expect(found.map(({ amount_in_cents }) => amount_in_cents).toSorted((a, b) => a - b)).toEqual(amounts)
    const paid = amounts.reduce((sum, amount) => sum + amount, 0)
    expect((await direct.enterprise.get()).operating_account.balance_in_cents).toBe(before - paid)
    // The line was bad: without the same key in every attempt, each replayed answer would be a payout more.
    expect([proxy.counts.dropped > 5, retries > 10, replayed > 3]).toEqual([true, true, true])
  })
})
