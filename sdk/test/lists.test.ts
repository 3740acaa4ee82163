import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import type { Event } from '../typescript/src/index.ts'
import { connectedCreator, creator, sandboxOf } from './support/sandbox.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

describe('a walk through a list', () => {
  it('yields every payout that was there once, while others are created', async () => {
    const { client } = await sandboxOf(running)
    const account_connection = await connectedCreator(client)
    const one = { account_connection, amount_in_cents: 1 }
    const { payouts } = await client.payouts.createBatch({ payouts: Array.from({ length: 95 }, () => one) })
    let pages = 0
    const found: string[] = []
    for await (const { id } of client.payouts.list({ page_size: 10 })) {
      found.push(id)
      // Before each next page the list has grown: by less than a page, by a page, by more.
      if (found.length % 10 === 0) {
        const added = [3, 10, 23][pages++ % 3] ?? 0
        await client.payouts.createBatch({ payouts: Array.from({ length: added }, () => one) })
      }
    }
    expect(pages).toBeGreaterThan(8)
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(expect.arrayContaining(payouts.map(({ id }) => id)))
  })

  it('misses none while entries leave the list, because their status changes', async () => {
    const { client } = await sandboxOf(running)
    const account_connection = await connectedCreator(client)
    const one = { account_connection, amount_in_cents: 1, date: '2090-01-01T00:00:00Z' }
    const { payouts } = await client.payouts.createBatch({ payouts: Array.from({ length: 40 }, () => one) })
    const found: string[] = []
    for await (const { id } of client.payouts.list({ status: 'ready', page_size: 7 })) {
      found.push(id)
      await client.payouts.update(id, { status: 'canceled' })
    }
    expect(found.toSorted()).toEqual(payouts.map(({ id }) => id).toSorted())
  })
})

describe('events.follow', () => {
  it('yields every event in order, while many are written, and goes on after a position', async () => {
    const { client } = await sandboxOf(running)
    const made = await Promise.all(Array.from({ length: 4 }, () => client.accountConnections.create(creator())))
    const ended = new AbortController()
    const found: Event[] = []
    const reader = (async () => {
      for await (const event of client.events.follow({ pollMs: 20, signal: ended.signal })) {
        found.push(event)
        if (found.length === 40) break
      }
    })()
    await Promise.all(
      made.map(async ({ id }) => {
        for (let n = 1; n <= 10; n++) await client.accountConnections.update(id, { user_data: { n } })
      }),
    )
    await reader
    expect(found.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, nth) => nth + 1))
    for (const { id } of made) {
      const own = found.filter(({ resource }) => resource === id)
      expect(own.map(({ user_data }) => user_data.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }
    const rest: number[] = []
    for await (const { position } of client.events.follow({ after: found[29]?.id })) {
      if (rest.push(position) === 10) break
    }
    expect(rest).toEqual(Array.from({ length: 10 }, (_, nth) => nth + 31))
  })

  it('begins at the end with `now`, waits while the service is away, and ends with its signal', async () => {
    const { client, apiKey, baseUrl } = await sandboxOf(running)
    const { id } = await client.accountConnections.create(creator())
    await client.accountConnections.update(id, { user_data: { n: 1 } })
    let away = false
    const { createTributary } = await import('../typescript/src/index.ts')
    const flaky = createTributary({
      apiKey,
      baseUrl,
      maxRetries: 0,
      fetch: (url, init) => (away ? Promise.reject(new TypeError('fetch failed')) : fetch(url, init)),
    })
    const ended = new AbortController()
    const found: unknown[] = []
    const reader = (async () => {
      for await (const { user_data } of flaky.events.follow({ after: 'now', pollMs: 10, signal: ended.signal })) {
        found.push(user_data.n)
        if (user_data.n === 3) return
      }
    })()
    await sleep(50)
    away = true
    for (const n of [2, 3]) await client.accountConnections.update(id, { user_data: { n } })
    await sleep(50)
    expect(found).toEqual([])
    away = false
    await reader
    expect(found).toEqual([2, 3])

    await expect(client.events.follow({ after: 999 }).next()).rejects.toThrow('the sandbox was reset')

    const stopped = flaky.events.follow({ after: 'now', pollMs: 60_000, signal: ended.signal })
    const waiting = stopped.next()
    await sleep(50)
    ended.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})
