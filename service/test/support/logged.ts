import { pino } from 'pino'
import type { Logger } from '../../src/platform/logs.ts'

/** A log that a test reads back, line by line. */
export function readableLog(level = 'debug'): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level, base: null }, { write: (line: string) => void lines.push(line) }), lines }
}
