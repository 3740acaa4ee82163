import type { FastifyInstance } from 'fastify'
import { unavailable } from '../kernel/errors.ts'
import { isDatabaseAway } from '../platform/database.ts'

/** The reason why nothing can be written at the moment, or undefined. */
export type Shortage = () => string | undefined

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes during a shortage before they reach the database. PostgreSQL would stop itself when its log finds no
 * room, and reads would fail too.
 */
export function refuseWrites(app: FastifyInstance, shortage: Shortage): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const why = READS.has(request.method) ? undefined : shortage()
    done(why === undefined ? undefined : unavailable(why))
  })
}

/** The error to answer. A database that cannot be reached during a shortage has stopped for want of space. */
export function withShortage(error: unknown, shortage: Shortage): unknown {
  const why = isDatabaseAway(error) ? shortage() : undefined
  return why === undefined ? error : unavailable(why, { cause: error })
}
