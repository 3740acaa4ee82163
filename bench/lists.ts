import { type Arena, openArena, peakMemoryMb } from './support/arena.ts'
import { fire, median } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { readRequests } from './support/requests.ts'
import { demoTenant, seedConnections, seedPayouts } from './support/seed.ts'

const PORT = 4793
const FEW = 1_000
const MANY = 5_000_000
const CONNECTIONS = 1_000
const SECONDS = 4
const ROUNDS = 3

const read = (path: string) =>
  fire({
    port: PORT,
    connections: 16,
    seconds: SECONDS,
    ...readRequests(path),
  })

/** Pages of a list at both ends, with a thousand and with five million payouts. */
export async function lists(): Promise<boolean> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    const tenant = await demoTenant(arena.database)
    await seedConnections(arena.database, tenant, CONNECTIONS)
    const few = await measure(arena, FEW)
    const many = await measure(arena, MANY)
    const memory = await peakMemoryMb(service.child.pid as number)
    const lines: Line[] = [
      { name: 'GET /payout/:id of 1,000', value: few.one, unit: 'requests/s' },
      { name: 'GET /payout/:id of 5,000,000', value: many.one, unit: 'requests/s' },
      { name: 'GET /payout page 1 of 1,000', value: few.first, unit: 'requests/s' },
      { name: 'GET /payout last page of 1,000', value: few.last, unit: 'requests/s' },
      { name: 'GET /payout page 1 of 5,000,000', value: many.first, unit: 'requests/s' },
      { name: 'GET /payout last page of 5,000,000', value: many.last, unit: 'requests/s' },
      {
        name: 'time of the last page of 5,000,000 to page 1 of 1,000',
        value: few.first / many.last,
        unit: '',
        atMost: 2,
      },
      ...(memory === undefined
        ? []
        : [{ name: 'peak memory of the API process', value: memory, unit: 'MB', atMost: 400 }]),
    ]
    return await report('lists', lines)
  } finally {
    await service.stop()
    await arena.close()
  }
}

interface Measured {
  readonly one: number
  readonly first: number
  readonly last: number
}

async function measure({ database }: Arena, count: number): Promise<Measured> {
  const tenant = await demoTenant(database)
  await database.sql`truncate payouts`
  await seedPayouts(database, tenant, count, CONNECTIONS)
  const id = `pay_seed${String(Math.ceil(count / 2)).padStart(22, '0')}`
  const runs: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const one = await read(`/payout/${id}`)
    const first = await read('/payout')
    const last = await read(`/payout?page=${count / 10}`)
    if (one.bad + first.bad + last.bad > 0) throw new Error('a read failed')
    runs.push({ one: one.perSecond, first: first.perSecond, last: last.perSecond })
  }
  return {
    one: median(runs.map((run) => run.one)),
    first: median(runs.map((run) => run.first)),
    last: median(runs.map((run) => run.last)),
  }
}
