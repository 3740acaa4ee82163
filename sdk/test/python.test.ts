import { execFile, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { openProxy } from '../../prove/faults/proxy.ts'
import { createRandom } from '../../prove/random.ts'
import { startService } from '../../service/test/support/service.ts'
import { whenDone } from '../../service/test/support/when-done.ts'
import { raiseAlert, requireApproval, sandboxOf } from './support/sandbox.ts'

const PYTHON = process.env.PYTHON ?? 'python3'
const NEEDED = 'import sys, httpx, pytest; sys.exit(sys.version_info < (3, 10))'
/** Each test takes a fresh enterprise, by its key. */
const ENTERPRISES = 20

function isThere(): boolean {
  try {
    execFileSync(PYTHON, ['-c', NEEDED], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(`skipped: the Python SDK needs Python 3.10 with httpx and pytest, and ${PYTHON} is not that\n`)
    return false
  }
}

describe.runIf(isThere())('the Python SDK', () => {
  let variables: Record<string, string>

  beforeAll(async () => {
    const running = await startService({ DELIVERY_POLL_MS: '10' })
    const sandboxes = await Promise.all(Array.from({ length: ENTERPRISES }, () => sandboxOf(running)))
    await Promise.all(sandboxes.map((one) => requireApproval(running, one)))
    await Promise.all(sandboxes.map((one) => raiseAlert(running, one)))
    const base = sandboxes[0]?.baseUrl ?? ''
    const { hostname: host, port } = new URL(base)
    const line = { dropAnswer: 0.25, cutRequest: 0.15, delay: 0, delayMaxMs: 0 }
    const proxy = await openProxy({ host, port: Number(port) }, line, createRandom(23))
    whenDone(() => proxy.close())
    variables = {
      TRIBUTARY_TEST_BASE_URL: base,
      TRIBUTARY_TEST_API_KEYS: sandboxes.map(({ apiKey, approverKey }) => `${apiKey}+${approverKey}`).join(','),
      TRIBUTARY_TEST_PROXY_URL: base.replace(port, String(proxy.port)),
    }
  })

  it('passes its own tests against the service', async () => {
    const env = { ...process.env, ...variables, PYTHONDONTWRITEBYTECODE: '1' }
    const cwd = join(import.meta.dirname, '../python')
    const { stdout } = await promisify(execFile)(PYTHON, ['-m', 'pytest'], { cwd, env }).catch((error) => {
      throw new Error(`${error.stdout}\n${error.stderr}`)
    })
    expect(stdout).toMatch(/^\d+ passed/m)
    expect(stdout).not.toContain('skipped')
  })
})
