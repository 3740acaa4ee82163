import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { type Answer, type Client, createClient } from '../support/client.ts'
import { cloneDatabase, connect } from '../support/database.ts'
import { auditClean, balances, connected, invited, legacyMethod } from '../support/payouts.ts'
import { type Program, readBanner, startProgram } from '../support/program.ts'
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
  return { id, sandbox, other, either: (nth: number): Client => (nth % 2 ? sandbox : other) }
}

const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))
const withStatus = (answers: readonly Answer[], status: number): Answer[] =>
  answers.filter((answer) => answer.status === status)

/** Every payout, newest first, over as many pages as it takes. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
async function everyPayout(client: Client): Promise<any[]> {
  const { body } = await client.get('/payout?page_size=1000')
  expect(body.pagination.total).toBe(body.data.length)
  return body.data
}

/** For what has hundreds of requests to make, on a machine that is busy with other tests. */
const PATIENCE_MS = 180_000

describe('parallel payouts of one enterprise, over two processes', () => {
  it('funds for exactly three of twelve payouts pay exactly three, two hundred times', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { sandbox, either } = await enterprise()
    const drain = await connected(sandbox, 'direct')
    const bank = await invited(sandbox, { legacy_payout_method: legacyMethod() })
    const { operating } = await balances(sandbox)
    await sandbox.post('/payout', { account_connection: drain, amount_in_cents: operating })
    for (let round = 1; round <= 200; round++) {
      // 9.75 and a fee of 0.25 each.
      await sandbox.post('/sandbox/funding', { amount_in_cents: 3_000 })
      const wish = { account_connection: bank, amount_in_cents: 975 }
      const answers = await Promise.all(times(12, (nth) => either(nth).post('/payout', wish)))
      expect([withStatus(answers, 201).length, withStatus(answers, 402).length], `round ${round}`).toEqual([3, 9])
      expect((await balances(sandbox)).operating).toBe(0)
    }
    expect((await sandbox.get('/payout')).body.pagination.total).toBe(601)
    await auditClean(running.database)
  })

  it('a hundred requests with one key make one payout and have a hundred identical answers', async () => {
    const { sandbox, either } = await enterprise()
    const creator = await connected(sandbox, 'direct')
    const wish = { account_connection: creator, amount_in_cents: 1_234 }
    const answers = await Promise.all(
      times(100, (nth) => either(nth).post('/payout', wish, { idempotencyKey: 'one key' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect(await everyPayout(sandbox)).toHaveLength(1)
    expect((await balances(sandbox)).operating).toBe(10_000_000 - 1_234)
  })

  it('a hundred batches with one key are created once', async () => {
    const { sandbox, either } = await enterprise()
    const creator = await connected(sandbox, 'direct')
    const wish = { payouts: times(5, (nth) => ({ account_connection: creator, amount_in_cents: nth + 1 })) }
    const answers = await Promise.all(
      times(100, (nth) => either(nth).post('/payout/batch', wish, { idempotencyKey: 'one key' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await everyPayout(sandbox)).toHaveLength(5)
  })

  it('single payouts and batches stand in one list without a gap, a batch in one piece, newer ones later', async () => {
    const { id, sandbox, either } = await enterprise()
    const creators = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach'), await invited(sandbox)]
    const wish = (nth: number) => ({ account_connection: creators[nth % 3], amount_in_cents: 100 + nth })
    const answers = await Promise.all(
      times(160, (nth) =>
        nth % 4 === 0
          ? either(nth / 4).post('/payout/batch', { payouts: times(6, wish) })
          : either(nth).post('/payout', wish(nth)),
      ),
    )
    expect(withStatus(answers, 201)).toHaveLength(160)
    const listed = await everyPayout(sandbox)
    const made = answers.flatMap(({ body }) => body.payouts ?? [body])
    expect(listed.map((payout) => payout.id).sort()).toEqual(made.map((payout) => payout.id).sort())
    const rows = await running.database.sql<{ id: string; position: number; created_at: Date }[]>`
      select payout.id, payout.position, payout.created_at from payouts payout join tenants on tenants.id = payout.tenant_id
      where tenants.enterprise_id = ${id} order by position`
    expect(rows.map(({ position }) => position)).toEqual(times(made.length, (nth) => nth + 1))
    const ages = rows.map(({ created_at }) => created_at.getTime())
    expect(ages).toEqual([...ages].sort((one, two) => one - two))
    const placeOf = new Map(rows.map((row) => [row.id, row.position]))
    for (const { body } of answers) {
      const places: number[] = (body.payouts ?? [body]).map((payout: { id: string }) => placeOf.get(payout.id))
      expect(places).toEqual(places.map((_, nth) => (places[0] as number) + nth))
    }
    await auditClean(running.database)
  })
})

describe('a cancel and the date of a payout', () => {
  it('come to exactly one of both, for each of five hundred payouts, and every cent is accounted for', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { sandbox, other, either } = await enterprise()
    const creators = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach')]
    const start = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    const wish = (nth: number) => ({
      account_connection: creators[nth % 2],
      amount_in_cents: 1_000 + nth,
      date: new Date(start + (1 + (nth % 10)) * 600_000).toISOString(),
    })
    const { body } = await sandbox.post('/payout/batch', { payouts: times(500, wish) })
    const ids: string[] = body.payouts.map((payout: { id: string }) => payout.id)

    // Every fifty cancels one more tenth of the payouts falls due, while the cancels go on: neither side can win them all.
    let asked = 0
    const said = new Map<string, string>()
    const cancels = times(20, async (lane) => {
      for (let nth = lane; nth < ids.length; nth += 20) {
        asked++
        const id = ids[(nth * 7) % ids.length] as string
        said.set(id, (await either(nth).put(`/payout/${id}`, { status: 'canceled' })).body.status)
      }
    })
    const time = async () => {
      for (let tenth = 0; tenth < 10; tenth++) {
        while (asked < tenth * 50) await sleep(1)
        // Twice, from both processes: one of them finds the work being done.
        await Promise.all([
          sandbox.post('/sandbox/clock/advance', { seconds: 599 }),
          other.post('/sandbox/clock/advance', { seconds: 1 }),
        ])
      }
    }
    await Promise.all([...cancels, time()])

    const payouts = await everyPayout(sandbox)
    const canceled = payouts.filter(({ status }) => status === 'canceled')
    const going = payouts.filter(({ status }) => status === 'pending' || status === 'sent')
    expect(canceled.length + going.length).toBe(500)
    expect([canceled.length > 0, going.length > 0]).toEqual([true, true])
    for (const { id, status, activity } of payouts) {
      expect(said.get(id) === 'canceled').toBe(status === 'canceled')
      const ends = activity.filter((entry: { type: string; status: string }) => entry.type === 'status_change')
      const path = ends.map((entry: { status: string }) => entry.status).join(' ')
      expect(path).toMatch(/^created ready (canceled|pending|pending sent)$/)
    }
    const sum = (of: typeof payouts, cost: (payout: (typeof payouts)[0]) => number): number =>
      of.reduce((total, payout) => total + cost(payout), 0)
    const { operating, pending } = await balances(sandbox)
    expect(operating).toBe(10_000_000 - sum(going, (payout) => payout.amount_in_cents + payout.fee_in_cents))
    const open = going.filter(({ status }) => status === 'pending')
    expect(pending).toBe(sum(open, (payout) => payout.amount_in_cents))
    await auditClean(running.database)
  })
})

describe('a payout scheduled while time moved past its date', () => {
  it('goes out late, and its fee is collected beside those of the same hour', async () => {
    const { sandbox } = await enterprise()
    const creator = await connected(sandbox, 'ach')
    const wish = { account_connection: creator, amount_in_cents: 1_000 }
    const early = (await sandbox.post('/payout', wish)).body
    const late = (await sandbox.post('/payout', { ...wish, date: '2100-01-01T00:00:00.000Z' })).body
    await sandbox.post('/sandbox/clock/advance', { seconds: 3_600 })
    // As if its transaction had been committed only now: the fees of that hour have been collected already.
    await running.database.sql`update payouts set date = created_at, due_at = created_at where id = ${late.id}`
    const moved = await sandbox.post('/sandbox/clock/advance', { seconds: 3_600 })
    expect(moved.status, moved.text).toBe(200)
    expect((await sandbox.get(`/payout/${early.id}`)).body.status).toBe('sent')
    expect((await sandbox.get(`/payout/${late.id}`)).body.status).toBe('sent')
    const collected = await running.database.sql<{ amount: number }[]>`
      select amount_in_cents as amount from ledger_transfers where kind = 'fees.collected' and tenant_id = (
        select tenant_id from payouts where id = ${late.id}) order by sequence`
    expect(collected.map(({ amount }) => amount)).toEqual([25, 25])
    await auditClean(running.database)
  })
})

describe('a connection that changes while payouts to it are being created', () => {
  it('leaves none unclaimed when its creator activates it', async () => {
    const { sandbox, other, either } = await enterprise()
    for (let round = 0; round < 15; round++) {
      const creator = await invited(sandbox)
      const wish = { account_connection: creator, amount_in_cents: 100 }
      const answers = await Promise.all(
        times(21, async (nth) => {
          if (nth !== 10) return either(nth).post('/payout', wish)
          return other.post('/sandbox/connect', { account_connection: creator, type: round % 2 ? 'direct' : 'ach' })
        }),
      )
      expect(answers.map(({ status }) => status)).toEqual(times(21, (nth) => (nth === 10 ? 200 : 201)))
      const { body } = await sandbox.get(`/account-connection/${creator}/payout?page_size=100`)
      const { data }: { data: { type: string; status: string }[] } = body
      expect(new Set(data.map(({ type }) => type))).toEqual(new Set([round % 2 ? 'direct' : 'ach']))
      expect(data.filter(({ status }) => status !== 'pending' && status !== 'sent')).toEqual([])
      expect(body.pagination.total).toBe(20)
    }
    await auditClean(running.database)
  })

  it('leaves none ready when it is deleted', async () => {
    const { sandbox, other, either } = await enterprise()
    const later = new Date(Date.now() + 86_400_000).toISOString()
    for (let round = 0; round < 15; round++) {
      const creator = round % 2 ? await connected(sandbox, 'direct') : await invited(sandbox)
      const wish = { account_connection: creator, amount_in_cents: 100, date: later }
      const answers = await Promise.all(
        times(21, async (nth) => {
          if (nth === 10) return other.put(`/account-connection/${creator}`, { status: 'deleted' })
          return either(nth).post('/payout', wish)
        }),
      )
      const refused = withStatus(answers, 409)
      expect(withStatus(answers, 201).length + refused.length).toBe(20)
      expect(refused.every(({ body }) => body.code === 'invalid_state')).toBe(true)
      const { body } = await sandbox.get(`/account-connection/${creator}/payout?page_size=100`)
      expect(body.data.every((payout: { status: string }) => payout.status === 'canceled')).toBe(true)
      expect(body.pagination.total).toBe(20 - refused.length)
    }
    expect(await balances(sandbox)).toMatchObject({ operating: 10_000_000, pending: 0 })
    await auditClean(running.database)
  })
})

describe('a database that drops its connections', () => {
  it('has one payout for each key, however often each request had to be retried', {
    timeout: PATIENCE_MS,
  }, async () => {
    const url = await cloneDatabase()
    const api = await serveFrom(url)
    const creators = [await connected(api.client(), 'direct'), await invited(api.client())]
    const killer = openDatabase({ url, connectionsMax: 1, applicationName: 'killer' })
    onTestFinished(() => killer.close())
    const answers = new Map<string, string>()
    const statuses = new Set<number>()

    async function insist(key: string, nth: number): Promise<void> {
      const wish = { account_connection: creators[nth % 2], amount_in_cents: 100 }
      while (!answers.has(key)) {
        const answer = await api
          .client()
          .post('/payout', wish, { idempotencyKey: key })
          .catch(() => undefined)
        if (answer) statuses.add(answer.status)
        if (answer?.status === 201) answers.set(key, answer.text)
        else await sleep(20)
      }
      // In the middle of the others: all of the service's connections at once.
      if (answers.size % 50 === 0) {
        await killer.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'tributary'`
      }
    }
    await Promise.all(
      times(20, async (lane) => {
        for (let nth = 0; nth < 20; nth++) await insist(`key ${lane} ${nth}`, nth)
      }),
    )
    expect(api.program.child.exitCode).toBeNull()
    api.program.child.kill('SIGTERM')
    expect(await api.program.ended).toBe(0)

    const calm = connect(url)
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    const made = await calm.sql<{ id: string }[]>`select id from payouts`
    expect(made.map(({ id }) => id).sort()).toEqual([...answers.values()].map((text) => JSON.parse(text).id).sort())
    expect(made).toHaveLength(400)
    const [operating] = await calm.sql<{ balance: number }[]>`
      select sum(credits - debits)::bigint as balance from ledger_accounts account
      join tenants on tenants.id = account.tenant_id where account.code = 'operating' and environment = 'sandbox'`
    // Half of them wait to be claimed, with the highest fee held.
    expect(operating?.balance).toBe(10_000_000 - 200 * 100 - 200 * 125)
    await auditClean(calm)
  })
})

/** The real program, once: a database that drops connections must not end it. */
async function serveFrom(url: string): Promise<{ client(): Client; program: Program }> {
  const key = 'sk_sandbox_kept_running'
  const program = startProgram({
    variables: { DATABASE_URL: url, VAULT_KEY, DEMO_API_KEY: key, WORKER_POLL_MS: '60000' },
  })
  await program.printed('Ctrl-C stops it.')
  const { base } = readBanner(program.output())
  return { client: () => createClient(base, key), program }
}
