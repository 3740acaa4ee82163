import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { figure, type Proof } from '../proof.ts'
import { openServer } from '../server.ts'
import type { Simulated } from './sequences.ts'

/** One thread of commands and service keeps one core busy; PostgreSQL has what is left. */
const THREADS_MAX = 2
/** Fewer are not worth a second thread. */
const THREAD_STEPS_MIN = 2_000
/** The seeds of one thread do not meet those of the next. */
const SEEDS_APART = 1_000_000

export const simulate: Proof = {
  proves: 'Random commands over all resources have the answers, states, balances and events of a model in memory.',
  options: { seed: 1, steps: 100_000 },
  async run({ seed = 1, steps = 100_000 }) {
    const server = await openServer({ durable: false })
    const startedAt = performance.now()
    try {
      const threads = Math.max(1, Math.min(THREADS_MAX, availableParallelism(), Math.floor(steps / THREAD_STEPS_MIN)))
      const parts = await Promise.all(
        Array.from({ length: threads }, (_, nth) =>
          inThread({ url: server.url, seed: seed + nth * SEEDS_APART, steps: Math.ceil(steps / threads) }),
        ),
      )
      const total = (name: keyof Simulated): number => parts.reduce((sum, part) => sum + part[name], 0)
      figure('enterprises, each with an own seed', total('enterprises'))
      figure('steps compared', total('compared'))
      figure('steps a second', total('compared') / ((performance.now() - startedAt) / 1_000))
      figure('card charges made', total('charges'))
      figure('audits of what was new, while it ran', total('audits'))
      return { passed: total('compared'), failed: total('failed') }
    } finally {
      await server.close()
    }
  },
}

export interface Orders {
  readonly url: string
  readonly seed: number
  readonly steps: number
}

const inThread = (orders: Orders): Promise<Simulated> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: orders })
    thread.on('message', resolve)
    thread.on('error', reject)
    thread.on('exit', (code) => reject(new Error(`a thread of the simulation ended with ${code}`)))
  })
