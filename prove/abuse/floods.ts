import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fire, type LoadResult } from '../../bench/support/load.ts'
import { type Checks, figure } from '../proof.ts'

const SECONDS = 5
const ROUNDS = 3
const RATE = 200
const CONNECTIONS = 8
const HALF_OPEN = 2_000
const P99_MAX = 2

/** What keeps on until it is told to stop. */
type Flood = (port: number, authorization: string, until: AbortSignal) => Promise<string>

const BODY_MAX = 1_048_576

/** Bytes at so many a second, each on a connection of its own; counts the answers by status. */
async function repeat(port: number, bytes: Buffer, perSecond: number, until: AbortSignal): Promise<string> {
  const statuses = new Map<string, number>()
  while (!until.aborted) {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', (chunk: Buffer) => {
      const status = chunk.toString('latin1', 9, 12)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      socket.destroy()
    })
    socket.write(bytes)
    await sleep(1_000 / perSecond)
  }
  await sleep(500)
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
}

const post = (authorization: string, body: string, length = Buffer.byteLength(body)): Buffer =>
  Buffer.from(
    `POST /enterprise/v1/payout HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )

/** As many at once, always: one that the server hangs up on is opened again. A byte now and then keeps each in hope. */
async function halfOpen(port: number, _authorization: string, until: AbortSignal): Promise<string> {
  let opened = 0
  let refused = 0
  const sockets = new Set<Socket>()
  const open = (): void => {
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      opened++
      socket.write('POST /enterprise/v1/payout HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    })
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => refused++)
    socket.on('close', () => {
      sockets.delete(socket)
      if (!until.aborted) open()
    })
  }
  for (let nth = 0; nth < HALF_OPEN; nth++) {
    open()
    if (nth % 50 === 0) await sleep(5)
  }
  while (!until.aborted) {
    await sleep(1_000)
    for (const socket of sockets) if (Math.random() < 0.2) socket.write('x')
  }
  const held = sockets.size
  for (const socket of sockets) socket.destroy()
  return `${held} held at the end, ${opened} opened, ${refused} told 408`
}

const FLOODS: Record<string, Flood> = {
  [`${HALF_OPEN.toLocaleString('en-US')} half-open sockets`]: halfOpen,
  '20 oversized bodies a second': (port, authorization, until) =>
    repeat(port, post(authorization, `{"description":"${'x'.repeat(3 * BODY_MAX)}"}`), 20, until),
  '20 bodies a second that claim 4 GB': (port, authorization, until) =>
    repeat(port, post(authorization, '{"a":"', 4_294_967_296), 20, until),
  '20 deeply nested bodies a second': (port, authorization, until) =>
    repeat(port, post(authorization, '['.repeat(BODY_MAX - 16)), 20, until),
  '50 header floods a second': (port, authorization, until) => {
    const flood = Array.from({ length: 2_000 }, (_, nth) => `X-Flood-${nth}: ${'y'.repeat(60)}`).join('\r\n')
    const head = `GET /enterprise/v1/enterprise HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n`
    return repeat(port, Buffer.from(`${head}${flood}\r\n\r\n`), 50, until)
  },
}

interface Compared {
  readonly normal: LoadResult[]
  readonly beside: LoadResult[]
  readonly said: string[]
}

/** Of the best round: what else the machine does only adds, and a flood that slows does so in every round. */
const p99 = (results: readonly LoadResult[]): number => Math.min(...results.map(({ p99Ms }) => p99Ms))

/**
 * Healthy payouts at a steady rate, alone and beside each flood in turns: the machine's own moods fall on both alike.
 */
export async function floods(
  port: number,
  healthy: { readonly authorization: string; readonly bodies: readonly string[] },
  checks: Checks,
): Promise<void> {
  const orders = { port, connections: CONNECTIONS, seconds: SECONDS, rate: RATE, method: 'POST', keyed: true } as const
  const measure = (): Promise<LoadResult> => fire({ ...orders, path: '/enterprise/v1/payout', ...healthy })
  await measure()
  for (const [name, flood] of Object.entries(FLOODS)) {
    const { normal, beside, said } = await compare(measure, (until) => flood(port, healthy.authorization, until))
    const [alone, flooded] = [p99(normal), p99(beside)]
    figure(name, said.at(-1) ?? '')
    figure('  p99 of healthy payouts alone / beside it', `${alone.toFixed(1)} / ${flooded.toFixed(1)}`, 'ms')
    figure('  as a multiple of normal', flooded / alone, '×')
    const all = [...normal, ...beside].map((result) => Math.round(result.p99Ms))
    checks.check(`p99 beside ${name} is at most ${P99_MAX} × normal`, flooded <= P99_MAX * alone, all)
    const lost = beside.reduce((sum, { bad }) => sum + bad, 0)
    const good = beside.reduce((sum, result) => sum + result.good, 0)
    checks.check(`no healthy request beside ${name} failed`, lost === 0 && good >= RATE * SECONDS * ROUNDS * 0.95, {
      good,
      lost,
    })
  }
}

async function compare(
  measure: () => Promise<LoadResult>,
  flood: (until: AbortSignal) => Promise<string>,
): Promise<Compared> {
  const found: Compared = { normal: [], beside: [], said: [] }
  for (let round = 0; round < ROUNDS; round++) {
    found.normal.push(await measure())
    const stop = new AbortController()
    const flooding = flood(stop.signal)
    await sleep(1_000)
    found.beside.push(await measure())
    stop.abort()
    found.said.push(await flooding)
    await sleep(500)
  }
  return found
}
