import pg from 'pg'
import { errorCode, isDatabaseAway } from './database.ts'
import { NoWritableHost } from './database-hosts.ts'
import { ExplainedError, StartError } from './start-error.ts'

/** The reason why the program cannot go on: one line that the person who started it can act on. */
export function explain(error: unknown): string {
  if (error instanceof ExplainedError) return error.message
  if (error instanceof StartError) return `Tributary cannot start: ${error.message}`
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'EACCES') return `Tributary cannot start: ${message}.`
  // invalid_password, invalid_authorization, invalid_catalog_name
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `Tributary cannot start: the database says: ${message}.`
  if (error instanceof NoWritableHost) return `Tributary cannot start: the database cannot be used: ${message}.`
  if (isDatabaseAway(error))
    return `Tributary cannot start: the database cannot be reached (${message}); is DATABASE_URL right?`
  if (error instanceof pg.DatabaseError) return `Tributary cannot start: the database says: ${message} (${code}).`
  return `Tributary failed: ${error instanceof Error ? error.stack : message}`
}

const LISTEN_FAULTS: Record<string, string> = {
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'the name cannot be looked up now',
  EADDRNOTAVAIL: 'it is no address of this machine',
}

/** A failed `listen` has the same codes as an unreachable database, so it is explained where it happens. */
export function listenError(error: unknown, host: string): unknown {
  if (!(error instanceof Error)) return error
  const code = errorCode(error)
  const port = (error as { port?: number }).port
  if (code === 'EADDRINUSE') {
    return new StartError(`port ${port} is in use by another program; stop it, or set PORT to another one.`)
  }
  if (code === 'EACCES') return new StartError(`port ${port} is for root only: set PORT to 1024 or above.`)
  return new StartError(`it cannot listen on HOST ${host}: ${LISTEN_FAULTS[code] ?? error.message}.`)
}
