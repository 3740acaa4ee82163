import { afterEach, describe, expect, it } from 'vitest'
import { Problem } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { createLanes, type LaneKind, type LaneOptions, type Outcome } from './lanes.ts'
import { currentSpan, type SpanOptions, startSpan, type Tracer, useTracer, within } from './traces.ts'

const A = 1 as TenantId
const B = 2 as TenantId

const lanesWith = (options: Partial<LaneOptions> = {}) =>
  createLanes({ batchMax: 512, queueMax: 10_000, turnsMax: 4, ...options })

interface Batch {
  readonly tenant: TenantId
  readonly requests: readonly string[]
}

class Refused extends Error {}

/** A kind that notes its batches and, where a gate is given, finishes none before it opens. */
function createKind(options: { gate?: Promise<void>; poison?: string; changedNothing?: boolean; name?: string } = {}) {
  const batches: Batch[] = []
  const kind: LaneKind<string, string> = {
    name: options.name ?? 'echo',
    async run(tenant, requests) {
      batches.push({ tenant, requests })
      await options.gate
      if (options.poison !== undefined && requests.includes(options.poison)) throw new Refused(options.poison)
      return requests.map((request) => ({ ok: `done ${request}` }))
    },
    changedNothing: (error) => error instanceof Refused && (options.changedNothing ?? true),
  }
  return { kind, batches, requests: () => batches.map((batch) => batch.requests) }
}

const outcomes = (answers: readonly Promise<string>[]): Promise<string[]> =>
  Promise.all(answers.map((answer) => answer.catch((error: Error) => `failed ${error.message}`)))

describe('a lane', () => {
  it('an idle lane runs a lone request at once, without waiting for others', async () => {
    const lanes = lanesWith()
    const { kind, requests } = createKind()
    const answer = lanes.submit(kind, A, 'one')
    expect(requests()).toEqual([['one']])
    expect(await answer).toBe('done one')
  })

  it('what arrives while a batch runs becomes the next batch, in the order it came', async () => {
    const lanes = lanesWith()
    const gate = Promise.withResolvers<void>()
    const { kind, requests } = createKind({ gate: gate.promise })
    const answers = ['1', '2', '3', '4'].map((request) => lanes.submit(kind, A, request))
    gate.resolve()
    expect(await outcomes(answers)).toEqual(['done 1', 'done 2', 'done 3', 'done 4'])
    expect(requests()).toEqual([['1'], ['2', '3', '4']])
  })

  it('the order within a tenant is kept over many batches, however many may run at once', async () => {
    const lanes = lanesWith({ batchMax: 7 })
    const { kind, batches } = createKind()
    const sent = Array.from({ length: 200 }, (_, index) => String(index))
    await Promise.all(sent.flatMap((request) => [lanes.submit(kind, A, request), lanes.submit(kind, B, request)]))
    for (const tenant of [A, B]) {
      expect(batches.filter((batch) => batch.tenant === tenant).flatMap((batch) => batch.requests)).toEqual(sent)
    }
  })

  it('a batch holds no more than it may', async () => {
    const lanes = lanesWith({ batchMax: 3 })
    const gate = Promise.withResolvers<void>()
    const { kind, requests } = createKind({ gate: gate.promise })
    const answers = ['1', '2', '3', '4', '5'].map((request) => lanes.submit(kind, A, request))
    gate.resolve()
    await Promise.all(answers)
    expect(requests()).toEqual([['1'], ['2', '3', '4'], ['5']])
  })

  it('tenants and kinds of command do not share a batch', async () => {
    const lanes = lanesWith()
    const gate = Promise.withResolvers<void>()
    const pay = createKind({ gate: gate.promise, name: 'pay' })
    const refund = createKind({ gate: gate.promise, name: 'refund' })
    const answers = [lanes.submit(pay.kind, A, 'a'), lanes.submit(pay.kind, B, 'b'), lanes.submit(refund.kind, A, 'c')]
    expect(lanes.active).toBe(3)
    gate.resolve()
    await Promise.all(answers)
    expect(pay.batches).toEqual([
      { tenant: A, requests: ['a'] },
      { tenant: B, requests: ['b'] },
    ])
    expect(refund.batches).toEqual([{ tenant: A, requests: ['c'] }])
  })

  it('an idle lane goes away', async () => {
    const lanes = lanesWith()
    const { kind } = createKind()
    const answers = [lanes.submit(kind, A, '1'), lanes.submit(kind, A, '2'), lanes.submit(kind, B, '3')]
    expect(lanes.active).toBe(2)
    await Promise.all(answers)
    await lanes.drain()
    expect(lanes.active).toBe(0)
  })

  it('the size of every batch is reported', async () => {
    const sizes: [string, number][] = []
    const lanes = lanesWith({ onBatch: (lane, size) => sizes.push([lane, size]) })
    const { kind } = createKind()
    await Promise.all(['1', '2', '3'].map((request) => lanes.submit(kind, A, request)))
    expect(sizes).toEqual([
      ['echo', 1],
      ['echo', 2],
    ])
  })
})

describe('a failure in a lane', () => {
  it('a request that its command refuses fails alone, within the batch', async () => {
    const lanes = lanesWith()
    let runs = 0
    const kind: LaneKind<string, string> = {
      name: 'pay',
      async run(_tenant, requests) {
        runs++
        return requests.map(
          (request): Outcome<string> => (request === 'big' ? { failed: new Refused('funds') } : { ok: request }),
        )
      },
      changedNothing: () => true,
    }
    const answers = ['first', 'small', 'big', 'tiny'].map((request) => lanes.submit(kind, A, request))
    expect(await outcomes(answers)).toEqual(['first', 'small', 'failed funds', 'tiny'])
    expect(runs).toBe(2)
  })

  it('a poisoned request fails alone and its neighbours succeed', async () => {
    const lanes = lanesWith()
    const { kind, requests } = createKind({ poison: 'bad' })
    const answers = ['first', 'left', 'bad', 'right'].map((request) => lanes.submit(kind, A, request))
    expect(await outcomes(answers)).toEqual(['done first', 'done left', 'failed bad', 'done right'])
    expect(requests()).toEqual([['first'], ['left', 'bad', 'right'], ['left'], ['bad'], ['right']])
  })

  it('when a failed batch may have changed something, nothing runs again and every request gets the error', async () => {
    const lanes = lanesWith()
    const { kind, requests } = createKind({ poison: 'bad', changedNothing: false })
    const answers = ['first', 'left', 'bad', 'right'].map((request) => lanes.submit(kind, A, request))
    expect(await outcomes(answers)).toEqual(['done first', 'failed bad', 'failed bad', 'failed bad'])
    expect(requests()).toEqual([['first'], ['left', 'bad', 'right']])
  })

  it('a lone request that fails is not run again', async () => {
    const lanes = lanesWith()
    const { kind, requests } = createKind({ poison: 'bad' })
    await expect(lanes.submit(kind, A, 'bad')).rejects.toThrow(Refused)
    expect(requests()).toEqual([['bad']])
  })

  it('the lane goes on after a failure', async () => {
    const lanes = lanesWith({ turnsMax: 1 })
    const { kind } = createKind({ poison: 'bad', changedNothing: false })
    await expect(lanes.submit(kind, A, 'bad')).rejects.toThrow(Refused)
    expect(await lanes.submit(kind, A, 'good')).toBe('done good')
    expect(await lanes.submit(kind, B, 'good')).toBe('done good')
  })

  it('a command that throws before it has begun is a failure like any other', async () => {
    const lanes = lanesWith()
    const kind: LaneKind<string, string> = {
      name: 'broken',
      run() {
        throw new Refused('at once')
      },
      changedNothing: () => true,
    }
    await expect(lanes.submit(kind, A, 'one')).rejects.toThrow('at once')
    await lanes.drain()
    expect(lanes.active).toBe(0)
  })

  it.each([0, 2])('a command that gives %s outcomes for one request is an error, not a guess', async (count) => {
    const lanes = lanesWith()
    const kind: LaneKind<string, string> = {
      name: 'broken',
      run: async () => Array.from({ length: count }, () => ({ ok: 'x' })),
      changedNothing: () => false,
    }
    await expect(lanes.submit(kind, A, 'one')).rejects.toThrow(`${count} outcomes of 1`)
  })
})

describe('the bounds of a lane', () => {
  it('a request beyond the queue is refused with 503 and the accepted ones are answered', async () => {
    const lanes = lanesWith({ queueMax: 2 })
    const gate = Promise.withResolvers<void>()
    const { kind } = createKind({ gate: gate.promise })
    const accepted = ['running', 'waiting 1', 'waiting 2'].map((request) => lanes.submit(kind, A, request))
    const refusal: unknown = await lanes.submit(kind, A, 'one too many').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Problem)
    expect(refusal).toMatchObject({ code: 'unavailable', status: 503, details: { headers: { 'retry-after': '1' } } })
    gate.resolve()
    expect(await outcomes(accepted)).toEqual(['done running', 'done waiting 1', 'done waiting 2'])
    expect(await lanes.submit(kind, A, 'later')).toBe('done later')
  })

  it('the full queue of one tenant refuses nothing of another', async () => {
    const lanes = lanesWith({ queueMax: 1, turnsMax: 1 })
    const gate = Promise.withResolvers<void>()
    const { kind } = createKind({ gate: gate.promise })
    const answers = [lanes.submit(kind, A, 'running'), lanes.submit(kind, A, 'waiting'), lanes.submit(kind, B, 'other')]
    await expect(lanes.submit(kind, A, 'one too many')).rejects.toThrow(Problem)
    gate.resolve()
    expect(await outcomes(answers)).toEqual(['done running', 'done waiting', 'done other'])
  })
})

describe('turns', () => {
  it('a tenant with a thousand waiting requests does not starve another', async () => {
    const lanes = lanesWith({ batchMax: 10, turnsMax: 1 })
    const { kind, batches } = createKind()
    const busy = Array.from({ length: 1_000 }, (_, index) => lanes.submit(kind, A, String(index)))
    const quiet = Array.from({ length: 3 }, (_, index) => lanes.submit(kind, B, String(index)))
    await Promise.all([...busy, ...quiet])
    expect(batches.findIndex((batch) => batch.tenant === B)).toBe(1)
    expect(batches.slice(0, 4).map((batch) => batch.tenant)).toEqual([A, B, A, A])
  })

  it('two busy tenants alternate', async () => {
    const lanes = lanesWith({ batchMax: 1, turnsMax: 1 })
    const { kind, batches } = createKind()
    const answers = [A, A, A, B, B, B].map((tenant) => lanes.submit(kind, tenant, 'x'))
    await Promise.all(answers)
    expect(batches.map((batch) => batch.tenant)).toEqual([A, B, A, B, A, B])
  })

  it('no more batches run at once than there are turns', async () => {
    const lanes = lanesWith({ batchMax: 1, turnsMax: 3 })
    let running = 0
    let most = 0
    const kind: LaneKind<string, string> = {
      name: 'count',
      async run(_tenant, requests) {
        most = Math.max(most, ++running)
        await new Promise(setImmediate)
        running--
        return requests.map((request) => ({ ok: request }))
      },
      changedNothing: () => true,
    }
    const tenants = Array.from({ length: 40 }, (_, index) => (index % 8) as TenantId)
    await Promise.all(tenants.map((tenant) => lanes.submit(kind, tenant, 'x')))
    expect(most).toBe(3)
  })
})

describe('drain', () => {
  it('waits until every accepted request is answered, and refuses new ones with 503', async () => {
    const lanes = lanesWith({ batchMax: 1, turnsMax: 1 })
    const gate = Promise.withResolvers<void>()
    const { kind, requests } = createKind({ gate: gate.promise })
    const answers = [lanes.submit(kind, A, 'running'), lanes.submit(kind, A, 'waiting'), lanes.submit(kind, B, 'other')]
    let drained = false
    const draining = lanes.drain().then(() => {
      drained = true
    })
    await expect(lanes.submit(kind, B, 'late')).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    await new Promise(setImmediate)
    expect(drained).toBe(false)
    gate.resolve()
    await draining
    expect(requests().flat().toSorted()).toEqual(['other', 'running', 'waiting'])
    expect(await outcomes(answers)).toEqual(['done running', 'done waiting', 'done other'])
    expect(lanes.active).toBe(0)
  })

  it('idle lanes are drained at once, also when asked twice', async () => {
    const lanes = lanesWith()
    await Promise.all([lanes.drain(), lanes.drain()])
    expect(lanes.active).toBe(0)
  })
})

describe('traces', () => {
  afterEach(() => useTracer(undefined))

  /** A tracer that notes the spans it is asked for. */
  function traceAll() {
    const started: { readonly name: string; readonly options: SpanOptions }[] = []
    const tracer: Tracer = {
      keeps: () => true,
      start(name, options) {
        started.push({ name, options })
        return { traceparent: name, note() {}, end() {} }
      },
      close: async () => {},
    }
    useTracer(tracer)
    return started
  }

  it('a batch is a span only if the trace of one of its requests is kept, and only such a batch runs within one', async () => {
    const started = traceAll()
    const seen: [readonly string[], string | undefined][] = []
    const kind: LaneKind<string, string> = {
      name: 'echo',
      async run(_tenant, requests) {
        await new Promise(setImmediate)
        seen.push([requests, currentSpan()?.traceparent])
        return requests.map((ok) => ({ ok }))
      },
      changedNothing: () => false,
    }
    const lanes = lanesWith({ batchMax: 2, enter: async () => () => {} })
    const kept = (name: string) => within(startSpan(name, {}), () => lanes.submit(kind, A, name))
    // The first one starts the lane; the others wait for their turns.
    await Promise.all([
      kept('kept'),
      lanes.submit(kind, A, '1'),
      lanes.submit(kind, A, '2'),
      lanes.submit(kind, A, '3'),
    ])
    await Promise.all([lanes.submit(kind, A, '4'), kept('also kept'), lanes.submit(kind, A, '5'), kept('last')])
    expect(seen).toEqual([
      [['kept', '1'], 'lane echo'],
      [['2', '3'], undefined],
      [['4', 'also kept'], 'lane echo'],
      [['5', 'last'], 'lane echo'],
    ])
    const batches = started.filter(({ name }) => name === 'lane echo')
    expect(batches.map(({ options }) => options.parent)).toMatchObject(
      ['kept', 'also kept', 'last'].map((traceparent) => ({ traceparent })),
    )
  })
})
