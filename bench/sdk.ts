import { createTributary } from '../sdk/typescript/src/index.ts'
import { AUTHORIZATION, KEY, openArena } from './support/arena.ts'
import { median } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { connectionId, demoTenant, seedConnections } from './support/seed.ts'

const PORT = 4797
const CONNECTIONS = 100
const CALLS = 300
const ROUNDS = 9

/** The time of one call, one after the other, in microseconds. */
async function timeOf(call: (nth: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (let nth = 0; nth < CALLS; nth++) await call(nth)
  return ((performance.now() - startedAt) * 1_000) / CALLS
}

/** Two ways to make the same call, in turns, so that whatever else the machine does slows both. */
async function compared(bare: (nth: number) => Promise<unknown>, ours: (nth: number) => Promise<unknown>) {
  const times = { bare: [] as number[], ours: [] as number[] }
  await timeOf(bare)
  await timeOf(ours)
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(await timeOf(bare))
    times.ours.push(await timeOf(ours))
  }
  return { bare: median(times.bare), ours: median(times.ours) }
}

/** The cost of the TypeScript library beside a bare fetch that does the same. */
export async function sdk(): Promise<boolean> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    await seedConnections(arena.database, await demoTenant(arena.database), CONNECTIONS)
    const baseUrl = `http://127.0.0.1:${PORT}/enterprise/v1`
    const client = createTributary({ apiKey: KEY, baseUrl })
    const headers = { authorization: AUTHORIZATION, 'content-type': 'application/json' }
    const body = (nth: number) => ({ account_connection: connectionId(nth % CONNECTIONS), amount_in_cents: 1 })
    const fetched = async (path: string, init: RequestInit): Promise<unknown> => {
      const response = await fetch(baseUrl + path, init)
      if (!response.ok) throw new Error(await response.text())
      return response.json()
    }
    const get = await compared(
      (nth) => fetched(`/account-connection/${connectionId(nth % CONNECTIONS)}`, { headers }),
      (nth) => client.accountConnections.get(connectionId(nth % CONNECTIONS)),
    )
    const post = await compared(
      (nth) =>
        fetched('/payout', {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify(body(nth)),
        }),
      (nth) => client.payouts.create(body(nth)),
    )
    const lines: Line[] = [
      { name: 'GET by a bare fetch', value: get.bare, unit: 'µs' },
      { name: 'GET by the SDK', value: get.ours, unit: 'µs' },
      { name: 'time of a GET by the SDK to that of a bare fetch', value: get.ours / get.bare, unit: '', atMost: 1.1 },
      { name: 'POST of a payout by a bare fetch', value: post.bare, unit: 'µs' },
      { name: 'POST of a payout by the SDK', value: post.ours, unit: 'µs' },
      {
        name: 'time of a POST by the SDK to that of a bare fetch',
        value: post.ours / post.bare,
        unit: '',
        atMost: 1.1,
      },
    ]
    return await report('sdk', lines)
  } finally {
    await service.stop()
    await arena.close()
  }
}
