import { setTimeout as sleep } from 'node:timers/promises'
import { knownMigrations } from '../../service/src/app/prepare-database.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import { type Migration, migrate } from '../../service/src/platform/migrate.ts'
import { SAMPLE_MIGRATIONS_DONE, sampleMigrations } from '../../service/test/support/sample-migrations.ts'
import { type Client, createClient } from '../client.ts'
import { createMember, type Member } from '../faults/fleet.ts'
import { type Checks, figure } from '../proof.ts'
import { openServer } from '../server.ts'
import { type LockWatch, watchLocks } from './locks.ts'
import { seedRows } from './seed.ts'

/** The last migration of version 0.1. */
const VERSION_0_1 = 12
const MIGRATOR = 'prove-migrations'
const LOCK_MAX_MS = 1_000
const SENDERS = 8
const AROUND_MS = 2_000

/** Migrations on large tables: first those since version 0.1, then samples of a later release under its traffic. */
export async function migrateUnderTraffic(checks: Checks, rows: number): Promise<void> {
  const known = await knownMigrations()
  const server = await openServer({ migrations: known.slice(0, VERSION_0_1) })
  const owner = openDatabase({ url: server.url, connectionsMax: 1, applicationName: MIGRATOR })
  const api = await createMember('api', 'api', server)
  try {
    await seedRows(owner, rows)
    figure('rows in each large table', rows)
    await watched(server.url, checks, `${known.length - VERSION_0_1} migrations since 0.1`, () => migrate(owner, known))
    await api.start()
    await watched(server.url, checks, 'sample migrations under traffic', () =>
      answering(api, checks, () => applySamples(owner, known)),
    )
    const [{ done } = { done: false }] = await owner.sql.unsafe<{ done: boolean }[]>(SAMPLE_MIGRATIONS_DONE)
    checks.check('the sample indexes are valid, the sample check is validated', done)
    await checkThatWatchSees(server.url, owner, checks)
  } finally {
    await api.kill()
    await owner.close()
    await server.close()
  }
}

async function applySamples(owner: ReturnType<typeof openDatabase>, known: readonly Migration[]): Promise<void> {
  const startedAt = performance.now()
  await migrate(owner, [...known, ...sampleMigrations(known)])
  figure('columns, a check and two indexes were added in', (performance.now() - startedAt) / 1_000, 's')
}

async function watched(url: string, checks: Checks, what: string, work: () => Promise<unknown>): Promise<LockWatch> {
  const watch = await watchLocks(url, MIGRATOR)
  try {
    await work()
  } finally {
    await watch.stop()
  }
  figure(`${what}: longest blocking lock on a table`, watch.heldMs(), 'ms')
  figure(`${what}: longest wait of a write to any table`, watch.waitedMs(), 'ms')
  checks.check(`${what}: no lock was held for a second`, watch.heldMs() < LOCK_MAX_MS, watch.heldMs())
  checks.check(`${what}: no write waited for a second`, watch.waitedMs() < LOCK_MAX_MS, watch.waitedMs())
  checks.check(`${what}: the locks were watched`, watch.rounds() > 0)
  return watch
}

/** Creates, reads and lists payouts without a pause, before, while and after the work. */
async function answering({ base, apiKey }: Member, checks: Checks, work: () => Promise<void>): Promise<void> {
  const client = createClient({ base, apiKey })
  const creator = await prepareCreator(client)
  const failed: string[] = []
  let answered = 0
  let isOver = false
  const send = async (): Promise<void> => {
    while (!isOver) {
      const made = await client({
        method: 'POST',
        path: '/payout',
        body: { account_connection: creator, amount_in_cents: 1 },
      })
      const answers = [
        made,
        await client({ method: 'GET', path: `/payout/${made.body.id}` }),
        await client({ method: 'GET', path: '/payout?status=sent' }),
        await client({ method: 'GET', path: '/enterprise' }),
      ]
      answered += answers.length
      failed.push(...answers.filter(({ status }) => status >= 400).map(({ status, text }) => `${status} ${text}`))
    }
  }
  const sending = Promise.all(Array.from({ length: SENDERS }, send))
  await sleep(AROUND_MS)
  const before = answered
  await work().finally(async () => {
    figure('requests answered meanwhile', answered - before)
    await sleep(AROUND_MS)
    isOver = true
  })
  await sending
  checks.check('requests were answered while migrations ran', answered > before, answered)
  checks.check('no request failed', failed.length === 0, failed.slice(0, 5))
}

async function prepareCreator(client: Client): Promise<string> {
  const body = {
    first_name: 'Alice',
    last_name: 'Alison',
    email: 'alice@example.com',
    requested_permissions: ['payment.credit'],
    verification_prompt: 'Your student number?',
    verification_answer: '4711',
  }
  const made = await client({ method: 'POST', path: '/account-connection', body })
  const { id } = made.body
  await client({ method: 'POST', path: '/sandbox/connect', body: { account_connection: id, type: 'direct' } })
  await client({ method: 'POST', path: '/sandbox/funding', body: { amount_in_cents: 9_999_999_999 } })
  return id
}

/** The same index without `concurrently` must be noticed: else the figures above would mean nothing. */
async function checkThatWatchSees(url: string, owner: ReturnType<typeof openDatabase>, checks: Checks): Promise<void> {
  const watch = await watchLocks(url, MIGRATOR)
  try {
    await owner.sql.unsafe(
      'set statement_timeout = 0; create index sample_locking on payouts (tenant_id, description, id)',
    )
  } finally {
    await watch.stop()
  }
  figure('the same by a plain `create index`: blocking lock', watch.heldMs(), 'ms')
  checks.check('the lock of a plain `create index` is seen', watch.heldMs() > 0)
}
