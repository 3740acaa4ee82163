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
  return pino(
    options,
    pino.destination({ dest: 1, sync: false, minLength: 2_048, maxWrite: PIPE_WRITE_MAX, periodicFlush: 500 }),
  )
}
