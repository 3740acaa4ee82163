import type pg from 'pg'
import { addressOf, type DatabaseHosts, type HostAddress, isSameHost } from './database-hosts.ts'
import { closeSocket } from './driver.ts'
import { isReadOnly, Session, withCode } from './session.ts'

/** How often replies that do not come are looked for. */
const WATCH_MS = 500
/** After so long without a reply the server is asked on a new connection whether it is there at all. */
export const SILENT_MS = 5_000

export interface ConnectionsOptions {
  readonly pool: pg.Pool
  readonly hosts: DatabaseHosts
  /** No reply is waited for any longer. */
  readonly replyTimeoutMs: number
  readonly onFailure: ((error: unknown) => void) | undefined
  /** Called with the time that a caller has waited for a connection. */
  readonly onWait: ((ms: number) => void) | undefined
}

export interface OpenConnections {
  checkOut(): Promise<Session>
  closeAll(): void
  stopWatching(): void
}

/**
 * The connections of a pool, in use and idle. They are dropped together when their server is gone or takes no writes any
 * more: one that was idle would fail the next request, and a silent one would make it wait.
 */
export function openConnections(options: ConnectionsOptions): OpenConnections {
  const { pool, hosts, replyTimeoutMs, onFailure, onWait } = options
  const clients = watchClients(pool, (found) => discardWhere((address) => !isSameHost(address, found)))
  const sessions = new Map<pg.PoolClient, Session>()

  /** A connection in use is closed once it is given back, an idle one at once. */
  function discardWhere(isDropped: (address: HostAddress) => boolean): void {
    for (const client of clients) {
      if (!isDropped(addressOf(client))) continue
      const session = sessions.get(client)
      if (session) session.discard()
      else closeSocket(client)
    }
  }

  function noteFailure(error: unknown, host: HostAddress): void {
    if (isReadOnly(error)) discardWhere((address) => isSameHost(address, host))
    onFailure?.(error)
  }

  const watch = watchReplies(hosts, () => sessions.values(), {
    onGone(host) {
      for (const session of sessions.values()) if (isSameHost(session.host, host)) session.close()
      discardWhere((address) => isSameHost(address, host))
    },
  })

  return {
    async checkOut() {
      const since = performance.now()
      const client = await pool.connect().catch((error: unknown) => {
        throw withCode(error)
      })
      onWait?.(performance.now() - since)
      const session = new Session(client, replyTimeoutMs, {
        onEnd: () => sessions.delete(client),
        onFailure: (error) => noteFailure(error, session.host),
      })
      sessions.set(client, session)
      return session
    },
    closeAll() {
      for (const client of clients) closeSocket(client)
    },
    stopWatching: () => clearInterval(watch),
  }
}

/** Closes connections whose reply is overdue, and long before that those whose server is found to be gone. */
function watchReplies(
  hosts: DatabaseHosts,
  sessions: () => Iterable<Session>,
  { onGone }: { onGone(host: HostAddress): void },
): NodeJS.Timeout {
  let askedAt = 0
  const watch = setInterval(() => {
    const now = performance.now()
    for (const session of sessions()) session.closeIfOverdue(now)
    const silent = [...sessions()].find((session) => session.waitingMs(now) >= SILENT_MS)
    if (!silent || now - askedAt < SILENT_MS) return
    askedAt = now
    const { host } = silent
    void hosts.isGone(host).then((isGone) => {
      // It may have answered in the meantime, and only been slow.
      if (isGone && !silent.hasEnded && silent.waitingMs(performance.now()) >= SILENT_MS) onGone(host)
    })
  }, WATCH_MS)
  watch.unref()
  return watch
}

/**
 * Every client has a listener for its errors, checked out or not; the driver rejects its statements all the same. The
 * host of a new connection is the one that takes writes now.
 */
function watchClients(pool: pg.Pool, onFound: (host: HostAddress) => void): ReadonlySet<pg.PoolClient> {
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    client.on('error', () => {})
    onFound(addressOf(client))
  })
  pool.on('remove', (client) => clients.delete(client))
  pool.on('error', () => {})
  return clients
}
