import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cpuMicroseconds, parseStat } from './cpu-time.ts'

describe.runIf(process.platform === 'linux')('CPU time', () => {
  it('is read from behind a name with spaces and parentheses', () => {
    const stat = '4711 (a) R 1 (b)) S 42 4711 4711 0 -1 4194560 1 2 3 4 100 20 7 3 20 0 1 0 12345 1000 20'
    expect(parseStat(stat)).toEqual({ pid: 4711, parent: 42, ticks: 130 })
  })

  it('counts what an ended child has taken', () => {
    const before = cpuMicroseconds(process.pid)
    spawnSync(process.execPath, ['-e', 'const end = Date.now() + 150; while (Date.now() < end);'])
    expect(cpuMicroseconds(process.pid) - before).toBeGreaterThan(20_000)
  })

  it('refuses to measure a process that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0'])
    expect(() => cpuMicroseconds(process.pid, pid)).toThrow('has ended')
  })
})
