import { AUTHORIZATION, openArena } from '../bench/support/arena.ts'
import { connectionId, demoTenant, fund, seedConnections } from '../bench/support/seed.ts'
import { createKey, SCOPES } from '../service/src/tenants/index.ts'
import { attacks, firstDocument } from './abuse/attacks.ts'
import { floods } from './abuse/floods.ts'
import { fuzz } from './abuse/fuzz.ts'
import { largePages } from './abuse/large-pages.ts'
import { operatorDoors } from './abuse/operator-doors.ts'
import { Checks, type Proof } from './proof.ts'
import { byTests } from './support/by-tests.ts'

const PORT = 4781
const CONNECTIONS = 1_000
const PER_SECOND_MIN = 300

/**
 * Attacks that need more than requests with a key: both environments, mail, a browser's cookies, the logins of people and
 * creators, traces of deeds.
 */
const TESTS = [
  'guessing',
  'logins',
  'dashboard-people',
  'dashboard-sign-in-rules',
  'dashboard-names',
  'token-doors',
  'production',
  'deliveries',
  'key-restrictions',
  'plain-text-keys',
  'audit-walk',
  'audit-feed',
  'limits',
  'limits-dashboard',
  'suspension',
  'withdrawals',
  'withdrawals-limits',
  'withdrawals-races',
  'creator-withdrawals',
  'approvals-races',
  'console-sign-in',
  'console-roles',
  'console-four-eyes',
].map((name) => `service/test/flows/${name}.test.ts`)

export const abuse: Proof = {
  proves:
    'no request, valid or broken, slow or huge, makes the service fail, show what is not the caller’s, or be slow for others',
  options: { requests: 50_000, seed: 9, rounds: 11 },
  async run({ requests = 0, seed = 0, rounds = 1 }) {
    const checks = new Checks()
    const arena = await openArena()
    const service = await arena.serve('api', PORT)
    try {
      await firstDocument(PORT, checks)
      const fuzzed = await fuzz(arena.database, PORT, { count: requests, seed }, checks)
      checks.check(`at least ${PER_SECOND_MIN} requests a second`, fuzzed.perSecond >= PER_SECOND_MIN, fuzzed.perSecond)
      const tenant = await demoTenant(arena.database)
      await seedConnections(arena.database, tenant, CONNECTIONS)
      await fund(`http://127.0.0.1:${PORT}/enterprise/v1`, AUTHORIZATION)
      const bodies = Array.from({ length: CONNECTIONS }, (_, nth) =>
        JSON.stringify({ account_connection: connectionId(nth), amount_in_cents: 100 }),
      )
      await operatorDoors(PORT, AUTHORIZATION, checks)
      const scopes = Object.keys(SCOPES)
      const made = await arena.database.transaction((tx) => createKey(tx, tenant, 'sandbox', 'Abuse', { scopes }))
      await largePages(PORT, made.key, checks)
      await attacks(PORT, AUTHORIZATION, checks)
      await floods(PORT, { authorization: AUTHORIZATION, bodies }, rounds, checks)
      checks.check('the service is still the same process', service.child.exitCode === null)
    } finally {
      await service.stop()
      await arena.close()
    }
    const tested = await byTests(TESTS)
    return { passed: checks.passed + tested.passed, failed: checks.failed + tested.failed }
  },
}
