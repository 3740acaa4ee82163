import { setTimeout as sleep } from 'node:timers/promises'
import type { PayFileSummary } from '../contracts/dashboard/pay-file.ts'
import { type Arena, AUTHORIZATION, openArena } from './support/arena.ts'
import { costOfEach } from './support/cpu-time.ts'
import { fire, median, WARM_UP_SECONDS } from './support/load.ts'
import { seedPerson, signIn } from './support/person.ts'
import type { Contestant } from './support/process.ts'
import { type Line, report } from './support/report.ts'
import { batchRequests, payoutRequests } from './support/requests.ts'
import { connectionId, demoTenant, fund, seedConnections, vacuum } from './support/seed.ts'

const PORT = 4801
const ROOT = `http://127.0.0.1:${PORT}`
const API = `${ROOT}/enterprise/v1`
const CONNECTIONS = 10_000
const BATCH = 1_000
const BATCHES = 100
const FILE_ROWS = 10_000
const FILES = 3
const SECONDS = 6
/** As often as an open dashboard asks. */
const POLL_MS = 500
const WAIT_MAX_MS = 120_000
/** At most this share of a payout that is created alone may one of many cost. */
const SHARE_MAX = 0.5

/** Payouts by the thousand: what each costs in a batch, in a file, and when a sandbox's clock is put forward over all of them. */
export async function batches(): Promise<boolean> {
  const arena = await openArena()
  const running: Contestant[] = []
  const serve = async (role: 'api' | 'worker') => {
    const contestant = await arena.serve(role, role === 'api' ? PORT : 0)
    running.push(contestant)
    return contestant
  }
  try {
    const api = await serve('api')
    const cookie = await seed(arena)
    const alone = [api.child.pid as number, arena.postmaster]
    const single = await costOfEach(alone, createSingly)
    const batched = await costOfEach(alone, createBatches)
    await vacuum(arena.database)
    // No worker runs yet: everything created so far is due.
    const advanced = await costOfEach(alone, () => advance(arena))
    await vacuum(arena.database)
    const worker = await serve('worker')
    const filed = await costOfFiles(arena, [...alone, worker.child.pid as number], cookie)
    const shareOf = (name: string, cost: number): Line[] => [
      { name, value: cost, unit: 'µs of CPU' },
      { name: '  to one that is created alone', value: cost / single, unit: '', atMost: SHARE_MAX },
    ]
    return await report('batches', [
      { name: 'create a payout', value: single, unit: 'µs of CPU' },
      ...shareOf(`a payout of a batch of ${BATCH.toLocaleString('en-US')}`, batched),
      ...shareOf(`a row of a file of ${FILE_ROWS.toLocaleString('en-US')}`, filed),
      ...shareOf('a payout sent by an advance of the clock', advanced),
    ])
  } finally {
    await Promise.all(running.map((contestant) => contestant.stop()))
    await arena.close()
  }
}

/** Answers the cookie of somebody who is signed in. */
async function seed({ database }: Arena): Promise<string> {
  const tenant = await demoTenant(database)
  await seedConnections(database, tenant, CONNECTIONS)
  await seedPerson(database, tenant)
  await fund(API, AUTHORIZATION)
  await createSingly()
  await fire({ ...batchRequests(CONNECTIONS, BATCH), port: PORT, connections: 1, seconds: WARM_UP_SECONDS })
  await vacuum(database)
  return signIn(ROOT)
}

async function createSingly(): Promise<number> {
  const { good, bad } = await fire({ ...payoutRequests(CONNECTIONS), port: PORT, connections: 64, seconds: SECONDS })
  if (bad > 0) throw new Error(`${bad} payouts failed`)
  return good
}

const HEADERS = { authorization: AUTHORIZATION, 'content-type': 'application/json' }

async function createBatches(): Promise<number> {
  const { bodies = [] } = batchRequests(CONNECTIONS, BATCH)
  for (let nth = 0; nth < BATCHES; nth++) {
    const body = bodies[nth % bodies.length] as string
    const headers = { ...HEADERS, 'idempotency-key': `batch-${nth}` }
    const answer = await fetch(`${API}/payout/batch`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  return BATCHES * BATCH
}

/** Answers how many payouts became due and were sent. */
async function advance({ database: { sql } }: Arena): Promise<number> {
  const countSent = async (): Promise<number> => {
    const [row] = await sql<{ sent: number }[]>`select count(*)::integer as sent from payouts where status = 'sent'`
    return (row as { sent: number }).sent
  }
  const before = await countSent()
  const body = JSON.stringify({ seconds: 60 })
  const answer = await fetch(`${API}/sandbox/clock/advance`, { method: 'POST', headers: HEADERS, body })
  if (!answer.ok) throw new Error(await answer.text())
  const sent = (await countSent()) - before
  if (sent < BATCHES * BATCH) throw new Error(`only ${sent} payouts were sent`)
  return sent
}

/**
 * From the upload until every row is paid; payouts that come due within that time are sent beside, and count. The first file
 * only warms up. Each waits until those of the one before are sent.
 */
async function costOfFiles({ database: { sql } }: Arena, pids: readonly number[], cookie: string): Promise<number> {
  const costs: number[] = []
  for (let nth = 0; nth <= FILES; nth++) {
    costs.push(await costOfEach(pids, () => payFile(cookie, nth)))
    await until(async () => {
      const [row] = await sql<{ left: boolean }[]>`select exists (select from payouts where status = 'pending') as left`
      return !row?.left
    })
  }
  return median(costs.slice(1))
}

async function payFile(cookie: string, nth: number): Promise<number> {
  const rows = Array.from({ length: FILE_ROWS }, (_, line) => `${connectionId(line)},${1 + (line % 90)}.${10 + nth}`)
  const csv = ['account_connection,amount', ...rows].join('\n')
  const { file_id } = await ask(cookie, '', { name: `file-${nth}.csv`, csv })
  await ask(cookie, `/${file_id}/confirm`, {})
  await until(async () => {
    const { state } = await ask(cookie, `/${file_id}`)
    if (state !== 'running' && state !== 'done') throw new Error(`the file is ${state}`)
    return state === 'done'
  })
  return FILE_ROWS
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const latest = performance.now() + WAIT_MAX_MS; !(await isSo()); await sleep(POLL_MS)) {
    if (performance.now() > latest) throw new Error('payouts were not paid or sent in time')
  }
}

async function ask(cookie: string, path: string, body?: object): Promise<PayFileSummary> {
  const answer = await fetch(`${ROOT}/dashboard/api/sandbox/pay-file${path}`, {
    headers: { cookie, origin: ROOT, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as PayFileSummary
}
