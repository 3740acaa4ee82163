import { describe, expect, it, onTestFinished } from 'vitest'
import { type CourierKind, type Done, type Line, startCourier } from './courier.ts'
import { createLogger } from './logs.ts'

interface FakeLine extends Line {
  readonly queue: number[]
  sendMs: number
}

/** Lines of numbers in memory; what is not under test is as simple as it can be. */
function lines(all: readonly FakeLine[], concurrency = 2) {
  const seen = { most: 0, now: 0, recorded: [] as number[], batches: 0, released: [] as number[], renewed: 0 }
  let failing = 0
  const failRecording = (times: number): void => {
    failing = times
  }
  const kind: CourierKind<FakeLine, number, 'sent'> = {
    name: 'numbers',
    concurrency,
    lines: async () => all.filter(({ queue }) => queue.length > 0),
    claim: async ({ queue }, limit) => ({ jobs: queue.splice(0, limit), more: queue.length > 0 }),
    async send({ sendMs }) {
      seen.most = Math.max(seen.most, ++seen.now)
      await new Promise((resolve) => setTimeout(resolve, sendMs))
      seen.now--
      return 'sent'
    },
    async record(_line, done: readonly Done<number, 'sent'>[]) {
      if (failing-- > 0) throw new Error('the database is away')
      await new Promise((resolve) => setTimeout(resolve, 10))
      seen.batches++
      seen.recorded.push(...done.map(({ job }) => job))
      return false
    },
    async renew(_line, jobs) {
      seen.renewed += jobs.length
    },
    async release(_line, jobs) {
      seen.released.push(...jobs)
    },
  }
  const start = () => {
    const courier = startCourier(kind, { log: createLogger('silent'), pollMs: 5, leaseMs: 60 })
    onTestFinished(() => courier.stop())
    return courier
  }
  return { seen, start, failRecording }
}

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, nth) => from + nth)
const line = (key: string, count: number, sendMs = 1, from = 0): FakeLine => ({
  key,
  queue: numbers(count, from),
  sendMs,
})

describe('a courier', () => {
  it('sends and records every job once, no more of a line at once than allowed', async () => {
    const { seen, start } = lines([line('a', 100)])
    start()
    await expect.poll(() => seen.recorded.length).toBe(100)
    expect(seen.recorded.toSorted((a, b) => a - b)).toEqual(numbers(100))
    expect(seen.most).toBe(2)
    expect(seen.batches).toBeLessThan(100)
  })

  it('lets no slow line hold up another', async () => {
    const { seen, start } = lines([line('slow', 50, 1_000), line('fast', 50, 1, 1_000)])
    start()
    await expect.poll(() => seen.recorded.filter((job) => job >= 1_000).length).toBe(50)
    expect(seen.recorded.filter((job) => job < 1_000)).toEqual([])
  })

  it('renews the leases of what takes long', async () => {
    const { seen, start } = lines([line('a', 1, 200)])
    start()
    await expect.poll(() => seen.recorded.length).toBe(1)
    expect(seen.renewed).toBeGreaterThan(0)
  })

  it('records again what could not be recorded', async () => {
    const { seen, start, failRecording } = lines([line('a', 10)])
    failRecording(2)
    start()
    await expect.poll(() => seen.recorded.length, { timeout: 5_000 }).toBe(10)
  })

  it('gives back what it had claimed ahead when the line becomes slow', async () => {
    const slowing = { ...line('a', 2_000), sendMs: 1 }
    const { seen, start } = lines([slowing])
    start()
    await expect.poll(() => seen.recorded.length).toBeGreaterThan(100)
    slowing.sendMs = 300
    await expect.poll(() => seen.released.length, { timeout: 5_000 }).toBeGreaterThan(50)
    expect(new Set([...seen.recorded, ...seen.released]).size).toBe(seen.recorded.length + seen.released.length)
  })

  it('that stops finishes what it is sending and gives the rest back, and loses nothing', async () => {
    const { seen, start } = lines([line('a', 400, 20)])
    const courier = start()
    // By then it has seen that the line is fast, and claims ahead.
    await expect.poll(() => seen.recorded.length).toBeGreaterThan(20)
    await courier.stop()
    expect(seen.now).toBe(0)
    const left = seen.released.length
    expect(left).toBeGreaterThan(0)
    expect(seen.recorded.length + left).toBeLessThanOrEqual(400)
    expect(new Set([...seen.recorded, ...seen.released]).size).toBe(seen.recorded.length + left)
  })
})
