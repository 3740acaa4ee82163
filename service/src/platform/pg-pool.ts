import pg from 'pg'
import { type ConnectionOptions, poolConfig, REPLY_TIMEOUT_MS } from './connection.ts'

/** A pool for the sign-in library, which uses the driver itself. It connects only when somebody signs in. */
export function openPgPool(options: Omit<ConnectionOptions, 'applicationName'>): pg.Pool {
  const pool = new pg.Pool({
    ...poolConfig({ ...options, applicationName: 'tributary people' }),
    query_timeout: REPLY_TIMEOUT_MS,
  })
  // A connection that is lost, in use or idle: its queries fail, and the next query opens another. Without a listener of
  // its own, a client that is in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return pool
}
