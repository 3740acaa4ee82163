import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { closeSocket, driverOf } from './driver.ts'

export interface HostAddress {
  readonly host: string
  readonly port: number
}

export const addressOf = (client: pg.ClientBase): HostAddress => {
  const { host, port } = driverOf(client)
  return { host, port }
}

export const isSameHost = (one: HostAddress, other: HostAddress): boolean =>
  one.host === other.host && one.port === other.port

const labelOf = ({ host, port }: HostAddress): string =>
  host.startsWith('/') ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`

/** A host has this long to let us in and to say whether it takes writes. */
const HOST_MS = 4_000
/** Connections that are opened at the same time share one search. */
const SHARED_MS = 250

const READ_ONLY = 'takes no writes: a standby, or set to read-only'

/** No host of the database takes writes now: the caller should retry, unless one of them said something else. */
export class NoWritableHost extends Error {
  readonly code: string

  constructor(message: string, code = 'CONNECTION_LOST') {
    super(message)
    this.code = code
  }
}

/** The servers of one database, of which one at a time takes writes. */
export class DatabaseHosts {
  readonly #config: pg.ClientConfig
  readonly #hosts: readonly HostAddress[]
  readonly #isReadOnly: boolean
  #search: Promise<HostAddress> | undefined
  #failedAt = Number.NEGATIVE_INFINITY

  /** Where nothing is written, the first host that answers will do. */
  constructor(config: pg.ClientConfig, urls: readonly string[], isReadOnly = false) {
    this.#config = config
    this.#isReadOnly = isReadOnly
    this.#hosts = urls.map((connectionString) => addressOf(new pg.Client({ connectionString })))
  }

  /** The class for a pool: each of its clients connects to the host that takes writes at that moment. */
  get Client(): typeof pg.Client {
    return this.#hosts.length > 1 ? clientOf(this) : pg.Client
  }

  /** The host that takes writes. All are asked at once, so that one that is silent holds nobody up. */
  find(): Promise<HostAddress> {
    this.#search ??= this.#searchInTurn()
    return this.#search
  }

  /** While there is none, those who ask again wait for the next search: they would else fail, and ask, without a pause. */
  async #searchInTurn(): Promise<HostAddress> {
    const pauseMs = this.#failedAt + SHARED_MS - performance.now()
    if (pauseMs > 0) await sleep(pauseMs)
    try {
      const found = await this.#ask()
      setTimeout(() => this.#forget(), SHARED_MS).unref()
      return found
    } catch (error) {
      this.#failedAt = performance.now()
      this.#forget()
      throw error
    }
  }

  #forget(): void {
    this.#search = undefined
  }

  /** Whether a host refuses connections, keeps silent or takes no writes. One that is full, or busy, is there. */
  async isGone(address: HostAddress): Promise<boolean> {
    return this.#probe(address).then(
      () => false,
      (error: unknown) => !(error instanceof pg.DatabaseError),
    )
  }

  async #ask(): Promise<HostAddress> {
    try {
      return await Promise.any(this.#hosts.map((address) => this.#probe(address)))
    } catch (error) {
      throw noneOf(this.#hosts, (error as AggregateError).errors)
    }
  }

  async #probe(address: HostAddress): Promise<HostAddress> {
    const client = Object.assign(new pg.Client(this.#config), address)
    client.on('error', () => {})
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      closeSocket(client)
    }, HOST_MS)
    try {
      await client.connect()
      if (!this.#isReadOnly) await requireWrites(client)
      return address
    } catch (error) {
      throw isLate ? new NoWritableHost(`no answer within ${HOST_MS / 1_000} s`) : error
    } finally {
      clearTimeout(late)
      closeSocket(client)
    }
  }
}

function clientOf(hosts: DatabaseHosts): typeof pg.Client {
  return class extends pg.Client {
    override connect(callback?: unknown): never {
      // Handed on rather than awaited: the pool listens for errors from the very call of its callback on.
      const connectBy = super.connect.bind(this) as (callback: Callback) => void
      const connectTo = (callback: Callback): void => {
        hosts.find().then((address) => {
          Object.assign(this, address)
          connectBy(callback)
        }, callback)
      }
      if (typeof callback === 'function') return connectTo(callback as Callback) as never
      return new Promise((resolve, reject) => connectTo((error) => (error ? reject(error) : resolve(this)))) as never
    }
  }
}

type Callback = (error?: Error | null) => void

/** A password, a database or a right that is missing is said by its code, so that it is explained as for one host. */
function noneOf(hosts: readonly HostAddress[], errors: readonly Error[]): NoWritableHost {
  const said = errors.find((error) => error instanceof pg.DatabaseError && !error.code?.startsWith('57'))
  const each = hosts.map((host, nth) => `${labelOf(host)} (${reasonOf(errors[nth])})`)
  return new NoWritableHost(`no host takes writes: ${each.join(', ')}`, (said as pg.DatabaseError | undefined)?.code)
}

const reasonOf = (error: (Error & { code?: string }) | undefined): string => error?.message || error?.code || 'lost'

/** For a new connection of a pool. It is closed where it cannot write: its end must not wait for the server. */
export async function requireWritable(client: pg.ClientBase): Promise<void> {
  const late = setTimeout(() => closeSocket(client), HOST_MS)
  try {
    await requireWrites(client)
  } catch (error) {
    closeSocket(client)
    throw error instanceof NoWritableHost
      ? new NoWritableHost(`${labelOf(addressOf(client))} ${error.message}`, error.code)
      : error
  } finally {
    clearTimeout(late)
  }
}

async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'on') throw new NoWritableHost(READ_ONLY)
}
