import pg from 'pg'
import { type ConnectionOptions, poolConfig } from './connection.ts'

/** A pool for the sign-in library, which uses the driver itself. It connects only when somebody signs in. */
export function openPgPool(options: Omit<ConnectionOptions, 'applicationName'>): pg.Pool {
  const pool = new pg.Pool(poolConfig({ ...options, applicationName: 'tributary people' }))
  // A connection that is lost while idle: the next query opens another.
  pool.on('error', () => {})
  return pool
}
