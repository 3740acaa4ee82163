import pg from 'pg'

export interface PgPoolOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly role?: string | undefined
}

/** For the sign-in library, which does not speak through our own driver. Opened only when somebody signs in. */
export function openPgPool({ url, connectionsMax, role }: PgPoolOptions): pg.Pool {
  const settings = ['TimeZone=UTC', 'statement_timeout=30000', ...(role ? [`role=${role}`] : [])]
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    application_name: 'tributary people',
    connectionTimeoutMillis: 5_000,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  // A connection that is lost while idle: the next query opens another.
  pool.on('error', () => {})
  return pool
}
