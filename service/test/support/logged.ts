import { format } from 'node:util'
import { pino } from 'pino'
import { vi } from 'vitest'
import type { Logger } from '../../src/platform/logs.ts'

/** A log that a test reads back, line by line. */
export function readableLog(level = 'debug'): { readonly log: Logger; readonly lines: string[] } {
  const lines: string[] = []
  return { log: pino({ level, base: null }, { write: (line: string) => void lines.push(line) }), lines }
}

/** What is written past the log, by whomever; until it is stopped. */
export function watchConsole(): { readonly lines: string[]; stop(): void } {
  const lines: string[] = []
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...said) => void lines.push(format(...said))),
  )
  return {
    lines,
    stop() {
      for (const spy of spies) spy.mockRestore()
    },
  }
}
