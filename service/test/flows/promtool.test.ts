import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connected, paid } from '../support/payouts.ts'
import { readMetrics, startService } from '../support/service.ts'
import { needsTool } from '../support/tools.ts'

const RULES = join(import.meta.dirname, '../../../deploy/prometheus')
const promtool = needsTool('promtool', "Debian's package prometheus")

describe.skipIf(promtool.isMissing)(`Prometheus' own tool${promtool.note}`, () => {
  it('finds nothing wrong with the metrics', async () => {
    const { sandbox, roots } = await startService()
    await paid(sandbox, await connected(sandbox, 'ach'), 100)
    const input = await readMetrics(roots.sandbox)
    expect(execFileSync('promtool', ['check', 'metrics'], { input }).toString()).toBe('')
  })

  it('takes the alerts, each of which fires in its test, and none while all is well', () => {
    const run = (...args: string[]) => execFileSync('promtool', args, { cwd: RULES }).toString()
    expect(run('check', 'rules', 'tributary.rules.yml')).toContain('SUCCESS')
    expect(run('test', 'rules', 'tributary.rules.test.yml')).toContain('SUCCESS')
  })
})
