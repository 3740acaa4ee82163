import pg from 'pg'
import { type ConnectionOptions, poolSettings, REPLY_TIMEOUT_MS } from './connection.ts'
import type { Database } from './database.ts'
import { addressOf, type DatabaseHosts } from './database-hosts.ts'
import { retire } from './driver.ts'
import { SILENT_MS } from './open-connections.ts'
import { isReadOnly, withCode } from './session.ts'

/**
 * A pool for the sign-in library, which uses the driver itself. It connects only when somebody signs in. A lost
 * connection has the same code as in our own pool, so that it is answered in the same way.
 */
export function openPgPool(options: Omit<ConnectionOptions, 'applicationName'>): pg.Pool {
  const { config, hosts } = poolSettings({ ...options, applicationName: 'tributary people' })
  const pool = new pg.Pool({ ...config, query_timeout: REPLY_TIMEOUT_MS })
  // A connection that is lost, in use or idle: its queries fail, and the next query opens another. Without a listener of
  // its own, a client that is in use would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query = watched(client, hosts)
  })
  pool.connect = coded(pool.connect.bind(pool))
  return pool
}

/**
 * The library gives a connection back whatever happened on it, so it is closed here: where its server is silent and found
 * to be gone, where a reply was lost, and where the server takes no writes any more.
 */
function watched(client: pg.PoolClient, hosts: DatabaseHosts): pg.PoolClient['query'] {
  const query = client.query.bind(client) as (...args: never[]) => unknown
  const watching = (...args: never[]): unknown => {
    const answer = query(...args)
    if (!(answer instanceof Promise)) return answer
    const silent = setTimeout(async () => {
      if (await hosts.isGone(addressOf(client))) retire(client)
    }, SILENT_MS)
    return answer
      .catch((error) => {
        if (isReadOnly(error) || !(error instanceof pg.DatabaseError)) retire(client)
        throw withCode(error)
      })
      .finally(() => clearTimeout(silent))
  }
  return watching as pg.PoolClient['query']
}

/** The same function, whose promise is rejected with an error that has a code. A call with a callback has no promise. */
function coded<F extends (...args: never[]) => unknown>(call: F): F {
  return ((...args: Parameters<F>) => {
    const answer = call(...args)
    if (!(answer instanceof Promise)) return answer
    return answer.catch((error) => {
      throw withCode(error)
    })
  }) as F
}

/** Throws the database's own error if it cannot be reached. */
export async function requireReachable({ sql }: Database): Promise<void> {
  await sql`select 1`
}
