import { unavailable } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { apart, currentSpan, type Span, type SpanOptions, traced } from './traces.ts'

/**
 * A lane takes all requests that arrived while its previous batch was being committed and runs them as one transaction.
 * There is no timer: an idle lane runs a lone request at once. One lane per tenant and kind of command, in each process.
 */
export interface LaneKind<Request, Result> {
  readonly name: string
  /** Runs the requests in order, as one transaction; one outcome per request. */
  run(tenant: TenantId, requests: readonly Request[]): Promise<readonly Outcome<Result>[]>
  /** The weight of a request within a batch; one, when absent. */
  weigh?(request: Request): number
  /**
   * True when a batch that failed as a whole is known to have changed nothing, so that its requests may run again one by
   * one. When that is not known (the connection died during COMMIT), every request gets the error instead.
   */
  changedNothing(error: unknown): boolean
}

export type Outcome<Result> = { readonly ok: Result } | { readonly failed: unknown }

export interface LaneOptions {
  /** The weight of one transaction; a request heavier than that runs alone. */
  readonly batchMax: number
  /** Requests waiting in one lane; one more is refused with 503. */
  readonly queueMax: number
  /** Batches running at once over all lanes; waiting lanes take turns, so that a busy tenant cannot starve a quiet one. */
  readonly turnsMax: number
  readonly onBatch?: (lane: string, size: number, waitedMs: number) => void
  /** Waits until no other process runs a batch of this lane; returns the function that lets the next one. */
  readonly enter?: ((lane: string) => Promise<() => void>) | undefined
}

export interface Lanes {
  submit<Request, Result>(kind: LaneKind<Request, Result>, tenant: TenantId, request: Request): Promise<Result>
  /** Waits until every accepted request has been answered; nothing is accepted from then on. */
  drain(): Promise<void>
  readonly active: number
}

interface QueuedRequest {
  readonly request: unknown
  readonly since: number
  /** The span of the request, where its trace is kept. */
  readonly span: Span | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Lane {
  readonly key: string
  readonly kind: LaneKind<unknown, unknown>
  readonly tenant: TenantId
  readonly queue: QueuedRequest[]
}

export const createLanes = (options: LaneOptions): Lanes => new LaneScheduler(options)

/** Every lane with requests in it, and whose turn at the database it is. */
class LaneScheduler implements Lanes {
  readonly #options: LaneOptions
  readonly #lanes = new Map<string, Lane>()
  readonly #turns: Lane[] = []
  #running = 0
  #draining: PromiseWithResolvers<void> | undefined

  constructor(options: LaneOptions) {
    this.#options = options
  }

  get active(): number {
    return this.#lanes.size
  }

  submit<Request, Result>(kind: LaneKind<Request, Result>, tenant: TenantId, request: Request): Promise<Result> {
    if (this.#draining) return Promise.reject(unavailable('The service is shutting down; retry in a moment.'))
    const { queue } = this.#laneOf(kind as LaneKind<unknown, unknown>, tenant)
    const { queueMax } = this.#options
    if (queue.length >= queueMax) {
      return Promise.reject(unavailable(`More than ${queueMax} requests are waiting; retry in a moment.`))
    }
    const answer = new Promise<Result>((resolve, reject) => {
      const queued = { request, since: performance.now(), span: currentSpan() }
      queue.push({ ...queued, resolve: resolve as (result: unknown) => void, reject })
    })
    // A turn starts the next one, so it must not belong to the request that started the first.
    apart(() => this.#takeTurns())
    return answer
  }

  drain(): Promise<void> {
    if (!this.#draining) {
      this.#draining = Promise.withResolvers<void>()
      if (this.#lanes.size === 0) this.#draining.resolve()
    }
    return this.#draining.promise
  }

  #laneOf(kind: LaneKind<unknown, unknown>, tenant: TenantId): Lane {
    const key = `${kind.name}:${tenant}`
    const known = this.#lanes.get(key)
    if (known) return known
    const lane: Lane = { key, kind, tenant, queue: [] }
    this.#lanes.set(key, lane)
    this.#turns.push(lane)
    return lane
  }

  #takeTurns(): void {
    while (this.#running < this.#options.turnsMax) {
      const lane = this.#turns.shift()
      if (!lane) return
      this.#running++
      void this.#runTurn(lane)
    }
  }

  /** Runs one batch of a lane. A lane with more requests then waits for its next turn; an empty one is removed. */
  async #runTurn(lane: Lane): Promise<void> {
    // Taken after the turn has come: what arrived meanwhile goes with this batch, where it would wait for the lock alone.
    const { enter } = this.#options
    const leave = enter && (await enter(lane.key).catch(() => undefined))
    const batch = takeBatch(lane, this.#options.batchMax)
    let answer: () => void
    try {
      this.#options.onBatch?.(lane.kind.name, batch.length, performance.now() - (batch[0]?.since ?? 0))
      answer = await runBatch(lane, batch)
    } catch (error) {
      // Whatever breaks, no request waits for ever; rejecting one that is already answered does nothing.
      answer = () => refuse(batch, error)
    }
    leave?.()
    this.#running--
    if (lane.queue.length > 0) this.#turns.push(lane)
    else this.#lanes.delete(lane.key)
    this.#takeTurns()
    // The next batch is on its way to the database before this one's answers are written: they overlap.
    setImmediate(() => {
      answer()
      if (this.#draining && this.#lanes.size === 0) this.#draining.resolve()
    })
  }
}

function takeBatch({ kind, queue }: Lane, batchMax: number): QueuedRequest[] {
  let weight = 0
  let count = 0
  for (const { request } of queue) {
    weight += kind.weigh?.(request) ?? 1
    if (count > 0 && weight > batchMax) break
    count++
  }
  return queue.splice(0, count)
}

/** Runs the batch, and returns the function that answers its requests. */
async function runBatch(lane: Lane, batch: readonly QueuedRequest[]): Promise<() => void> {
  try {
    const requests = batch.map(({ request }) => request)
    const run = () => lane.kind.run(lane.tenant, requests)
    const span = spanOf(lane, batch)
    const outcomes = await (span ? traced(`lane ${lane.kind.name}`, span, run) : run())
    if (outcomes.length !== batch.length)
      throw new Error(`lane ${lane.key}: ${outcomes.length} outcomes of ${batch.length}`)
    return () => {
      for (const [index, queued] of batch.entries()) settle(queued, outcomes[index] as Outcome<unknown>)
    }
  } catch (error) {
    if (batch.length === 1 || !lane.kind.changedNothing(error)) return () => refuse(batch, error)
    // One poisoned request must not fail its neighbours: alone, it fails by itself.
    for (const queued of batch) (await runBatch(lane, [queued]))()
    return () => {}
  }
}

/** A batch is part of the trace of its first request that has one, and linked with those of the others; without any it has none. */
function spanOf({ tenant }: Lane, batch: readonly QueuedRequest[]): SpanOptions | undefined {
  const links = batch.flatMap(({ span }) => span ?? [])
  if (links.length === 0) return undefined
  return { parent: links[0], links, attributes: { 'tributary.tenant': tenant, 'tributary.count': batch.length } }
}

function settle(queued: QueuedRequest, outcome: Outcome<unknown>): void {
  if ('ok' in outcome) queued.resolve(outcome.ok)
  else queued.reject(outcome.failed)
}

function refuse(batch: readonly QueuedRequest[], error: unknown): void {
  for (const { reject } of batch) reject(error)
}
