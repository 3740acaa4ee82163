import { fstatSync } from 'node:fs'
import { pino } from 'pino'
import pretty from 'pino-pretty'

export type Logger = pino.Logger

/** Field names under which a secret could reach a log line; their values are not written. */
const SECRETS = [
  'authorization',
  'verification_answer',
  'legacy_payout_method',
  'basic_user',
  'basic_secret',
  'account_number',
  'ssn',
  'code',
  'token',
  'key',
].flatMap((name) => [`body.${name}`, `headers.${name}`, `*.body.${name}`])

/** The size up to which the system never mixes the writes of two processes into one pipe. */
const PIPE_WRITE_MAX = 4_096

/**
 * JSON lines, or coloured text when a person is looking. Lines are gathered for a moment and written without waiting
 * for the reader: one write per request halved the requests a second. `name` is that of a process among several.
 */
export function createLogger(level: string, name?: string): Logger {
  const base = name === undefined ? null : { name }
  const options = { level, base, redact: { paths: SECRETS, censor: '[redacted]' } }
  if (process.stdout.isTTY) {
    return pino(options, pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }))
  }
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: 2_048,
    maxWrite: PIPE_WRITE_MAX,
    periodicFlush: 500,
  })
  return pino(options, isJournal() ? withPriorities(output) : output)
}

/** Whether systemd's journal reads our output; it says so by the device and inode of its end. */
function isJournal(): boolean {
  const { dev, ino } = fstatSync(1)
  return process.env.JOURNAL_STREAM === `${dev}:${ino}`
}

type Output = ReturnType<typeof pino.destination>

/** Writes syslog's priority before each line, as the journal wants it: `journalctl -p err` then finds errors. */
export function withPriorities(output: Pick<Output, 'write'>): pino.DestinationStream {
  return {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 30,
    write(this: { lastLevel: number }, line: string) {
      output.write(`<${priorityOf(this.lastLevel)}>${line}`)
    },
  } as pino.DestinationStream
}

/** Levels of pino, from the most severe on, and the priorities of syslog (RFC 5424) that they are. */
const PRIORITIES: readonly [level: number, priority: number][] = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
]
const DEBUG = 7

const priorityOf = (level: number): number => PRIORITIES.find(([from]) => level >= from)?.[1] ?? DEBUG
