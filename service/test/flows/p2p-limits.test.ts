import { beforeAll, expect, it } from 'vitest'
import { LIMITS } from '../../src/resources/p2p/model.ts'
import { asked, CODE, commit, pair, readP2p, WRONG } from '../support/p2p.ts'
import { timePasses } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  second = await startService({ WORKER_POLL_MS: '60000' }, running.databaseUrl)
})

const { sent, wrong } = LIMITS.sandbox

/** So many of late, as if they had come one by one. */
const haveBeen = (name: string, count: number) =>
  running.database.sql`
    update tries set count = ${count} where convert_from(subject, 'SQL_ASCII') like ${`${name} %`}`

const over = (name: string) =>
  running.database.sql`
    update tries set until = statement_timestamp() where convert_from(subject, 'SQL_ASCII') like ${`${name} %`}`

it('wrong codes are counted over all payments of a creator, however many guess at once in two processes', async () => {
  const { sandbox, id: tenant, keys } = await running.enterprise()
  const other = second.client('sandbox', keys.sandbox)
  const between = await pair(sandbox)
  const first = await asked(sandbox, between)
  expect((await commit(sandbox, first.id, WRONG)).status).toBe(400)
  await haveBeen(wrong.name, wrong.max - 5)
  const payments = await Promise.all(Array.from({ length: 20 }, () => asked(sandbox, between)))
  const answers = await Promise.all(
    payments.flatMap(({ id }, nth) => [commit(nth % 2 ? other : sandbox, id, WRONG), commit(sandbox, id, WRONG)]),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(35)
  expect(refused[0]?.body).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/wrong codes.*wait \d+ minutes/),
  })
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3_000)
  // Nothing was looked at: the right code is refused too, and costs no attempt.
  expect(await commit(sandbox, first.id, CODE, 'kept')).toMatchObject({ status: 429 })
  expect(await readP2p(sandbox, first.id)).toMatchObject({ status: 'created', failed_commits: 1 })
  // Another creator is not held up.
  expect((await commit(sandbox, (await asked(sandbox, await pair(sandbox))).id)).status).toBe(200)
  // The clock of the sandbox does not end the hour, that of the database does.
  await timePasses(running.database, tenant, 300_000)
  expect((await commit(sandbox, first.id)).status).toBe(429)
  await over(wrong.name)
  expect((await commit(sandbox, first.id, CODE, 'kept')).status).toBe(200)
})

it('right codes, retries and payments that are over count for nothing', async () => {
  const { sandbox } = await running.enterprise()
  const between = await pair(sandbox)
  const { id } = await asked(sandbox, between)
  for (let nth = 0; nth < 4; nth++) expect((await commit(sandbox, id, WRONG, 'one')).status).toBe(400)
  expect((await commit(sandbox, id)).status).toBe(200)
  expect((await commit(sandbox, id, WRONG)).status).toBe(409)
  const rows = await running.database.sql<{ count: number }[]>`
    select count from tries where convert_from(subject, 'SQL_ASCII') like ${`${wrong.name} %`} order by until desc limit 1`
  expect(rows).toEqual([{ count: 1 }])
})

it('codes sent are counted, and one past the limit asks for no payment and sends nothing', async () => {
  const { sandbox } = await running.enterprise()
  const between = await pair(sandbox)
  const wish = { ...between, amount_in_cents: 5 }
  const made = await sandbox.post('/p2p', wish, { idempotencyKey: 'first' })
  await haveBeen(sent.name, sent.max - 3)
  const answers = await Promise.all(Array.from({ length: 10 }, () => sandbox.post('/p2p', wish)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(7)
  expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' })
  expect((await sandbox.get('/p2p')).body.pagination.total).toBe(4)
  // A retry is answered as before; the way back is open.
  expect((await sandbox.post('/p2p', wish, { idempotencyKey: 'first' })).body).toEqual(made.body)
  expect(
    (await sandbox.post('/p2p', { ...wish, source: between.destination, destination: between.source })).status,
  ).toBe(201)
  await over(sent.name)
  expect((await sandbox.post('/p2p', wish)).status).toBe(201)
})

it('production allows few: ten wrong codes and thirty sent in an hour', () => {
  expect([LIMITS.production.wrong.max, LIMITS.production.sent.max]).toEqual([10, 30])
})
