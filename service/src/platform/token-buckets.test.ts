import { describe, expect, it } from 'vitest'
import { leasedTokens, TokenBuckets, type TokensGranted, type TokensWanted } from './token-buckets.ts'

describe('token buckets', () => {
  it('give what is there of what is wanted, refill evenly, and save up no more than a second', () => {
    const clock = { ms: 0 }
    const buckets = new TokenBuckets(() => clock.ms)
    expect(buckets.take('a', 10, 4)).toBe(4)
    expect(buckets.take('a', 10, 100)).toBe(6)
    expect(buckets.take('b', 10, 1)).toBe(1)
    clock.ms += 250
    expect(buckets.take('a', 10, 100)).toBe(2)
    clock.ms += 3_600_000
    expect(buckets.take('a', 10, 100)).toBe(10)
  })
})

describe('leased tokens', () => {
  /** Processes that share one bucket, whose questions are answered when the test says so. */
  function share(clock = { ms: 0 }) {
    const buckets = new TokenBuckets(() => clock.ms)
    const asked: (TokensWanted & { answer(): void })[] = []
    const ask = (wanted: TokensWanted): Promise<TokensGranted> =>
      new Promise((resolve) => {
        const answer = () =>
          resolve({
            granted: buckets.take(wanted.name, wanted.perSecond, wanted.count),
            left: buckets.left(wanted.name),
          })
        asked.push({ ...wanted, answer })
      })
    const answerAll = async (): Promise<void> => {
      while (asked.length > 0) {
        asked.shift()?.answer()
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return { asked, answerAll, newProcess: () => leasedTokens(ask) }
  }

  /** How many of `attempts` requests pass, spread over the processes. */
  async function passed(
    { answerAll }: ReturnType<typeof share>,
    processes: readonly ReturnType<typeof leasedTokens>[],
    perSecond: number,
    attempts: number,
  ): Promise<number> {
    const taken = Array.from({ length: attempts }, (_, nth) =>
      (processes[nth % processes.length] as ReturnType<typeof leasedTokens>)('key', perSecond),
    )
    const all = Promise.all(taken)
    await new Promise((resolve) => setImmediate(resolve))
    await answerAll()
    return (await all).filter(Boolean).length
  }

  it('of two processes together are exactly the limit, however many ask at once', async () => {
    const shared = share()
    expect(await passed(shared, [shared.newProcess(), shared.newProcess()], 40, 500)).toBe(40)
  })

  it('are all for one process when the other asks for none', async () => {
    const shared = share()
    shared.newProcess()
    expect(await passed(shared, [shared.newProcess()], 40, 500)).toBe(40)
  })

  it('of a large limit overshoot by what each process has in hand, at most one and a half shares', async () => {
    const shared = share()
    const processes = [shared.newProcess(), shared.newProcess()]
    const some = await passed(shared, processes, 10_000, 9_900)
    expect(some).toBe(9_900)
    const rest = await passed(shared, processes, 10_000, 1_000)
    expect(some + rest).toBe(10_000)
  })

  it('are asked for by the share and ahead of need: few questions, and a busy sender does not wait', async () => {
    const shared = share()
    const take = shared.newProcess()
    let questions = 0
    let waited = 0
    for (let nth = 0; nth < 5_000; nth++) {
      const taken = take('key', 10_000)
      if (taken !== true) waited++
      await new Promise((resolve) => setImmediate(resolve))
      questions += shared.asked.length
      await shared.answerAll()
      expect(await taken).toBe(true)
    }
    expect(waited).toBe(1)
    expect(questions).toBeLessThan(110)
  })

  it('of a limit that was changed are dropped', async () => {
    const shared = share()
    const take = shared.newProcess()
    expect(await passed(shared, [take], 1_000, 1)).toBe(1)
    expect(await passed(shared, [take], 2, 10)).toBe(2)
  })

  it('a request that comes while a question is under way is asked for too', async () => {
    const shared = share()
    const take = shared.newProcess()
    const first = take('key', 5)
    await new Promise((resolve) => setImmediate(resolve))
    expect(shared.asked.map(({ count }) => count)).toEqual([1])
    const others = [take('key', 5), take('key', 5)]
    await shared.answerAll()
    expect(await Promise.all([first, ...others])).toEqual([true, true, true])
  })
})
