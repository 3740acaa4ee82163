import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fire, type LoadResult } from '../../bench/support/load.ts'
import { type Checks, figure } from '../proof.ts'

const SECONDS = 10
const RATE = 100
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

/** Healthy payouts at a steady rate: alone, then beside each flood; alone again at the end, so that drift is seen. */
export async function floods(
  port: number,
  healthy: { readonly authorization: string; readonly bodies: readonly string[] },
  checks: Checks,
): Promise<void> {
  const measure = (): Promise<LoadResult> =>
    fire({
      port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      rate: RATE,
      method: 'POST',
      path: '/enterprise/v1/payout',
      keyed: true,
      ...healthy,
    })
  await measure()
  const normals = [await measure(), await measure()]
  const beside: [string, LoadResult][] = []
  for (const [name, flood] of Object.entries(FLOODS)) {
    const stop = new AbortController()
    const flooding = flood(port, healthy.authorization, stop.signal)
    await sleep(1_500)
    const result = await measure()
    stop.abort()
    figure(name, await flooding)
    beside.push([name, result])
    await sleep(1_000)
  }
  normals.push(await measure())
  const normal = Math.max(...normals.map(({ p99Ms }) => p99Ms))
  figure(
    `p99 of ${RATE} healthy payouts a second, nothing beside`,
    normals.map(({ p99Ms }) => p99Ms.toFixed(1)).join(' / '),
    'ms',
  )
  for (const [name, { p99Ms, bad, good }] of beside) {
    figure(`p99 beside ${name}`, p99Ms, `ms, ${(p99Ms / normal).toFixed(2)} × normal`)
    checks.check(`p99 beside ${name} is at most ${P99_MAX} × normal`, p99Ms <= P99_MAX * normal, { p99Ms, normal })
    checks.check(`no healthy request beside ${name} failed`, bad === 0 && good >= RATE * SECONDS * 0.95, { good, bad })
  }
}
