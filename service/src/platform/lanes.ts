import { unavailable } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'

/**
 * A lane takes all requests that arrived while its previous batch was being committed and runs them as one transaction.
 * There is no timer: an idle lane runs a lone request at once. One lane per tenant and kind of command, in each process.
 */
export interface LaneKind<Request, Result> {
  readonly name: string
  /** Runs the requests in order, as one transaction, and says per request what became of it. */
  run(tenant: TenantId, requests: readonly Request[]): Promise<readonly Outcome<Result>[]>
  /** How much of a batch a request takes up; one, when absent. */
  weigh?(request: Request): number
  /**
   * Whether a batch that failed as a whole is known to have changed nothing, so that its requests may run again one by
   * one. When it is not known (the connection died during COMMIT), every request gets the error instead.
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
}

export interface Lanes {
  submit<Request, Result>(kind: LaneKind<Request, Result>, tenant: TenantId, request: Request): Promise<Result>
  /** Waits until every accepted request has been answered; nothing is accepted from then on. */
  drain(): Promise<void>
  readonly active: number
}

interface Waiting {
  readonly request: unknown
  readonly since: number
  resolve(result: unknown): void
  reject(error: unknown): void
}

interface Lane {
  readonly key: string
  readonly kind: LaneKind<unknown, unknown>
  readonly tenant: TenantId
  queue: Waiting[]
}

export function createLanes(options: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>()
  const turns: Lane[] = []
  let running = 0
  let draining: { promise: Promise<void>; resolve: () => void } | undefined

  function submit<Request, Result>(
    kind: LaneKind<Request, Result>,
    tenant: TenantId,
    request: Request,
  ): Promise<Result> {
    if (draining) return Promise.reject(unavailable('The service is shutting down; retry in a moment.'))
    const key = `${kind.name}:${tenant}`
    let lane = lanes.get(key)
    if (!lane) {
      lane = { key, kind: kind as LaneKind<unknown, unknown>, tenant, queue: [] }
      lanes.set(key, lane)
      turns.push(lane)
    }
    if (lane.queue.length >= options.queueMax) {
      return Promise.reject(unavailable(`More than ${options.queueMax} requests are waiting; retry in a moment.`))
    }
    const waiting = lane.queue
    const answer = new Promise<Result>((resolve, reject) => {
      waiting.push({ request, since: performance.now(), resolve: resolve as (result: unknown) => void, reject })
    })
    takeTurns()
    return answer
  }

  function takeTurns(): void {
    while (running < options.turnsMax) {
      const lane = turns.shift()
      if (!lane) return
      running++
      void runTurn(lane)
    }
  }

  /** One batch of one lane; then to the back of the line if more has come, or away if none has. */
  async function runTurn(lane: Lane): Promise<void> {
    const batch = takeBatch(lane)
    let answer: () => void
    try {
      options.onBatch?.(lane.kind.name, batch.length, performance.now() - (batch[0]?.since ?? 0))
      answer = await runBatch(lane, batch)
    } catch (error) {
      // Whatever breaks, nobody waits for ever; those already answered do not hear of it.
      answer = () => refuse(batch, error)
    }
    running--
    if (lane.queue.length > 0) turns.push(lane)
    else lanes.delete(lane.key)
    takeTurns()
    // The next batch is on its way to the database before this one's answers are written: they overlap.
    setImmediate(() => {
      answer()
      if (draining && lanes.size === 0) draining.resolve()
    })
  }

  function takeBatch({ kind, queue }: Lane): Waiting[] {
    let weight = 0
    let count = 0
    for (const { request } of queue) {
      weight += kind.weigh?.(request) ?? 1
      if (count > 0 && weight > options.batchMax) break
      count++
    }
    return queue.splice(0, count)
  }

  /** Runs it, and says how to answer. */
  async function runBatch(lane: Lane, batch: readonly Waiting[]): Promise<() => void> {
    try {
      const outcomes = await lane.kind.run(
        lane.tenant,
        batch.map((waiting) => waiting.request),
      )
      if (outcomes.length !== batch.length)
        throw new Error(`lane ${lane.key}: ${outcomes.length} outcomes of ${batch.length}`)
      return () => {
        for (const [index, waiting] of batch.entries()) settle(waiting, outcomes[index] as Outcome<unknown>)
      }
    } catch (error) {
      if (batch.length === 1 || !lane.kind.changedNothing(error)) return () => refuse(batch, error)
      // One poisoned request must not fail its neighbours: alone, it fails by itself.
      for (const waiting of batch) (await runBatch(lane, [waiting]))()
      return () => {}
    }
  }

  function settle(waiting: Waiting, outcome: Outcome<unknown>): void {
    if ('ok' in outcome) waiting.resolve(outcome.ok)
    else waiting.reject(outcome.failed)
  }

  function refuse(batch: readonly Waiting[], error: unknown): void {
    for (const waiting of batch) waiting.reject(error)
  }

  function drain(): Promise<void> {
    if (!draining) {
      draining = Promise.withResolvers<void>()
      if (lanes.size === 0) draining.resolve()
    }
    return draining.promise
  }

  return {
    submit,
    drain,
    get active() {
      return lanes.size
    },
  }
}
