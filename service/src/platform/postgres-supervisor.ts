import { setTimeout as sleep } from 'node:timers/promises'
import type { Hold } from './data-folder.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { every } from './every.ts'
import type { Logger } from './logs.ts'

const RETRY_MS = 1_000
const LOOK_MS = 1_000

export interface SupervisorOptions {
  readonly postgres: Pick<EmbeddedPostgres, 'revive' | 'isClosed' | 'end'>
  /** Takes the data folder again once PostgreSQL is back. */
  readonly hold: () => Promise<Hold>
  readonly log: Logger
}

export interface Supervisor {
  /** Ends the supervision; returns the hold, unless PostgreSQL is away at that moment. */
  stop(): Promise<Hold | undefined>
}

/**
 * Keeps the embedded PostgreSQL running. The connection that holds the data folder ends whenever PostgreSQL does, whether
 * the postmaster, one backend or all of them were killed, and also where this process did not start PostgreSQL itself.
 * Then PostgreSQL is started again, for as long as it takes: on a full disk it comes up once there is space. One that runs
 * on but takes no new connection is ended first.
 */
export function supervisePostgres(first: Hold, { postgres, hold, log }: SupervisorOptions): Supervisor {
  const stopping = new AbortController()
  const { signal } = stopping
  const asked = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  async function recover(): Promise<Hold | undefined> {
    const lostAt = performance.now()
    let reason: string | undefined
    log.error('the connection to PostgreSQL is lost: starting it again')
    while (!signal.aborted) {
      try {
        await postgres.revive(signal)
        const held = await hold()
        log.warn({ seconds: Math.round((performance.now() - lostAt) / 100) / 10 }, 'PostgreSQL is running again')
        return held
      } catch (err) {
        const message = err instanceof Error ? err.message : String(err)
        if (message !== reason && !signal.aborted) log.error({ err }, 'PostgreSQL did not start again; trying further')
        reason = message
        await Promise.race([sleep(RETRY_MS), asked])
      }
    }
    return undefined
  }

  async function endIfClosed(): Promise<void> {
    if (signal.aborted || !(await postgres.isClosed())) return
    log.error('PostgreSQL takes no new connections: ending it')
    await postgres.end()
  }

  async function supervise(): Promise<Hold | undefined> {
    let held: Hold | undefined = first
    while (held) {
      const looking = every(LOOK_MS, log, 'look whether PostgreSQL takes connections', endIfClosed)
      await Promise.race([held.lost, asked])
      await looking.stop()
      if (signal.aborted) return held
      held = await recover()
    }
    return held
  }

  const supervised = supervise()
  return {
    stop() {
      stopping.abort()
      return supervised
    },
  }
}
