import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readableLog } from '../../test/support/logged.ts'
import { type CourierKind, type Done, type Line, startCourier } from './courier.ts'
import { every } from './every.ts'

interface FakeLine extends Line {
  readonly queue: number[]
  sendMs: number
}

/** Lines of numbers in memory; what is not under test is as simple as it can be. */
function lines(all: readonly FakeLine[], concurrency = 2) {
  const seen = {
    most: 0,
    now: 0,
    sent: [] as number[],
    recorded: [] as number[],
    recordedAt: [] as number[],
    batches: 0,
    released: [] as number[],
    renewed: 0,
    rests: 0,
  }
  const { log, lines: logged } = readableLog()
  const broken = new Set<number>()
  let failing = 0
  const failRecording = (times: number): void => {
    failing = times
  }
  const kind: CourierKind<FakeLine, number, 'sent'> = {
    name: 'numbers',
    concurrency,
    linesStatement: () => expect.unreachable(),
    keyOf: (one) => (one as FakeLine).key,
    claim: async ({ queue }, limit) => ({ jobs: queue.splice(0, limit), more: queue.length > 0 }),
    async send({ key }, job) {
      seen.sent.push(job)
      // As slow as it is now, not when the line was found.
      const { sendMs } = all.find((one) => one.key === key) as FakeLine
      if (broken.has(job)) throw new TypeError('nobody thought of this')
      seen.most = Math.max(seen.most, ++seen.now)
      await new Promise((resolve) => setTimeout(resolve, sendMs))
      seen.now--
      return 'sent'
    },
    async record(_line, done: readonly Done<number, 'sent'>[]) {
      seen.recordedAt.push(performance.now())
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
    rest() {
      seen.rests++
    },
  }
  const start = () => {
    const courier = startCourier(kind, { log, leaseMs: 60 })
    const polling = every(5, log, 'look for numbers', async () =>
      courier.takeUp(all.filter(({ queue }) => queue.length > 0)),
    )
    onTestFinished(() => stopped(courier))
    onTestFinished(() => polling.stop())
    return courier
  }
  return { seen, start, failRecording, broken, logged }
}

const STEP_MS = 5
const PATIENCE_MS = 60_000

const numbers = (count: number, from = 0): number[] => Array.from({ length: count }, (_, nth) => from + nth)
const line = (key: string, count: number, sendMs = 1, from = 0): FakeLine => ({
  key,
  queue: numbers(count, from),
  sendMs,
})

/** Time is the test's own: on a busy machine a line would be slow at moments when it should be fast. */
async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += STEP_MS) {
    if (waited > PATIENCE_MS) expect.fail(`not within ${PATIENCE_MS} ms: ${holds}`)
    await vi.advanceTimersByTimeAsync(STEP_MS)
  }
}

const stopped = async (courier: { stop(): Promise<void> }): Promise<void> => {
  let isStopped = false
  const stopping = courier.stop().then(() => {
    isStopped = true
  })
  await until(() => isStopped)
  await stopping
}

beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterAll(() => void vi.useRealTimers())

describe('a courier', () => {
  it('sends and records every job once, no more of a line at once than allowed', async () => {
    const { seen, start } = lines([line('a', 100)])
    start()
    await until(() => seen.recorded.length === 100)
    expect(seen.recorded.toSorted((a, b) => a - b)).toEqual(numbers(100))
    expect(seen.most).toBe(2)
    expect(seen.batches).toBeLessThan(100)
  })

  it('lets no slow line hold up another', async () => {
    const { seen, start } = lines([line('slow', 50, 1_000), line('fast', 50, 1, 1_000)])
    start()
    await until(() => seen.recorded.filter((job) => job >= 1_000).length === 50)
    expect(seen.recorded.filter((job) => job < 1_000)).toEqual([])
  })

  it('renews the leases of what takes long', async () => {
    const { seen, start } = lines([line('a', 1, 200)])
    start()
    await until(() => seen.recorded.length === 1)
    expect(seen.renewed).toBeGreaterThan(0)
  })

  it('records again what could not be recorded', async () => {
    const { seen, start, failRecording } = lines([line('a', 10)])
    failRecording(2)
    start()
    await until(() => seen.recorded.length === 10)
  })

  it('leaves a job whose sending throws to the end of its lease, says so, and goes on', async () => {
    const { seen, start, broken, logged } = lines([line('a', 10)])
    broken.add(3)
    const courier = start()
    await until(() => seen.recorded.length === 9)
    await until(() => seen.rests === 1)
    expect(seen.sent.filter((job) => job === 3)).toHaveLength(1)
    expect(seen.recorded).not.toContain(3)
    expect(seen.released).toEqual([])
    expect(logged.join('')).toContain('nobody thought of this')
    await stopped(courier)
  })

  it('tries ever less often to record what cannot be recorded, and then lets it go', async () => {
    const { seen, start, failRecording } = lines([line('a', 1)])
    failRecording(Number.POSITIVE_INFINITY)
    const courier = start()
    await vi.advanceTimersByTimeAsync(300_000)
    const pauses = seen.recordedAt.slice(1).map((at, nth) => at - (seen.recordedAt[nth] as number))
    expect(pauses.length).toBeLessThan(12)
    expect(pauses[0]).toBeLessThanOrEqual(500)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBeGreaterThan(3_000)
    expect(seen.rests).toBe(1)
    expect(seen.released).toEqual([])
    await stopped(courier)
  })

  it('that stops tries once more to record, whatever pause it is in', async () => {
    const { seen, start, failRecording } = lines([line('a', 1)])
    failRecording(5)
    const courier = start()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(seen.recorded).toEqual([])
    const ended = courier.stop()
    await vi.advanceTimersByTimeAsync(100)
    await ended
    expect(seen.recorded).toEqual([0])
  })

  it('gives back what it had claimed ahead when the line becomes slow', async () => {
    const slowing = { ...line('a', 2_000), sendMs: 1 }
    const { seen, start } = lines([slowing])
    start()
    await until(() => seen.recorded.length > 100)
    slowing.sendMs = 300
    await until(() => seen.released.length > 50)
    expect(new Set([...seen.recorded, ...seen.released]).size).toBe(seen.recorded.length + seen.released.length)
  })

  it('that stops finishes what it is sending and gives the rest back, and loses nothing', async () => {
    const { seen, start } = lines([line('a', 400, 20)])
    const courier = start()
    // By then it has seen that the line is fast, and claims ahead.
    await until(() => seen.recorded.length > 20)
    await stopped(courier)
    expect(seen.now).toBe(0)
    const left = seen.released.length
    expect(left).toBeGreaterThan(0)
    expect(seen.recorded.length + left).toBeLessThanOrEqual(400)
    expect(new Set([...seen.recorded, ...seen.released]).size).toBe(seen.recorded.length + left)
  })
})
