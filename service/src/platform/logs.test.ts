import { pino } from 'pino'
import { expect, it } from 'vitest'
import { withPriorities } from './logs.ts'

it('a line for the journal begins with the priority that syslog gives its level', () => {
  const lines: string[] = []
  const output = { write: (line: string) => lines.push(line) > 0 }
  const log = pino({ level: 'trace', base: null, timestamp: false }, withPriorities(output))
  for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) log[level](level)
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['<2>{', '<3>{', '<4>{', '<6>{', '<7>{', '<7>{'])
  expect(JSON.parse((lines[1] as string).slice(3))).toEqual({ level: 50, msg: 'error' })
})
