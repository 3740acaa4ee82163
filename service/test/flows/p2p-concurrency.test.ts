import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { type Answer, type Client, createClient } from '../support/client.ts'
import { cloneDatabase, connect } from '../support/database.ts'
import { countLockWaits } from '../support/lock-waits.ts'
import { asked, CODE, commit, creator, PURSE, pair, readP2p, WRONG } from '../support/p2p.ts'
import { accounts, advance, auditClean } from '../support/payouts.ts'
import { readBanner, startProgram } from '../support/program.ts'
import { type RunningService, startService, VAULT_KEY } from '../support/service.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  second = await startService({ WORKER_POLL_MS: '60000' }, running.databaseUrl)
})

/** One enterprise, its clients at two processes, and a way to take turns between them. */
async function enterprise() {
  const { sandbox, keys, id } = await running.enterprise()
  const other = second.client('sandbox', keys.sandbox)
  const purses = () => accounts(running.database, id, 'creator:%')
  return { id, sandbox, other, purses, either: (nth: number): Client => (nth % 2 ? sandbox : other) }
}

const PATIENCE_MS = 120_000
const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))
const codesOf = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = status === 200 ? 'committed' : body.code
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('a thousand guesses at once, at two processes', () => {
  it('have three that are looked at, then the payment is expired, the right code among the last or not', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { sandbox, either, purses } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    const right = 990
    const answers = await Promise.all(times(1_000, (nth) => commit(either(nth), id, nth === right ? CODE : WRONG)))
    expect(codesOf(answers)).toEqual({ incorrect_code: 3, p2p_expired: 997 })
    expect(answers[right]).toMatchObject({ status: 409, body: { code: 'p2p_expired' } })
    const tries = answers.filter(({ status }) => status === 400).map(({ body }) => body.failed_commits)
    expect(tries.sort()).toEqual([1, 2, 3])
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'expired', failed_commits: 3 })
    await advance(sandbox, 60)
    expect(await purses()).toEqual([PURSE, PURSE])
  })

  it('each with a key of its own, or all with one, burn no more', { timeout: PATIENCE_MS }, async () => {
    const { sandbox, either } = await enterprise()
    const between = await pair(sandbox)
    const own = await asked(sandbox, between)
    const answers = await Promise.all(times(300, (nth) => commit(either(nth), own.id, WRONG, `guess ${nth}`)))
    expect(codesOf(answers)).toEqual({ incorrect_code: 3, p2p_expired: 297 })
    const shared = await asked(sandbox, between)
    const same = await Promise.all(times(300, (nth) => commit(either(nth), shared.id, WRONG, 'guess')))
    expect(new Set(same.map(({ text }) => text)).size).toBe(1)
    expect(await readP2p(sandbox, shared.id)).toMatchObject({ status: 'created', failed_commits: 1 })
    // Whatever the code did, the row itself would not take a fourth.
    await expect(
      running.database.sql`update p2p_payments set attempts = attempts + 3 where id = ${shared.id}`,
    ).rejects.toThrow(/attempts_check/)
  })
})

describe('a commit after the deadline', () => {
  it('waits for whoever expires the payment at that moment, and is told so', async () => {
    const { sandbox } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox))
    const { sql } = running.database
    await sql`update p2p_payments set expires_at = statement_timestamp() - interval '1 minute' where id = ${id}`
    const isWaitedFor = async (): Promise<boolean> => (await countLockWaits({ sql })) > 0
    let answering: Promise<Answer> | undefined
    await connect(running.databaseUrl).transaction(async (tx) => {
      await tx`update p2p_payments set status = 'expired', ended_at = expires_at, due_at = null where id = ${id}`
      answering = commit(sandbox, id)
      await expect.poll(isWaitedFor).toBe(true)
    })
    expect(await answering).toMatchObject({ status: 409, body: { code: 'p2p_expired' } })
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'expired', failed_commits: 0 })
  })
})

describe('a list of a status while another reader expires the first five hundred of more', () => {
  it('waits for those and expires the rest', { timeout: PATIENCE_MS }, async () => {
    const { sandbox } = await enterprise()
    const between = await pair(sandbox)
    await Promise.all(times(510, () => asked(sandbox, between, 1)))
    const { id: first } = (await sandbox.get('/p2p?order=oldest')).body.data[0]
    const { sql } = running.database
    const [row] = await sql<{ tenant: number }[]>`select tenant_id as tenant from p2p_payments where id = ${first}`
    const tenant = row?.tenant ?? 0
    await sql`
      update p2p_payments set expires_at = statement_timestamp() - interval '1 minute',
        due_at = statement_timestamp() - interval '1 minute'
      where tenant_id = ${tenant}`
    let listing: Promise<Answer> | undefined
    await connect(running.databaseUrl).transaction(async (tx) => {
      await tx`
        update p2p_payments set status = 'expired', ended_at = expires_at, due_at = null
        where tenant_id = ${tenant} and id in (select id from p2p_payments where tenant_id = ${tenant} order by id limit 500)`
      listing = sandbox.get('/p2p?status=created')
      await expect.poll(async () => (await countLockWaits({ sql })) > 0).toBe(true)
    })
    expect(await listing).toMatchObject({ body: { data: [], pagination: { total: 0 } } })
  })
})

describe('two hundred commits with the right code at once', () => {
  it('are one payment', { timeout: PATIENCE_MS }, async () => {
    const { sandbox, either, purses } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox), 300)
    const answers = await Promise.all(times(200, (nth) => commit(either(nth), id)))
    expect(codesOf(answers)).toEqual({ committed: 1, invalid_state: 199 })
    await Promise.all([advance(sandbox, 5), advance(either(0), 5)])
    expect(await readP2p(sandbox, id)).toMatchObject({ status: 'sent', failed_commits: 0 })
    expect((await purses()).sort()).toEqual([PURSE - 300, PURSE + 300])
    await auditClean(running.database)
  })

  it('with one key are one payment and two hundred equal answers', { timeout: PATIENCE_MS }, async () => {
    const { sandbox, either, purses } = await enterprise()
    const { id } = await asked(sandbox, await pair(sandbox), 300)
    const answers = await Promise.all(times(200, (nth) => commit(either(nth), id, CODE, 'one')))
    expect(codesOf(answers)).toEqual({ committed: 200 })
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    await advance(sandbox, 5)
    expect((await purses()).sort()).toEqual([PURSE - 300, PURSE + 300])
  })
})

describe('creation at two processes', () => {
  it('with one key is one payment; positions are dense', { timeout: PATIENCE_MS }, async () => {
    const { sandbox, either } = await enterprise()
    const between = await pair(sandbox)
    const wish = { ...between, amount_in_cents: 5 }
    const answers = await Promise.all(
      times(120, (nth) => either(nth).post('/p2p', wish, { idempotencyKey: `key ${nth % 40}` })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(40)
    const { data, pagination } = (await sandbox.get('/p2p?page_size=100')).body
    expect([data.length, pagination.total]).toEqual([40, 40])
    const messages = await running.database.sql`
      select 1 from messages where recipient = (
        select mobile from creators join account_connections connection
          on connection.tenant_id = creators.tenant_id and creator_id = creators.id
        where connection.id = ${between.source})`
    expect(messages).toHaveLength(40)
  })
})

describe('two payments at once from an account that covers one', () => {
  it('are one sent and one error, with two workers', { timeout: PATIENCE_MS }, async () => {
    for (let round = 0; round < 5; round++) {
      const { sandbox, other, purses } = await enterprise()
      const { source, destination } = await pair(sandbox)
      const third = await creator(sandbox)
      const made = await Promise.all([
        asked(sandbox, { source, destination }, PURSE),
        asked(other, { source, destination: third }, PURSE),
      ])
      await Promise.all(made.map(({ id }, nth) => commit(nth ? other : sandbox, id)))
      await Promise.all([advance(sandbox, 1), advance(other, 1)])
      const ended = await Promise.all(made.map(({ id }) => readP2p(sandbox, id)))
      expect(ended.map(({ status }) => status).sort()).toEqual(['error', 'sent'])
      const lost = ended.find(({ status }) => status === 'error')
      expect(lost.activity.at(-1)).toMatchObject({ type: 'error', code: 'insufficient_funds' })
      expect((await purses()).sort((a, b) => a - b)).toEqual([0, PURSE, 2 * PURSE])
    }
    await auditClean(running.database)
  })

  it('go round in a circle without a deadlock, and no cent is lost', { timeout: PATIENCE_MS }, async () => {
    const { sandbox, other, purses } = await enterprise()
    const ring = await Promise.all(times(6, () => creator(sandbox)))
    const made = await Promise.all(
      times(60, (nth) =>
        asked(
          nth % 2 ? sandbox : other,
          {
            source: ring[nth % 6] as string,
            destination: ring[(nth * 5 + 1 + (nth % 6 === (nth * 5 + 1) % 6 ? 1 : 0)) % 6] as string,
          },
          100_000 + nth,
        ),
      ),
    )
    await Promise.all(made.map(({ id }, nth) => commit(nth % 2 ? sandbox : other, id)))
    await Promise.all([advance(sandbox, 2), advance(other, 2)])
    const { data } = (await sandbox.get('/p2p?page_size=100')).body
    expect(data.every(({ status }: { status: string }) => status === 'sent' || status === 'error')).toBe(true)
    expect((await purses()).reduce((sum, purse) => sum + purse, 0)).toBe(6 * PURSE)
    await auditClean(running.database)
  })
})

describe('a database that drops its connections', () => {
  it('has one payment for each key, and no attempt is lost or burned', { timeout: PATIENCE_MS }, async () => {
    const url = await cloneDatabase()
    const key = 'sk_sandbox_p2p_dropped'
    const program = startProgram({
      variables: { DATABASE_URL: url, VAULT_KEY, DEMO_API_KEY: key, WORKER_POLL_MS: '200' },
    })
    await program.printed('Ctrl-C stops it.')
    const client = createClient(readBanner(program.output()).base, key)
    const between = await pair(client)
    const killer = openDatabase({ url, connectionsMax: 1, applicationName: 'killer' })
    onTestFinished(() => killer.close())
    const committed = new Set<string>()
    let answered = 0

    async function insist(call: () => Promise<Answer>): Promise<Answer> {
      for (;;) {
        const answer = await call().catch(() => undefined)
        if (answer && answer.status < 500) {
          if (++answered % 60 === 0) {
            await killer.sql`
              select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and application_name = 'tributary'`
          }
          return answer
        }
        await sleep(20)
      }
    }
    await Promise.all(
      times(15, async (lane) => {
        for (let nth = 0; nth < 12; nth++) {
          const name = `${lane} ${nth}`
          const wish = { ...between, amount_in_cents: 10 }
          const made = await insist(() => client.post('/p2p', wish, { idempotencyKey: name }))
          expect(made.status, made.text).toBe(201)
          const wrong = await insist(() => commit(client, made.body.id, WRONG, `wrong ${name}`))
          expect(wrong, wrong.text).toMatchObject({ status: 400, body: { failed_commits: 1, attempts_left: 2 } })
          const right = await insist(() => commit(client, made.body.id, CODE, `right ${name}`))
          expect(right, right.text).toMatchObject({ status: 200, body: { failed_commits: 1 } })
          committed.add(right.body.id)
        }
      }),
    )
    await insist(() => client.post('/sandbox/clock/advance', { seconds: 5 }))
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    const calm = connect(url)
    const rows = await calm.sql<{ id: string; status: string; attempts: number }[]>`
      select id, status, attempts from p2p_payments`
    expect(new Set(rows.map(({ id }) => id))).toEqual(committed)
    expect(rows).toHaveLength(180)
    expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(['sent 2']))
    await auditClean(calm)
  })
})
