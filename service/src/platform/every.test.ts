import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { every, whenAsked } from './every.ts'
import { createLogger, type Logger } from './logs.ts'

const log = createLogger('silent')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** How often a thing that takes 30 ms and says this is done within the first 300 ms of a time of 200. */
async function timesOf(says: () => Promise<unknown>): Promise<number> {
  let times = 0
  const repeated = every(200, log, 'count', async () => {
    times++
    await new Promise((resolve) => setTimeout(resolve, 30))
    return says()
  })
  await vi.advanceTimersByTimeAsync(300)
  await repeated.stop()
  return times
}

it('what says that there is more is done again after as long as it took; what does not, or fails, at its next time', async () => {
  expect(await timesOf(async () => 'more')).toBe(2)
  expect(await timesOf(async () => undefined)).toBe(1)
  expect(await timesOf(() => Promise.reject(new Error('no')))).toBe(1)
})

it('a failure that repeats itself is logged every ten seconds, another one at once', async () => {
  let reason = 'no connection'
  const error = vi.fn()
  const repeated = every(100, { error } as unknown as Logger, 'count', () => Promise.reject(new Error(reason)))
  await vi.advanceTimersByTimeAsync(10_500)
  expect(error).toHaveBeenCalledTimes(2)
  reason = 'no space'
  await vi.advanceTimersByTimeAsync(1_000)
  expect(error).toHaveBeenCalledTimes(3)
  await repeated.stop()
})

it('failures that take turns, as those of a database that cannot start do, are logged every ten seconds each', async () => {
  const error = vi.fn()
  let times = 0
  const repeated = every(100, { error } as unknown as Logger, 'count', () =>
    Promise.reject(new Error(times++ % 2 === 0 ? 'no socket' : 'starting up')),
  )
  await vi.advanceTimersByTimeAsync(9_000)
  expect(error).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(error).toHaveBeenCalledTimes(4)
  await repeated.stop()
})

it('what is asked for several times is done once, some time after the first; and again when it is asked for again', async () => {
  let times = 0
  const asked = whenAsked(20, log, 'count', async () => void times++)
  await vi.advanceTimersByTimeAsync(100)
  expect(times).toBe(0)
  asked.ask()
  await vi.advanceTimersByTimeAsync(15)
  asked.ask()
  expect(times).toBe(0)
  await vi.advanceTimersByTimeAsync(5)
  expect(times).toBe(1)
  asked.ask()
  await vi.advanceTimersByTimeAsync(100)
  expect(times).toBe(2)
  await asked.stop()
})

it('what is asked for is never done twice at once, and is stopped when it is done; a failure is logged and forgotten', async () => {
  const doing: string[] = []
  const error = vi.fn()
  const asked = whenAsked(20, { error } as unknown as Logger, 'count', async () => {
    doing.push('begins')
    await new Promise((resolve) => setTimeout(resolve, 50))
    doing.push('ends')
    throw new Error('no connection')
  })
  asked.ask()
  await vi.advanceTimersByTimeAsync(30)
  asked.ask()
  await vi.advanceTimersByTimeAsync(45)
  const stopped = asked.stop()
  await vi.advanceTimersByTimeAsync(100)
  await stopped
  expect(doing).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect(error).toHaveBeenCalledTimes(1)
})
