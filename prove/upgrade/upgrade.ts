import { Checks, type Proof } from '../proof.ts'
import { byTests } from '../support/by-tests.ts'
import { migrateUnderTraffic } from './under-traffic.ts'

export const upgrade: Proof = {
  proves:
    'a database of an earlier release migrates and audits clean, the older binary refuses it then, and additions to large tables hold up no request',
  options: { rows: 1_000_000 },
  async run({ rows = 1_000_000 }) {
    const byTest = await byTests(['service/test/flows/upgrade.test.ts'])
    const checks = new Checks()
    await migrateUnderTraffic(checks, rows)
    return { passed: byTest.passed + checks.passed, failed: byTest.failed + checks.failed }
  },
}
