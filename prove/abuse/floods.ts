import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fire, type LoadResult, median } from '../../bench/support/load.ts'
import { type Checks, figure } from '../proof.ts'

const SECONDS = 2
const RATE = 200
const CONNECTIONS = 8
const HALF_OPEN = 2_000
const P99_MAX = 2

/** What came of a flood: how many answers of each status, and how many connections were open when it ended. */
interface Flooded {
  readonly statuses: ReadonlyMap<string, number>
  readonly held: number
}

interface Flood {
  /** Keeps on until it is told to stop. */
  run(port: number, authorization: string, until: AbortSignal): Promise<Flooded>
  /** How such a request is refused; any other answer is a fault, and none at all is no flood. */
  readonly refusals: readonly string[]
  readonly heldMin?: number
}

const BODY_MAX = 1_048_576

const countIn = (statuses: Map<string, number>, chunk: Buffer): void => {
  const status = chunk.toString('latin1', 9, 12)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

/** Bytes at so many a second, each on a connection of its own; counts the answers by status. */
async function repeat(port: number, bytes: Buffer, perSecond: number, until: AbortSignal): Promise<Flooded> {
  const statuses = new Map<string, number>()
  while (!until.aborted) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', (chunk: Buffer) => {
      countIn(statuses, chunk)
      socket.destroy()
    })
    socket.write(bytes)
    await sleep(1_000 / perSecond)
  }
  await sleep(500)
  return { statuses, held: 0 }
}

const post = (authorization: string, body: string, length = Buffer.byteLength(body)): Buffer =>
  Buffer.from(
    `POST /enterprise/v1/payout HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )

/**
 * As many at once, always: one that the server hangs up on is opened again. Every other one stops within its headers,
 * the rest within their bodies; a byte now and then keeps each in hope.
 */
async function halfOpen(port: number, authorization: string, until: AbortSignal): Promise<Flooded> {
  const statuses = new Map<string, number>()
  const beginnings = [
    'POST /enterprise/v1/payout HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    post(authorization, '{"a":"', 4_096),
  ]
  const sockets = new Set<Socket>()
  const open = (nth: number): void => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(beginnings[nth % 2] as string | Buffer))
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => countIn(statuses, chunk))
    socket.on('close', () => {
      sockets.delete(socket)
      if (!until.aborted) open(nth)
    })
  }
  for (let nth = 0; nth < HALF_OPEN; nth++) {
    open(nth)
    if (nth % 50 === 0) await sleep(5)
  }
  while (!until.aborted) {
    await sleep(1_000)
    // A byte before the beginning would make another request of it.
    for (const socket of sockets) if (socket.readyState === 'open' && Math.random() < 0.2) socket.write('x')
  }
  const held = [...sockets].filter(({ readyState }) => readyState === 'open').length
  for (const socket of sockets) socket.destroy()
  return { statuses, held }
}

const FLOODS: Record<string, Flood> = {
  [`${HALF_OPEN.toLocaleString('en-US')} half-open sockets`]: {
    run: halfOpen,
    refusals: ['408'],
    heldMin: HALF_OPEN * 0.95,
  },
  '20 oversized bodies a second': {
    run: (port, authorization, until) =>
      repeat(port, post(authorization, `{"description":"${'x'.repeat(3 * BODY_MAX)}"}`), 20, until),
    refusals: ['413'],
  },
  '20 bodies a second that claim 4 GB': {
    run: (port, authorization, until) => repeat(port, post(authorization, '{"a":"', 4_294_967_296), 20, until),
    refusals: ['413'],
  },
  '20 deeply nested bodies a second': {
    run: (port, authorization, until) => repeat(port, post(authorization, '['.repeat(BODY_MAX - 16)), 20, until),
    refusals: ['400'],
  },
  '50 header floods a second': {
    run: (port, authorization, until) => {
      const flood = Array.from({ length: 2_000 }, (_, nth) => `X-Flood-${nth}: ${'y'.repeat(60)}`).join('\r\n')
      const head = `GET /enterprise/v1/enterprise HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`
      return repeat(port, Buffer.from(`${head}${flood}\r\n\r\n`), 50, until)
    },
    refusals: ['431'],
  },
}

interface Compared {
  readonly normal: LoadResult[]
  readonly beside: LoadResult[]
  readonly floods: Flooded[]
}

const p99 = (results: readonly LoadResult[]): number => median(results.map(({ p99Ms }) => p99Ms))

/**
 * Healthy payouts at a steady rate, alone and beside each flood in turns: the machine's own moods fall on both alike, and
 * the medians of the rounds are compared.
 */
export async function floods(
  port: number,
  healthy: { readonly authorization: string; readonly bodies: readonly string[] },
  rounds: number,
  checks: Checks,
): Promise<void> {
  const orders = { port, connections: CONNECTIONS, seconds: SECONDS, rate: RATE, method: 'POST', keyed: true } as const
  const measure = (): Promise<LoadResult> => fire({ ...orders, path: '/enterprise/v1/payout', ...healthy })
  await measure()
  for (const [name, flood] of Object.entries(FLOODS)) {
    const found = await compare(rounds, measure, (until) => flood.run(port, healthy.authorization, until))
    const { normal, beside } = found
    const [alone, flooded] = [p99(normal), p99(beside)]
    figure(name, said(found))
    figure('  p99 of healthy payouts alone / beside it', `${alone.toFixed(1)} / ${flooded.toFixed(1)}`, 'ms')
    figure('  as a multiple of normal', flooded / alone, '×')
    const all = [...normal, ...beside].map((result) => Math.round(result.p99Ms))
    checks.check(`p99 beside ${name} is at most ${P99_MAX} × normal`, flooded <= P99_MAX * alone, all)
    const lost = beside.reduce((sum, { bad }) => sum + bad, 0)
    const good = beside.reduce((sum, result) => sum + result.good, 0)
    checks.check(`no healthy request beside ${name} failed`, lost === 0 && good >= RATE * SECONDS * rounds * 0.95, {
      good,
      lost,
    })
    checkFlood(name, flood, found.floods, checks)
  }
}

/** It has reached the service in every round, and was refused as it should be. */
function checkFlood(name: string, { refusals, heldMin }: Flood, rounds: readonly Flooded[], checks: Checks): void {
  const others = rounds.flatMap(({ statuses }) => [...statuses.keys()]).filter((status) => !refusals.includes(status))
  checks.check(`${name}: refused with ${refusals} and nothing else`, others.length === 0, others)
  if (heldMin === undefined) {
    checks.check(
      `${name}: refused in every round`,
      rounds.every(({ statuses }) => statuses.size > 0),
    )
  } else {
    const held = rounds.map((round) => round.held)
    checks.check(`${name}: held until the end of every round`, Math.min(...held) >= heldMin, held)
  }
}

/** Of the last round. */
function said({ floods }: Compared): string {
  const { statuses, held } = floods.at(-1) as Flooded
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`)
  return [...(held > 0 ? [`${held} held`] : []), ...answers].join(', ')
}

async function compare(
  rounds: number,
  measure: () => Promise<LoadResult>,
  flood: (until: AbortSignal) => Promise<Flooded>,
): Promise<Compared> {
  const found: Compared = { normal: [], beside: [], floods: [] }
  for (let round = 0; round < rounds; round++) {
    found.normal.push(await measure())
    const stop = new AbortController()
    const flooding = flood(stop.signal)
    await sleep(1_000)
    found.beside.push(await measure())
    stop.abort()
    found.floods.push(await flooding)
    await sleep(500)
  }
  return found
}
