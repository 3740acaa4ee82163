import type { TenantId } from '../../service/src/kernel/ids.ts'
import type { Database } from '../../service/src/platform/database.ts'
import { type Arena, AUTHORIZATION, openArena } from './arena.ts'
import { cpuMicroseconds } from './cpu-time.ts'
import { fire, type LoadOrders, WARM_UP_SECONDS } from './load.ts'
import { PIECES, type PieceName } from './options.ts'
import type { Contestant } from './process.ts'
import type { Line } from './report.ts'
import {
  batchRequests,
  p2pRequests,
  payoutBodies,
  payoutRequests,
  purchaseRequests,
  type Requests,
  readEachRequests,
  readRequests,
} from './requests.ts'
import { demoTenant, fund, letPayEachOther, seedBuyers, seedConnections, seedPayouts, vacuum } from './seed.ts'

const PORT = 4797
const BASE = `http://127.0.0.1:${PORT}/enterprise/v1`
const LOAD_CONNECTIONS = 64
const ACCOUNT_CONNECTIONS = 10_000
const P2P_PAIRS = 1_000
const BUYERS = 10_000
/** Payouts of the backlog for each second that is to be measured: about what a worker sends alone. */
const BACKLOG_PER_SECOND = 2_500
const BATCH = 1_000
const BATCH_CONNECTIONS = 4
/** Payouts that are read by id: as few answers as possible are equal to another that is asked for at the same time. */
const READ_IN_TURN = 1_000
/** How far apart the parts of the backlog are due, by the tenant's clock. */
const HELD_MINUTES = 5
const SETTLE_MS = 500
const AHEAD_SECONDS = 4
/** Seldom: each look walks past all that was sent since the last vacuum, and PostgreSQL's time for it counts. */
const POLL_MS = 250
const SENDING_MAX_MS = 180_000

/** The price of one piece of work. */
interface Cost {
  readonly programMicroseconds: number
  readonly postgresMicroseconds: number
  readonly walBytes: number
}

interface Piece extends Cost {
  readonly name: string
  /** The plural of what is counted per second. */
  readonly unit: string
  readonly perSecond: number
  readonly p99Ms?: number
  /** Of the payouts created, the share that was sent before the load ended. */
  readonly sentMeanwhile?: number
}

interface Pass {
  readonly arena: Arena
  readonly tenant: TenantId
  readonly seconds: number
  readonly pieces: readonly PieceName[]
  readonly stored: number
}

interface WorkOptions {
  /** All when not told. */
  readonly pieces?: readonly PieceName[] | undefined
  /** Payouts that the enterprise has before; none when not told. */
  readonly stored?: number | undefined
  /** Another checkout, whose program is measured. */
  readonly checkout?: string
}

/**
 * One pass over pieces of work with the program of a checkout, on a PostgreSQL of its own. The worker's pieces come
 * first: the later ones leave rows behind that are due, and a worker would take them.
 */
export async function measureWork(
  seconds: number,
  { pieces = PIECES, stored = 0, checkout }: WorkOptions,
): Promise<Line[]> {
  const young = pieces.includes('young') ? [await measureYoung(seconds, checkout)] : []
  const arena = await openArena(checkout)
  const running: Contestant[] = []
  const serve = async (role: 'all' | 'api' | 'worker'): Promise<Contestant> => {
    const contestant = await arena.serve(role, role === 'worker' ? 0 : PORT)
    running.push(contestant)
    return contestant
  }
  try {
    const seeding = await serve('api')
    const pass = { arena, tenant: await demoTenant(arena.database), seconds, pieces, stored }
    await seed(pass)
    await seeding.stop()
    const worker = await serve('worker')
    const sent = pieces.includes('send') ? [await measureSending(pass, worker)] : []
    const besideWorker = await serve('api')
    const life = pieces.includes('life') ? [await measureLife(pass, besideWorker, worker)] : []
    await Promise.all([besideWorker.stop(), worker.stop()])
    const whole = pieces.includes('running') ? [await measureRunning(pass, await serve('all'))] : []
    const requested = await measureRequests(pass, await serve('api'))
    return [...sent, ...life, ...whole, ...young, ...requested].flatMap(linesOf)
  } finally {
    await Promise.all(running.map((contestant) => contestant.stop()))
    await arena.close()
  }
}

function linesOf(piece: Piece): Line[] {
  const { name, unit, programMicroseconds, postgresMicroseconds, walBytes, perSecond, p99Ms, sentMeanwhile } = piece
  return [
    { name: `${name}: CPU of the program`, value: programMicroseconds, unit: 'µs' },
    { name: `${name}: CPU of PostgreSQL`, value: postgresMicroseconds, unit: 'µs' },
    { name: `${name}: CPU of both`, value: programMicroseconds + postgresMicroseconds, unit: 'µs' },
    { name: `${name}: WAL`, value: walBytes, unit: 'bytes' },
    { name: `${name}: rate`, value: perSecond, unit: `${unit}/s` },
    ...(p99Ms === undefined ? [] : [{ name: `${name}: p99`, value: p99Ms, unit: 'ms' }]),
    ...(sentMeanwhile === undefined ? [] : [{ name: `${name}: sent meanwhile`, value: sentMeanwhile, unit: '' }]),
  ]
}

/**
 * Reads the counters, has work done, reads them again, and divides by the pieces done. Callers vacuum before: in the measured
 * time PostgreSQL's own vacuum would be the price of whatever ran before.
 */
async function measure<Done extends { readonly pieces: number }>(
  { postmaster, database }: Arena,
  programs: readonly Contestant[],
  work: () => Promise<Done>,
): Promise<Done & Cost> {
  const pids = programs.map(({ child }) => child.pid as number)
  // Earlier requests leave something to do afterwards, such as the request log, which is no part of this work.
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const walBefore = await walPosition(database)
  const programBefore = cpuMicroseconds(...pids)
  const postgresBefore = cpuMicroseconds(postmaster)
  const done = await work()
  const programAfter = cpuMicroseconds(...pids)
  const postgresAfter = cpuMicroseconds(postmaster)
  return {
    ...done,
    programMicroseconds: (programAfter - programBefore) / done.pieces,
    postgresMicroseconds: (postgresAfter - postgresBefore) / done.pieces,
    walBytes: ((await walPosition(database)) - walBefore) / done.pieces,
  }
}

async function walPosition({ sql }: Database): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`
  return (row as { bytes: number }).bytes
}

async function seed(pass: Pass): Promise<void> {
  const { database } = pass.arena
  await seedConnections(database, pass.tenant, ACCOUNT_CONNECTIONS)
  await letPayEachOther(database, pass.tenant, 2 * P2P_PAIRS)
  await seedBuyers(database, pass.tenant, BUYERS)
  await fund(BASE, AUTHORIZATION)
  if (pass.stored > 0) await seedPayouts(database, pass.tenant, pass.stored, ACCOUNT_CONNECTIONS)
  if (pass.pieces.includes('send')) await seedBacklog(pass)
  await vacuum(database)
  // The next one is gigabytes of WAL away: none runs in the measured time.
  await database.sql`checkpoint`
}

const backlogOf = (seconds: number): number => seconds * BACKLOG_PER_SECOND

/**
 * Pending payouts, due in some minutes of the tenant's clock, and those that the worker warms up with in fewer: made with the
 * clock put forward, as no payout is changed between its initiation and its arrival.
 */
async function seedBacklog({ arena, tenant, seconds }: Pass): Promise<void> {
  const bodies = payoutBodies(ACCOUNT_CONNECTIONS).map((body) => JSON.parse(body))
  for (const [part, count] of [backlogOf(WARM_UP_SECONDS), backlogOf(seconds)].entries()) {
    await release({ arena, tenant }, part + 1)
    for (let left = count; left > 0; left -= BATCH) {
      const from = left % (bodies.length - BATCH)
      const response = await fetch(`${BASE}/payout/batch`, {
        method: 'POST',
        headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify({ payouts: bodies.slice(from, from + Math.min(BATCH, left)) }),
      })
      if (!response.ok) throw new Error(await response.text())
    }
  }
  await release({ arena, tenant }, 0)
}

/** `pending → sent` by a worker alone, over a backlog that comes due at one moment. */
async function measureSending(pass: Pass, worker: Contestant): Promise<Piece> {
  const { arena, tenant, seconds, stored } = pass
  const { sql } = arena.database
  await release(pass, 1)
  await untilSent(pass)
  await vacuum(arena.database)
  const cost = await measure(arena, [worker], async () => {
    const releasedAt = await release(pass, 2)
    await untilSent(pass)
    const [last] = await sql<{ at: Date }[]>`select max(recorded_at) as at from events where tenant_id = ${tenant}`
    const pieces = backlogOf(seconds)
    const elapsedMs = (last as { at: Date }).at.getTime() - releasedAt.getTime()
    return { pieces, perSecond: (pieces * 1_000) / elapsedMs }
  })
  const sent = await countSent(pass)
  const expected = stored + backlogOf(seconds) + backlogOf(WARM_UP_SECONDS)
  if (sent !== expected) throw new Error(`${sent} of ${expected} payouts were sent`)
  return { name: 'send a payout', unit: 'payouts', ...cost }
}

/** Puts the tenant's clock on to where a part of the backlog is made, and soon due; answers the time on it. */
async function release({ arena: { database }, tenant }: Pick<Pass, 'arena' | 'tenant'>, part: number): Promise<Date> {
  const [row] = await database.sql<{ at: Date }[]>`
    update tenants set clock_offset_ms = ${part * HELD_MINUTES * 60_000} where id = ${tenant}
    returning clock_timestamp() + clock_offset_ms * interval '1 millisecond' as at`
  return (row as { at: Date }).at
}

/** Until no payout is due or soon will be, but for the part of the backlog that is still held. */
async function untilSent({ arena: { database }, tenant }: Pass): Promise<void> {
  const latest = performance.now() + SENDING_MAX_MS
  for (;;) {
    // By the index of due times: PostgreSQL's time for looking counts as the worker's.
    const [row] = await database.sql<{ left: boolean }[]>`
      select due_at <= (select tenant_now(${tenant}) + interval '1 minute') as left from payouts
      where tenant_id = ${tenant} and due_at is not null order by due_at limit 1`
    if (!row?.left) return
    if (performance.now() > latest) throw new Error('the worker has not sent all payouts in time')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function load(
  requests: Requests & Pick<LoadOrders, 'secondsAhead'>,
  seconds: number,
  connections = LOAD_CONNECTIONS,
): Promise<Pick<Piece, 'perSecond' | 'p99Ms'> & { pieces: number }> {
  const result = await fire({ ...requests, port: PORT, connections, seconds })
  if (result.bad > 0) throw new Error(`${result.bad} requests to ${requests.path} failed`)
  return { pieces: result.good, perSecond: result.perSecond, p99Ms: result.p99Ms }
}

/** From the request until the worker has sent the payout, while both run. */
async function measureLife(pass: Pass, api: Contestant, worker: Contestant): Promise<Piece> {
  const { arena, tenant, seconds } = pass
  const { sql } = arena.database
  const requests = payoutRequests(ACCOUNT_CONNECTIONS)
  await load(requests, WARM_UP_SECONDS)
  await untilSent(pass)
  await vacuum(arena.database)
  const [before] = await sql<{ position: number }[]>`
    select max(position) as position from payouts where tenant_id = ${tenant}`
  const cost = await measure(arena, [api, worker], async () => {
    const { pieces } = await load(requests, seconds)
    await untilSent(pass)
    return { pieces }
  })
  const { sent, perSecond, p99Ms } = await readLives(pass, (before as { position: number }).position)
  if (sent !== cost.pieces) throw new Error(`${sent} of ${cost.pieces} payouts were sent`)
  return { name: "a payout's life", unit: 'payouts', ...cost, perSecond, p99Ms }
}

/**
 * What clients see of the whole service as `npm start` runs it, while it also sends what they created before: a payment
 * takes two seconds to arrive, so the load runs ahead of what is counted until sending is under way.
 */
async function measureRunning(pass: Pass, service: Contestant): Promise<Piece> {
  const { arena, seconds } = pass
  const requests = payoutRequests(ACCOUNT_CONNECTIONS)
  await load(requests, WARM_UP_SECONDS)
  await untilSent(pass)
  await vacuum(arena.database)
  const sentBefore = await countSent(pass)
  const cost = await measure(arena, [service], async () => {
    const answered = await load({ ...requests, secondsAhead: AHEAD_SECONDS }, seconds)
    const sentMeanwhile = ((await countSent(pass)) - sentBefore) / answered.pieces
    await untilSent(pass)
    return { ...answered, sentMeanwhile }
  })
  await service.stop()
  return { name: 'POST /payout, everything running', unit: 'payouts', ...cost }
}

/**
 * The whole service from its first request on, as somebody sees it who has just set it up. PostgreSQL has no statistics of its
 * tables yet, which it has a minute later, and before every other piece.
 */
async function measureYoung(seconds: number, checkout: string | undefined): Promise<Piece> {
  const arena = await openArena(checkout)
  const running: Contestant[] = []
  try {
    const service = await arena.serve('all', PORT)
    running.push(service)
    const tenant = await demoTenant(arena.database)
    const pass: Pass = { arena, tenant, seconds, pieces: ['young'], stored: 0 }
    await seedConnections(arena.database, tenant, ACCOUNT_CONNECTIONS, { isAnalyzed: false })
    await fund(BASE, AUTHORIZATION)
    const cost = await measure(arena, [service], async () => {
      const answered = await load(payoutRequests(ACCOUNT_CONNECTIONS), seconds)
      const sentMeanwhile = (await countSent(pass)) / answered.pieces
      await untilSent(pass)
      return { ...answered, sentMeanwhile }
    })
    return { name: 'POST /payout, a new database', unit: 'payouts', ...cost }
  } finally {
    await Promise.all(running.map((contestant) => contestant.stop()))
    await arena.close()
  }
}

async function countSent({ arena: { database }, tenant }: Pass): Promise<number> {
  const [row] = await database.sql<{ sent: number }[]>`
    select count(*)::integer as sent from payouts where tenant_id = ${tenant} and status = 'sent'`
  return (row as { sent: number }).sent
}

interface Lives {
  readonly sent: number
  /** Between the first creation and the last sending. */
  readonly perSecond: number
  readonly p99Ms: number
}

/** By the tenant's clock: a payout is sent when its last event is recorded, not at the time it was due. */
async function readLives({ arena: { database }, tenant }: Pass, after: number): Promise<Lives> {
  const [row] = await database.sql<Lives[]>`
    with lives as (
      select created_at as created,
        (select max(recorded_at) from events where tenant_id = ${tenant} and resource = payouts.id) as sent
      from payouts where tenant_id = ${tenant} and position > ${after} and status = 'sent'
    )
    select count(*)::integer as sent, (count(*) / extract(epoch from max(sent) - min(created)))::float8 as "perSecond",
      (1000 * percentile_cont(0.99) within group (order by extract(epoch from sent - created)))::float8 as "p99Ms"
    from lives`
  return row as Lives
}

/** Requests that the API answers alone; the creation of payouts comes first. */
async function measureRequests(pass: Pass, api: Contestant): Promise<Piece[]> {
  const { arena, seconds, pieces } = pass
  const measured: Piece[] = []
  for (const { piece, name, unit, requests, times = 1, connections } of await kindsOfRequests(pass)) {
    if (!pieces.includes(piece)) continue
    await load(requests, WARM_UP_SECONDS, connections)
    await vacuum(arena.database)
    const cost = await measure(arena, [api], async () => {
      const { pieces: answered, perSecond, p99Ms } = await load(requests, seconds, connections)
      return { pieces: answered * times, perSecond: perSecond * times, ...(p99Ms === undefined ? {} : { p99Ms }) }
    })
    measured.push({ name, unit, ...cost })
  }
  return measured
}

interface RequestKind {
  readonly piece: PieceName
  readonly name: string
  readonly unit: string
  readonly requests: Requests
  /** Pieces in a request. */
  readonly times?: number
  readonly connections?: number
}

async function kindsOfRequests({ arena: { database }, tenant, pieces }: Pass): Promise<RequestKind[]> {
  const readsPayouts = pieces.includes('get') || pieces.includes('list')
  // Those that read one need one.
  if (readsPayouts) await load(payoutRequests(ACCOUNT_CONNECTIONS), 1)
  const read = await database.sql<{ id: string }[]>`
    select id from payouts where tenant_id = ${tenant} order by position limit ${READ_IN_TURN}`
  const paths = read.map(({ id }) => `/payout/${id}`)
  return [
    { piece: 'create', name: 'create a payout', unit: 'payouts', requests: payoutRequests(ACCOUNT_CONNECTIONS) },
    {
      piece: 'batch',
      name: 'a payout of a batch',
      unit: 'payouts',
      requests: batchRequests(ACCOUNT_CONNECTIONS, BATCH),
      times: BATCH,
      connections: BATCH_CONNECTIONS,
    },
    { piece: 'p2p', name: 'P2P, create + commit', unit: 'pairs', requests: p2pRequests(P2P_PAIRS) },
    { piece: 'purchase', name: 'purchase, create + commit', unit: 'pairs', requests: purchaseRequests(BUYERS) },
    { piece: 'get', name: 'GET /payout/:id', unit: 'requests', requests: readEachRequests(paths) },
    { piece: 'list', name: 'GET /payout, first page', unit: 'requests', requests: readRequests('/payout') },
    { piece: 'enterprise', name: 'GET /enterprise', unit: 'requests', requests: readRequests('/enterprise') },
  ]
}
