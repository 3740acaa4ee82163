import { type Database, errorCode, isDatabaseAway, isRead, openDatabase } from './database.ts'
import { every } from './every.ts'
import type { Logger } from './logs.ts'
import { ReplayLag } from './replay-lag.ts'
import { type Send, sqlTag } from './sql.ts'

/** A place to read from that may be behind, for pages and files that nothing is decided by. */
export interface ReadSide {
  /** Its reads outside of transactions go to the standby while that is close behind, everything else to the primary. */
  readonly database: Database
  /** The moment whose every change its reads show; undefined while they go to the primary. */
  asOf(): Date | undefined
  close(): Promise<void>
}

export interface ReadBesideOptions {
  readonly primary: Database
  readonly standby: Database
  /** A standby that is further behind is not read. */
  readonly lagMaxMs: number
  readonly log: Logger
  readonly onLag?: (ms: number | undefined) => void
}

/** How often the standby is asked how far it has come. */
const LOOK_MS = 500
/** A standby that says nothing for so long is not read. */
const SILENT_MS = 3_000

/** serialization_failure: on a standby, rows that the read needs were removed by a vacuum of the primary. */
const CONFLICT = '40001'

/** Everything is read where it is written: the side of a service that has no standby. */
export const readPrimary = (primary: Database): ReadSide => ({
  database: primary,
  asOf: () => undefined,
  close: async () => {},
})

interface Found {
  /** By the primary's clock. */
  readonly asOf: number
  /** How far that was behind when the primary was asked. */
  readonly lagMs: number
  /** Moments of this process's own counter, which no setting of the clock moves. */
  readonly askedAt: number
  readonly lookedAt: number
}

/** After a failover the clock may be another server's: never less than nothing. */
const lagOf = ({ lagMs, askedAt }: Found): number => Math.max(0, lagMs + performance.now() - askedAt)

export function readBeside({ primary, standby, lagMaxMs, log, onLag }: ReadBesideOptions): ReadSide {
  const lag = new ReplayLag()
  let found: Found | undefined

  async function look(): Promise<void> {
    // Before it is asked, so that the lag is never told too small.
    const askedAt = performance.now()
    const { at, ...written } = await positionOf(primary)
    lag.note(written.position, at)
    const replayed = await replayedBy(standby)
    const asOf = replayed?.timeline === written.timeline ? lag.asOf(replayed.position) : undefined
    found = asOf === undefined ? undefined : { asOf, lagMs: at - asOf, askedAt, lookedAt: performance.now() }
    onLag?.(found && lagOf(found))
  }

  const usable = (): number | undefined => {
    if (!found) return undefined
    const isHeard = performance.now() - found.lookedAt <= SILENT_MS
    return isHeard && lagOf(found) <= lagMaxMs ? found.asOf : undefined
  }

  const watch = every(LOOK_MS, log, 'ask the standby how far it has come', () =>
    look().catch((error: unknown) => {
      found = undefined
      onLag?.(undefined)
      throw error
    }),
  )

  const send: Send = async (query) => {
    if (usable() === undefined || !isRead(query)) return primary.send(query)
    try {
      return await standby.send(query)
    } catch (error) {
      // It went away, or what it was asked changes something. The primary is asked the same.
      if (isDatabaseAway(error) || errorCode(error) === CONFLICT) return primary.send(query)
      throw error
    }
  }

  return {
    database: { ...primary, send, sql: Object.assign(sqlTag(send), { isTransaction: false as const }) },
    asOf() {
      const asOf = usable()
      return asOf === undefined ? undefined : new Date(asOf)
    },
    async close() {
      await watch.stop()
      await standby.close()
    },
  }
}

interface Position {
  readonly timeline: number
  readonly position: number
}

/** The first eight digits of the name of a log's file are its timeline, in hexadecimal. */
async function positionOf({ sql }: Database): Promise<Position & { readonly at: number }> {
  // The time when the statement began: a change that is made while it runs may be missing.
  const [row] = await sql<{ at: Date; file: string; position: number }[]>`
    select statement_timestamp() as at, pg_walfile_name(pg_current_wal_lsn()) as file,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as position`
  const { at, file, position } = row as { at: Date; file: string; position: number }
  return { at: at.getTime(), timeline: Number.parseInt(file.slice(0, 8), 16), position }
}

/**
 * Nothing for a server that is no standby: a former primary that came back knows nothing of what happened since. Nor does
 * a standby of it, which has its timeline.
 */
async function replayedBy({ sql }: Database): Promise<Position | undefined> {
  const [row] = await sql<{ position: number | null; timeline: number }[]>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as position,
      (select timeline_id from pg_control_checkpoint()) as timeline`
  return row?.position == null ? undefined : { timeline: row.timeline, position: row.position }
}

/** Why a server cannot be read beside its primary. */
export async function standbyFault(url: string): Promise<string | undefined> {
  const standby = openDatabase({ url, connectionsMax: 1, isReadOnly: true })
  try {
    const [row] = await standby.sql<{ standby: boolean; paused: boolean }[]>`
      select pg_is_in_recovery() as standby, case when pg_is_in_recovery() then pg_is_wal_replay_paused() end as paused`
    if (!row?.standby) return 'it is no standby'
    return row.paused ? 'its replay is paused' : undefined
  } finally {
    await standby.close()
  }
}
