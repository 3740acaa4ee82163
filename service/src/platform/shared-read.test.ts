import { describe, expect, it } from 'vitest'
import { sharedRead } from './shared-read.ts'

/** A read whose every start is noted and finished by hand. */
function createSource() {
  const started: { key: string; finish: PromiseWithResolvers<string> }[] = []
  const read = sharedRead((key: string) => {
    const finish = Promise.withResolvers<string>()
    started.push({ key, finish })
    return finish.promise
  })
  const flight = (index: number): PromiseWithResolvers<string> => {
    const found = started[index]
    if (!found) throw new Error(`read ${index} has not started`)
    return found.finish
  }
  return { read, started, flight }
}

/** A read starts a turn after it was asked for, or after the one before it has ended. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('sharedRead', () => {
  it('all who ask before a read starts share it', async () => {
    const { read, started, flight } = createSource()
    const together = [read('a'), read('a'), read('a')]
    await settled()
    expect(started).toHaveLength(1)
    flight(0).resolve('first')
    expect(await Promise.all(together)).toEqual(['first', 'first', 'first'])
  })

  it('a read never returns what was being read before it was asked for', async () => {
    const { read, started, flight } = createSource()
    const early = read('a')
    await settled()
    const late = read('a')
    await settled()
    expect(started).toHaveLength(1)
    flight(0).resolve('old')
    expect(await early).toBe('old')
    await settled()
    expect(started).toHaveLength(2)
    flight(1).resolve('new')
    expect(await late).toBe('new')
  })

  it('all who ask while one read runs share the next', async () => {
    const { read, started, flight } = createSource()
    const early = read('a')
    await settled()
    const late = [read('a'), read('a'), read('a')]
    flight(0).resolve('old')
    await early
    await settled()
    const later = read('a')
    flight(1).resolve('new')
    expect(await Promise.all(late)).toEqual(['new', 'new', 'new'])
    await settled()
    expect(started).toHaveLength(3)
    flight(2).resolve('newest')
    expect(await later).toBe('newest')
  })

  it('a read that is asked for after one has ended and before the next has started shares the next', async () => {
    const { read, started, flight } = createSource()
    const early = read('a')
    await settled()
    const waiting = read('a')
    flight(0).resolve('old')
    await early
    expect(started).toHaveLength(1)
    const between = read('a')
    await settled()
    expect(started).toHaveLength(2)
    flight(1).resolve('new')
    expect(await Promise.all([waiting, between])).toEqual(['new', 'new'])
  })

  it('an answer is not kept: who asks afterwards starts a new read', async () => {
    const { read, started, flight } = createSource()
    const answer = read('a')
    await settled()
    flight(0).resolve('first')
    await answer
    // Once from within the very turn in which the answer arrived, and once when all is quiet.
    const second = read('a')
    await settled()
    flight(1).resolve('second')
    expect(await second).toBe('second')
    await settled()
    const third = read('a')
    await settled()
    expect(started).toHaveLength(3)
    flight(2).resolve('third')
    expect(await third).toBe('third')
  })

  it('reads of different keys do not wait for each other', async () => {
    const { read, started, flight } = createSource()
    const a = read('a')
    const b = read('b')
    await settled()
    expect(started.map(({ key }) => key)).toEqual(['a', 'b'])
    flight(1).resolve('of b')
    expect(await b).toBe('of b')
    flight(0).resolve('of a')
    expect(await a).toBe('of a')
  })

  it('an error reaches those who shared the read and nobody after them', async () => {
    const { read, flight } = createSource()
    const early = read('a')
    await settled()
    const late = [read('a'), read('a')]
    const failures = Promise.allSettled([early, ...late])
    flight(0).reject(new Error('away'))
    await settled()
    flight(1).reject(new Error('still away'))
    expect((await failures).map((result) => result.status === 'rejected' && String(result.reason))).toEqual([
      'Error: away',
      'Error: still away',
      'Error: still away',
    ])
    await settled()
    const after = read('a')
    await settled()
    flight(2).resolve('back')
    expect(await after).toBe('back')
  })

  it('an error of the call itself reaches who asked, and the next read starts', async () => {
    let calls = 0
    const read = sharedRead((_key: string): Promise<string> => {
      if (calls++ === 0) throw new Error('no connection')
      return Promise.resolve('back')
    })
    await expect(read('a')).rejects.toThrow('no connection')
    expect(await read('a')).toBe('back')
  })
})
