import { statfs } from 'node:fs/promises'
import { type Database, errorCode } from './database.ts'
import { every } from './every.ts'
import type { Logger } from './logs.ts'

const CHECK_MS = 1_000
/** Room for four files of PostgreSQL's write-ahead log. Without room for the next one it stops itself. */
const RESERVE_BYTES = 64 * 1024 * 1024
/** PostgreSQL's disk_full, which also stands for a quota that is used up. */
const DISK_FULL = '53100'

export const DISK_FULL_MESSAGE = 'The disk of the database is full; nothing can be written until there is space again.'

/** Whether the database has room to write. */
export interface DiskSpace {
  /** The reason why writes are refused, or undefined. */
  shortage(): string | undefined
  /** Called with every error of the database. */
  noteFailure(error: unknown): void
  /** Begins to check, each second. */
  start(database: Database, log: Logger): Promise<{ stop(): Promise<void> }>
}

/**
 * Watches the disk of the embedded database, whose folder is known, and notes when PostgreSQL itself reports a full disk,
 * as one on another machine does. After such a report it tries to write, each second, until that succeeds.
 */
export function watchDiskSpace(folder: string | undefined): DiskSpace {
  let isLow = false
  let isReported = false
  let wasShort = false

  async function check(database: Database, log: Logger): Promise<void> {
    if (folder) isLow = await isNearlyFull(folder)
    if (isReported && !isLow) isReported = !(await canWrite(database))
    const isShort = isLow || isReported
    if (isShort && !wasShort) log.error('the disk of the database is full: writes are refused until there is space')
    if (!isShort && wasShort) log.warn('the disk of the database has space again: writes are accepted')
    wasShort = isShort
  }

  return {
    shortage: () => (isLow || isReported ? DISK_FULL_MESSAGE : undefined),
    noteFailure(error) {
      if (errorCode(error) === DISK_FULL) isReported = true
    },
    async start(database, log) {
      await check(database, log)
      return every(CHECK_MS, log, 'check the disk of the database', () => check(database, log))
    },
  }
}

async function isNearlyFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < RESERVE_BYTES
}

/** A new table takes new pages, whereas a row may find room in a page that is there. False while the database is away. */
async function canWrite(database: Database): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await tx`
        create temporary table disk_space_probe on commit drop
        as select repeat('x', 1000) as filler from generate_series(1, 1000)`
    })
    return true
  } catch (error) {
    // insufficient_privilege: a role that may make no temporary table can only wait for the next report.
    return errorCode(error) === '42501'
  }
}
