import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import recorded from '../../src/app/api-examples.json' with { type: 'json' }
import { recordErrors } from '../support/api-examples/errors.ts'
import { recordOperations } from '../support/api-examples/operations.ts'
import { steady } from '../support/api-examples/volatile.ts'
import { type RunningService, startService } from '../support/service.ts'

const FILE = join(import.meta.dirname, '../../src/app/api-examples.json')
/** `npm run examples` writes the file anew, from what the service answers now. */
const IS_RECORDING = process.env.RECORD_EXAMPLES === 'yes'
const HOW =
  'the examples of the API document are not what the service answers: run `npm run examples`, and look at the diff'

let running: RunningService
const made: { operations: Record<string, unknown>; errors: Record<string, unknown> } = { operations: {}, errors: {} }

beforeAll(async () => {
  running = await startService()
})

/** Addresses of this run, as an integrator would see them. */
function withPublicAddresses<T>(value: T): T {
  const text = JSON.stringify(value)
    .replaceAll(running.roots.sandbox, 'https://sandbox.example.com')
    .replace(/http:\/\/127\.0\.0\.1:\d+\/hook/g, 'https://example.com/hooks/tributary')
  return JSON.parse(text)
}

const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))

describe('the examples of the API document', () => {
  it('are what was sent to a sandbox and what it answered, operation by operation', async () => {
    made.operations = sorted(withPublicAddresses(await recordOperations(running)))
    if (!IS_RECORDING) expect(steady(made.operations), HOW).toEqual(steady(recorded.operations))
  })

  it('are the real bodies of errors, code by code', async () => {
    made.errors = sorted(await recordErrors(running))
    if (!IS_RECORDING) expect(steady(made.errors), HOW).toEqual(steady(recorded.errors))
  })

  it.runIf(IS_RECORDING)('are written down', () => {
    writeFileSync(FILE, `${JSON.stringify(made, null, 2)}\n`)
  })
})
