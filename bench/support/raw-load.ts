import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/**
 * A load generator of raw sockets in a process of its own: on two cores, a full HTTP client would take the time that is
 * being measured. It reads its orders from standard input and prints one line of JSON.
 */
export interface LoadOrders {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** How long the load runs before, uncounted but for `good` and `bad`. */
  readonly secondsAhead?: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Instead of one: several in turn. */
  readonly paths?: readonly string[]
  readonly authorization?: string
  /** Instead of one: of several callers in turn. */
  readonly authorizations?: readonly string[]
  /** A unique idempotency key with each request. */
  readonly keyed?: boolean
  /** Bodies to send in turn. */
  readonly bodies?: readonly string[]
  /** A second request after each good one, about what that made; the two count as one. `{id}` stands for its id. */
  readonly after?: { readonly path: string; readonly body: string }
  /** The caller keeps the trace of every so-manieth request. */
  readonly tracedEvery?: number
  /** Requests a second in all; as fast as answers come, when absent. */
  readonly rate?: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly good: number
  readonly bad: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
/** The first answers wait for the generator itself, whose code is not compiled yet: its 50 ms would be read as ours. */
const WARM_UP_MS = 500

class Client {
  readonly #socket: Socket
  readonly #orders: LoadOrders
  readonly #done: (latencyMs: number, status: number) => void
  #pending: Buffer = Buffer.alloc(0)
  #sentAt = 0
  #following = false
  #authorization: string | undefined
  #isTraced = false
  readonly connected: Promise<unknown>
  busy = false

  constructor(orders: LoadOrders, done: (latencyMs: number, status: number) => void) {
    this.#orders = orders
    this.#done = done
    this.#socket = connect({ port: orders.port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#receive(chunk))
    this.#socket.on('error', () => process.exit(1))
    this.connected = once(this.#socket, 'connect')
  }

  send(nth: number, since: number): void {
    const { path, paths, bodies, authorization, authorizations, tracedEvery } = this.#orders
    this.#isTraced = tracedEvery !== undefined && nth % tracedEvery === 0
    this.#authorization = authorizations?.[nth % authorizations.length] ?? authorization
    this.busy = true
    this.#following = false
    this.#sentAt = since
    this.#write(paths?.[nth % paths.length] ?? path, bodies && (bodies[nth % bodies.length] as string))
  }

  #write(path: string, body: string | undefined): void {
    const { method, keyed } = this.#orders
    let text = `${method} ${path} HTTP/1.1\r\nHost: x\r\n`
    if (this.#authorization) text += `Authorization: ${this.#authorization}\r\n`
    if (keyed) text += `Idempotency-Key: ${randomUUID()}\r\n`
    if (this.#isTraced)
      text += `traceparent: 00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01\r\n`
    if (body) text += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    this.#socket.write(`${text}\r\n${body ?? ''}`)
  }

  #receive(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const headEnd = this.#pending.indexOf(HEAD_END)
    if (headEnd < 0) return
    const head = this.#pending.toString('latin1', 0, headEnd)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#pending.length < headEnd + 4 + length) return
    const status = Number(head.slice(9, 12))
    const { after } = this.#orders
    if (after && !this.#following && status < 300) {
      const id = /"id":"([^"]+)"/.exec(this.#pending.toString('latin1', headEnd))?.[1] ?? ''
      this.#pending = Buffer.alloc(0)
      this.#following = true
      this.#write(after.path.replace('{id}', id), after.body)
      return
    }
    this.#pending = Buffer.alloc(0)
    this.busy = false
    this.#done(performance.now() - this.#sentAt, status)
  }

  close(): void {
    this.#socket.destroy()
  }
}

async function run(orders: LoadOrders): Promise<LoadResult> {
  const latencies: number[] = []
  let good = 0
  let bad = 0
  let answers = 0
  let nth = 0
  let countedFrom = 0
  let endsAt = 0
  const late: number[] = []
  const clients: Client[] = []
  for (let i = 0; i < orders.connections; i++) {
    const client: Client = new Client(orders, (latency, status) => {
      const now = performance.now()
      if (now >= countedFrom) answers++
      if (now >= countedFrom + WARM_UP_MS) latencies.push(latency)
      if (status < 300) good++
      else bad++
      if (now >= endsAt) return
      // At a fixed rate, a request that had to wait for a free connection counts from when it should have left.
      if (orders.rate === undefined) client.send(nth++, now)
      else if (late.length > 0) client.send(nth++, late.shift() as number)
    })
    clients.push(client)
  }
  await Promise.all(clients.map(({ connected }) => connected))
  countedFrom = performance.now() + (orders.secondsAhead ?? 0) * 1_000
  endsAt = countedFrom + orders.seconds * 1_000
  if (orders.rate === undefined) for (const client of clients) client.send(nth++, performance.now())
  else await pace(orders.rate, endsAt, clients, late, () => nth++)
  while (performance.now() < endsAt || clients.some((client) => client.busy)) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (performance.now() > endsAt + 10_000) break
  }
  const elapsed = (performance.now() - countedFrom) / 1_000
  for (const client of clients) client.close()
  latencies.sort((a, b) => a - b)
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { perSecond: answers / elapsed, p50Ms: at(0.5), p99Ms: at(0.99), good, bad }
}

async function pace(
  rate: number,
  endsAt: number,
  clients: readonly Client[],
  late: number[],
  take: () => number,
): Promise<void> {
  const startedAt = performance.now()
  let due = 0
  while (performance.now() < endsAt) {
    const wanted = ((performance.now() - startedAt) / 1_000) * rate
    for (; due < wanted; due++) {
      const client = clients.find((candidate) => !candidate.busy)
      if (client) client.send(take(), performance.now())
      else late.push(performance.now())
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

if (import.meta.main) {
  const orders = await Array.fromAsync(process.stdin)
  const result = await run(JSON.parse(Buffer.concat(orders).toString()) as LoadOrders)
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
}
