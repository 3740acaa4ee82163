import { createEnterprise, createKey, requireTenant } from '../service/src/tenants/index.ts'
import { type Arena, openArena } from './support/arena.ts'
import { costOfEach } from './support/cpu-time.ts'
import { fire, type LoadResult } from './support/load.ts'
import { seedPerson, signIn } from './support/person.ts'
import { type Line, report } from './support/report.ts'
import { payoutRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections, seedPayouts } from './support/seed.ts'
import { measureWork } from './support/work.ts'

const PORT = 4796
const ROOT = `http://127.0.0.1:${PORT}`
const SECONDS = 4
const ACTIVE = [1, 10, 100, 1_000]
/** `BENCH_STORED=10000,1000000` where there is neither disk nor time for ten million. */
const STORED = (process.env.BENCH_STORED ?? '10000,1000000,10000000').split(',').map(Number)
const CONNECTIONS = 10_000
const CONNECTIONS_OF_EACH = 20
const SEARCHES = 50
const EXPORTED_MIN = 200_000
const NEW_LINE = 10
const GROWTH_MAX = 1.3
const PIECES = ['create', 'send', 'get', 'list'] as const
const BOTH = /^(.*): CPU of both$/

const thousands = (count: number): string => count.toLocaleString('en-US')

/** The cost of a payout with one enterprise and with many at once, and of all that reads or moves payouts as they add up. */
export async function growth(): Promise<boolean> {
  const lines: Line[] = []
  for (const count of ACTIVE) lines.push(...(await measureActive(count)))
  let smallest: ReadonlyMap<string, number> | undefined
  for (const stored of STORED) {
    const costs = await measureStored(stored)
    smallest ??= costs
    for (const [name, value] of costs) {
      lines.push({ name: `${name}, of ${thousands(stored)}`, value, unit: 'µs of CPU' })
      if (costs === smallest) continue
      const ratio = value / (smallest.get(name) as number)
      lines.push({ name: `  to that of ${thousands(STORED[0] as number)}`, value: ratio, unit: '', atMost: GROWTH_MAX })
    }
  }
  return report('growth', lines)
}

/** Payouts of so many enterprises in turn, on 64 connections. */
async function measureActive(count: number): Promise<Line[]> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    const authorizations = await seedEnterprises(arena, count)
    const orders = { ...payoutRequests(CONNECTIONS_OF_EACH), authorizations, port: PORT, connections: 64 }
    await fire({ ...orders, seconds: SECONDS / 2 })
    await arena.database.sql`analyze`
    let result: LoadResult | undefined
    const cost = await costOfEach([service.child.pid as number, arena.postmaster], async () => {
      result = await fire({ ...orders, seconds: SECONDS })
      return result.good
    })
    const { bad, perSecond, p99Ms } = result as LoadResult
    if (bad > 0) throw new Error(`${bad} payouts failed`)
    const name = `create a payout, ${thousands(count)} enterprises at once`
    return [
      { name, value: cost, unit: 'µs of CPU' },
      { name: '  rate', value: perSecond, unit: 'payouts/s' },
      { name: '  p99', value: p99Ms, unit: 'ms' },
    ]
  } finally {
    await service.stop()
    await arena.close()
  }
}

/** Answers how each of them signs its requests. */
async function seedEnterprises({ database }: Arena, count: number): Promise<string[]> {
  const authorizations: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const { tenant, key } = await database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, await createEnterprise(tx, `Enterprise ${nth}`), 'sandbox')
      return { tenant, key: (await createKey(tx, tenant, 'sandbox', 'Growth')).key }
    })
    await seedConnections(database, tenant, CONNECTIONS_OF_EACH, { isAnalyzed: false })
    authorizations.push(`Basic ${Buffer.from(`${key}:`).toString('base64')}`)
    await fund(`${ROOT}/enterprise/v1`, authorizations[nth] as string, 1)
  }
  await database.sql`analyze`
  return authorizations
}

/** CPU of each piece of work, of program and PostgreSQL together, by its name. */
async function measureStored(stored: number): Promise<ReadonlyMap<string, number>> {
  const measured = await measureWork(SECONDS, { pieces: PIECES, stored })
  const costs = measured.flatMap(({ name, value }) => {
    const piece = BOTH.exec(name)?.[1]
    return piece === undefined ? [] : [[piece, value] as const]
  })
  return new Map([...costs, ...(await measureDashboard(stored))])
}

/** Search and export, which only people have. */
async function measureDashboard(stored: number): Promise<ReadonlyMap<string, number>> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    const tenant = await demoTenant(arena.database)
    await seedConnections(arena.database, tenant, CONNECTIONS)
    await seedPayouts(arena.database, tenant, stored, CONNECTIONS)
    await seedPerson(arena.database, tenant)
    const cookie = await signIn(ROOT)
    const pids = [service.child.pid as number, arena.postmaster]
    const middle = `pay_seed${String(Math.ceil(stored / 2)).padStart(22, '0')}`
    return new Map([
      ['search by id', await costOfEach(pids, () => searchOften(cookie, middle))],
      ['search by name', await costOfEach(pids, () => searchOften(cookie, 'bench cr'))],
      ['a row of an export', await costOfEach(pids, () => exportOften(cookie))],
    ])
  } finally {
    await service.stop()
    await arena.close()
  }
}

async function read(cookie: string, path: string): Promise<Response> {
  const answer = await fetch(`${ROOT}/dashboard/api/sandbox${path}`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}

async function searchOften(cookie: string, words: string): Promise<number> {
  for (let nth = 0; nth < SEARCHES; nth++) await (await read(cookie, `/search?q=${encodeURIComponent(words)}`)).text()
  return SEARCHES
}

/** Whole exports, one after the other, until there are enough rows to measure by. */
async function exportOften(cookie: string): Promise<number> {
  let rows = 0
  while (rows < EXPORTED_MIN) {
    const { body } = await read(cookie, '/export/payouts.csv')
    for await (const chunk of body ?? []) for (const byte of chunk) if (byte === NEW_LINE) rows++
  }
  return rows
}
