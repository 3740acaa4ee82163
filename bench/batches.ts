import { setTimeout as sleep } from 'node:timers/promises'
import { type Arena, AUTHORIZATION, openArena } from './support/arena.ts'
import { costOfEach } from './support/cpu-time.ts'
import { fire } from './support/load.ts'
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
const POLL_MS = 50
const PAID_MAX_MS = 120_000
/** What many payouts at once may cost, of a payout that is created alone. */
const SHARE_MAX = 0.5

/** Payouts by the thousand: what each costs in a batch, in a file, and when a sandbox's clock is put on over all of them. */
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
    const filed = await costOfEach([...alone, worker.child.pid as number], () => payFiles(cookie))
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
  // The first seconds of a process are those of its compiler.
  await createSingly()
  await fire({ ...batchRequests(CONNECTIONS, BATCH), port: PORT, connections: 1, seconds: 2 })
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
    const answer = await fetch(`${API}/payout/batch`, { method: 'POST', headers: HEADERS, body })
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

/** From the upload until every row is paid, file after file; what comes due two seconds later is sent beside. */
async function payFiles(cookie: string): Promise<number> {
  for (let nth = 0; nth < FILES; nth++) {
    const rows = Array.from(
      { length: FILE_ROWS },
      (_, line) => `${connectionId(line % CONNECTIONS)},${1 + (line % 90)}.${10 + nth}`,
    )
    const csv = ['account_connection,amount', ...rows].join('\n')
    const { id } = await ask(cookie, '', { name: `file-${nth}.csv`, csv })
    await ask(cookie, `/${id}/confirm`, {})
    await untilPaid(cookie, id)
  }
  return FILES * FILE_ROWS
}

interface PayFile {
  readonly id: string
  readonly state: string
}

async function untilPaid(cookie: string, id: string): Promise<void> {
  for (const latest = performance.now() + PAID_MAX_MS; performance.now() < latest; await sleep(POLL_MS)) {
    const { state } = await ask(cookie, `/${id}`)
    if (state === 'done') return
    if (state !== 'running') throw new Error(`the file is ${state}`)
  }
  throw new Error('the file was not paid in time')
}

async function ask(cookie: string, path: string, body?: object): Promise<PayFile> {
  const answer = await fetch(`${ROOT}/dashboard/api/sandbox/pay-file${path}`, {
    headers: { cookie, origin: ROOT, 'content-type': 'application/json' },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as PayFile
}
