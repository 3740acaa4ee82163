import pg from 'pg'
import { type ConnectionOptions, poolConfig, REPLY_TIMEOUT_MS } from './connection.ts'
import type { Database } from './database.ts'
import { withCode } from './session.ts'

/**
 * A pool for the sign-in library, which uses the driver itself. It connects only when somebody signs in. A lost
 * connection has the same code as in our own pool, so that it is answered in the same way.
 */
export function openPgPool(options: Omit<ConnectionOptions, 'applicationName'>): pg.Pool {
  const pool = new pg.Pool({
    ...poolConfig({ ...options, applicationName: 'tributary people' }),
    query_timeout: REPLY_TIMEOUT_MS,
  })
  // A connection that is lost, in use or idle: its queries fail, and the next query opens another. Without a listener of
  // its own, a client that is in use would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query = coded(client.query.bind(client))
  })
  pool.connect = coded(pool.connect.bind(pool))
  return pool
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
