import { setTimeout as sleep } from 'node:timers/promises'
import { connectionId, demoTenant, seedConnections } from '../../bench/support/seed.ts'
import { seedBooks } from '../../bench/support/seed-books.ts'
import { auditEverything } from '../../service/src/app/audit.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createClient } from '../client.ts'
import { createMember, type Member } from '../faults/fleet.ts'
import { Checks, figure, type Proof } from '../proof.ts'
import { type ArchivedServer, openArchivedServer, STATEMENT_MAX_MS } from './archived.ts'

const CONNECTIONS = 1_000
const SENDERS = 16
const BEFORE_MS = 10_000
const AFTER_MS = 2_000

interface Load {
  /** The ids of the payouts that were acknowledged so far. */
  readonly acknowledged: string[]
  stop(): Promise<void>
}

/** Creates payouts without a pause, until it is stopped or the service is gone. */
function startLoad({ base, apiKey }: Member): Load {
  const client = createClient({ base, apiKey })
  const acknowledged: string[] = []
  let isOver = false
  const send = async (sender: number): Promise<void> => {
    for (let nth = 0; !isOver; nth++) {
      const body = { account_connection: connectionId((sender * 61 + nth) % CONNECTIONS), amount_in_cents: 1 }
      const made = await client({ method: 'POST', path: '/payout', body }).catch(() => undefined)
      if (made?.status === 201) acknowledged.push(made.body.id)
      else await sleep(50)
    }
  }
  const sending = Promise.all(Array.from({ length: SENDERS }, (_, sender) => send(sender)))
  return {
    acknowledged,
    async stop() {
      isOver = true
      await sending
    },
  }
}

/** Everything acknowledged before the moment, and what was acknowledged after it. */
interface Killed {
  readonly moment: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

async function killUnderLoad(server: ArchivedServer, members: readonly Member[]): Promise<Killed> {
  const load = startLoad(members[0] as Member)
  await sleep(BEFORE_MS)
  const before = [...load.acknowledged]
  const [now] = await server.database.sql<{ at: string }[]>`select clock_timestamp()::text as at`
  await sleep(AFTER_MS)
  await server.archived()
  server.killAll()
  await Promise.all(members.map((member) => member.kill()))
  await load.stop()
  return { moment: now?.at as string, before, after: load.acknowledged.slice(before.length) }
}

async function checkRecovered(checks: Checks, url: string, rows: number, { before, after }: Killed): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 2, statementTimeoutMs: STATEMENT_MAX_MS })
  try {
    const count = async (ids: readonly string[]): Promise<number> => {
      const [found] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from payouts where id = any(${[...ids]}::text[])`
      return found?.count ?? 0
    }
    const [all] = await database.sql<{ count: number }[]>`select count(*)::int as count from payouts`
    figure('payouts that are there', all?.count ?? 0)
    const kept = await count(before)
    checks.check('every payout acknowledged before the moment is there', kept === before.length, [kept, before.length])
    checks.check('the seeded ones are there', (all?.count ?? 0) >= rows + before.length, all)
    figure('acknowledged after the moment, and there', await count(after))
    const startedAt = performance.now()
    const wrong = await auditEverything(database)
    checks.check('the audit of all books is clean', wrong.length === 0, wrong.slice(0, 3))
    figure('audit of all books', (performance.now() - startedAt) / 1_000, 's')
  } finally {
    await database.close()
  }
}

async function drillOnce(checks: Checks, server: ArchivedServer, rows: number): Promise<void> {
  const members = [await createMember('api', 'api', server), await createMember('worker', 'worker', server)]
  await members[0]?.start()
  const tenant = await demoTenant(server.database)
  await seedConnections(server.database, tenant, CONNECTIONS)
  await seedBooks(server.database, tenant, rows, CONNECTIONS)
  await members[1]?.start()
  figure('base backup', (await server.backUp()) / 1_048_576, 'MB')
  const killed = await killUnderLoad(server, members)
  await server.database.close().catch(() => {})
  figure('acknowledged before the moment', killed.before.length)
  figure('acknowledged after it, before the kill', killed.after.length)
  checks.check('payouts were acknowledged on both sides', killed.before.length > 0 && killed.after.length > 0)
  const startedAt = performance.now()
  const url = await server.recover(killed.moment)
  figure('recovery to the moment', (performance.now() - startedAt) / 1_000, 's')
  await checkRecovered(checks, url, rows, killed)
  const restored = await createMember('restored', 'api', { url, home: server.home })
  await restored.start()
  const client = createClient({ base: restored.base, apiKey: restored.apiKey })
  const made = await client({
    method: 'POST',
    path: '/payout',
    body: { account_connection: connectionId(0), amount_in_cents: 1 },
  })
  checks.check('the recovered database takes payouts', made.status === 201, made.text)
  await restored.kill()
}

export const drill: Proof = {
  proves:
    'killed under load and recovered to a point in time, a large database has every payout acknowledged before it',
  options: { rows: 1_000_000 },
  async run({ rows = 1_000_000 }) {
    const checks = new Checks()
    const server = await openArchivedServer()
    try {
      await drillOnce(checks, server, rows)
    } finally {
      await server.close()
    }
    return checks
  },
}
