import { beforeAll, describe, expect, it } from 'vitest'
import { EXAMINED_MAX } from '../../src/platform/list-pages.ts'
import type { Client } from '../support/client.ts'
import { advance, connected, invited, paid, read, START, standStill } from '../support/payouts.ts'
import { signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client
let to: string

const MANY = 2 * EXAMINED_MAX + 5_000
const SECOND = 1_000
/** Rows are a second apart, the oldest at the start. */
const createdAt = (position: number): string => new Date(START + position * SECOND).toISOString()

/** Many payouts, all `sent` but three at the old end; copies of one that the service made. */
beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
  client = running.sandbox
  to = await connected(client, 'direct')
  const { id } = await paid(client, to, 700)
  const { sql } = running.database
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = 'payouts' order by ordinal_position`
  const made: Record<string, string> = {
    id: `'pay_' || lpad(nth::text, 26, '0')`,
    position: 'nth',
    status: `case when nth <= 3 then 'error' else 'sent' end`,
    due_at: 'null',
    amount_in_cents: 'case when nth = 5 then 4321 else 700 end',
    created_at: `timestamptz '${createdAt(0)}' + nth * interval '1 second'`,
    updated_at: `timestamptz '${createdAt(0)}' + nth * interval '1 second'`,
  }
  await sql.unsafe(`
    create temporary table pattern as select * from payouts where id = '${id}';
    delete from payouts where id = '${id}';
    insert into payouts (${columns.map(({ name }) => name).join(', ')})
    select ${columns.map(({ name }) => made[name] ?? name).join(', ')} from pattern, generate_series(1, ${MANY}) nth;
    update counters set value = ${MANY} where kind = 'payout'
      and tenant_id = (select tenant_id from pattern);
    analyze payouts`)
})

async function follow(query: string, first = '') {
  const pages = []
  let cursor = first
  for (let nth = 0; nth < 50; nth++) {
    const { status, text, body } = await client.get(`/payout?${query}${cursor}`)
    expect(status, text).toBe(200)
    pages.push(body)
    if (!body.pagination.has_more) return pages
    cursor = `&cursor=${body.pagination.next_cursor}`
  }
  throw new Error('the walk has no end')
}

describe('in a list of many rows', () => {
  it('a filter that matches little looks at a bounded number in each request, and finds everything in the end', async () => {
    const pages = await follow('amount_min_in_cents=4000')
    expect(pages.map(({ data }) => data.length)).toEqual([0, 0, 1])
    expect(pages[2].data[0].amount_in_cents).toBe(4_321)
    expect(pages.map(({ pagination }) => pagination)).toMatchObject([
      { page: 1, total: 0, total_is_minimum: true, has_more: true },
      { page: 2, total: 0, total_is_minimum: true, has_more: true },
      { page: 3, total: 1, has_more: false },
    ])
    expect(pages[2].pagination).not.toHaveProperty('total_is_minimum')
    const oldest = await follow('amount_min_in_cents=4000&order=oldest')
    expect(oldest.map(({ data }) => data.length)).toEqual([1, 0, 0])
  })

  it('a page by its number is found behind what is passed over, or by the cursor that goes on to it', async () => {
    const { body } = await client.get('/payout?amount_max_in_cents=1000&page_size=1000&page=4')
    expect(body.data).toHaveLength(1_000)
    expect(body.data[0].created_at).toBe(createdAt(MANY - 3_000))
    expect(body.pagination).toMatchObject({ page: 4, total: EXAMINED_MAX, total_is_minimum: true, has_more: true })
    // Page 13 begins after 12,000 rows, more than one request looks at.
    const [first, second] = await follow('amount_max_in_cents=1000&page_size=1000', '&page=13')
    expect(first).toMatchObject({ data: [], pagination: { page: 13, has_more: true } })
    expect(second.pagination.page).toBe(13)
    expect(second.data[0].created_at).toBe(createdAt(MANY - 12_000))
  })

  it('rows with an index are walked through alone: statuses that are rare, and those of one connection', async () => {
    const [rare, ...more] = await follow('status=error,canceled,returned')
    expect(more).toEqual([])
    expect(rare.pagination).toMatchObject({ total: 3, has_more: false })
    const other = await connected(client, 'direct')
    const [none] = await follow(`account_connection=${other}&amount_min_in_cents=1`)
    expect(none).toMatchObject({ data: [], pagination: { total: 0, has_more: false } })
  })

  it('a period is found by its positions, however far back it is', async () => {
    const period = `created_after=${createdAt(5_000)}&created_before=${createdAt(5_011)}`
    const [found, ...more] = await follow(`${period}&amount_min_in_cents=1&page_size=100`)
    expect(more).toEqual([])
    expect(found.pagination.total).toBe(10)
    expect(found.data.map(({ created_at }: { created_at: string }) => created_at)).toEqual(
      Array.from({ length: 10 }, (_, nth) => createdAt(5_010 - nth)),
    )
    const [old] = await follow(`updated_before=${createdAt(3)}&order=oldest`)
    expect(old.pagination).toMatchObject({ total: 2, has_more: false })
  })

  it('without a filter any page of either order costs what the first one does', async () => {
    const { body } = await client.get('/payout?order=oldest&page=2000&page_size=10')
    expect(body.data[0].created_at).toBe(createdAt(19_991))
    expect(body.pagination).toMatchObject({ page: 2_000, total: MANY, has_more: true })
    const last = await client.get('/payout?order=newest&page=2500&page_size=10')
    expect(last.body.data.at(-1).created_at).toBe(createdAt(1))
    expect(last.body.pagination).toMatchObject({ total: MANY, has_more: false })
  })

  it("the dashboard's totals are added up in steps, and its amounts sorted within one", async () => {
    const { id } = (await client.get('/enterprise')).body
    const finance = await signedIn(running, id, 'finance')
    const get = async (path: string) => {
      const answer = await finance.get(`/dashboard/api/sandbox/${path}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.body
    }
    const steps = [await get('payouts/totals')]
    for (let next = steps[0].next_cursor; next; next = steps.at(-1).next_cursor) {
      steps.push(await get(`payouts/totals?cursor=${next}`))
    }
    expect(steps.map(({ examined }) => examined)).toEqual([EXAMINED_MAX, EXAMINED_MAX, 5_000])
    const sum = steps.reduce((all, { amount_in_cents }) => all + amount_in_cents, 0)
    expect(sum).toBe((MANY - 1) * 700 + 4_321)
    const other = await finance.get(`/dashboard/api/sandbox/payouts/totals?status=error&cursor=${steps[0].next_cursor}`)
    expect(other.status).toBe(400)
    expect(await get('payouts/totals?status=error,canceled')).toEqual({
      examined: 3,
      payouts: 3,
      amount_in_cents: 2_100,
      fee_in_cents: 0,
    })
    // The one that is larger is among the oldest, beyond what one request looks at.
    const newest = await get('payouts?sort=largest')
    expect(newest.pagination).toMatchObject({ total: EXAMINED_MAX, total_is_minimum: true, has_more: false })
    expect(newest.data[0].amount_in_cents).toBe(700)
    const early = await get(`payouts?sort=largest&created_before=${createdAt(100)}&page_size=2`)
    expect(early.data.map((one: { amount_in_cents: number }) => one.amount_in_cents)).toEqual([4_321, 700])
    expect(early.pagination).toMatchObject({ total: 99, page: 1 })
    const last = await get(`payouts?sort=smallest&created_before=${createdAt(100)}&page_size=50&page=2`)
    expect(last.data.at(-1).amount_in_cents).toBe(4_321)
    expect((await get('payouts?description=no%20such%20words')).pagination).toMatchObject({ total: 0, has_more: true })
  })

  it('no index was added that creating or sending a payout must write', async () => {
    const { sql } = running.database
    const { sandbox } = await running.enterprise()
    const { id } = await paid(sandbox, await connected(sandbox, 'direct'), 700)
    const indexes = await sql<{ name: string; holds: string }[]>`
      select indexrelid::regclass::text as name, coalesce(pg_get_expr(indpred, indrelid), 'true') as holds
      from pg_index where indrelid = 'payouts'::regclass order by 1`
    const holding = async () => {
      const columns = indexes.map(({ name, holds }) => `(${holds}) as ${name}`)
      const [row] = await sql.unsafe<Record<string, boolean>[]>(
        `select ${columns.join(', ')} from payouts where id = '${id}'`,
      )
      return Object.entries(row as Record<string, boolean>).flatMap(([name, holds]) => (holds ? [name] : []))
    }
    const always = ['payouts_connection', 'payouts_pkey', 'payouts_tenant_id_position_key']
    expect((await holding()).sort()).toEqual([...always, 'payouts_due_in_order'].sort())
    await advance(sandbox, 3)
    expect(await read(sandbox, id)).toMatchObject({ status: 'sent' })
    expect((await holding()).sort()).toEqual([...always, 'payouts_sent'].sort())
  })
})

describe('in a log of many events', () => {
  let reader: Client
  /** An event that a late worker wrote at the end, of a change near the beginning. */
  const LATE = MANY - 10

  beforeAll(async () => {
    const { sandbox } = await running.enterprise()
    reader = sandbox
    const connection = await invited(reader)
    await reader.put(`/account-connection/${connection}`, { first_name: 'Ada' })
    await running.database.sql.unsafe(`
      create temporary table first_event as select * from events where resource = '${connection}';
      delete from events where resource = '${connection}';
      insert into events (tenant_id, position, id, type, resource, at, recorded_at)
      select tenant_id, nth, 'evt_' || lpad(nth::text, 26, '0'), type, resource,
        timestamptz '${createdAt(0)}' + (case when nth = ${LATE} then 2 else nth end) * interval '1 second',
        timestamptz '${createdAt(0)}' + nth * interval '1 second'
      from first_event, generate_series(1, ${MANY}) nth;
      update counters set value = ${MANY} where kind = 'event' and tenant_id = (select tenant_id from first_event);
      analyze events`)
  })

  async function followEvents(query: string) {
    const found: number[] = []
    let after = ''
    for (let requests = 1; requests < 50; requests++) {
      const { status, text, body } = await reader.get(`/event?${query}${after}`)
      expect(status, text).toBe(200)
      found.push(...body.data.map(({ position }: { position: number }) => position))
      if (!body.pagination.has_more) return { found, requests, next: body.pagination.next_after }
      after = `&after=${body.pagination.next_after}`
    }
    throw new Error('the log has no end')
  }

  it('a period is compared a bounded number at a time, and finds changes that were written late', async () => {
    const steps = Math.ceil(MANY / EXAMINED_MAX)
    for (const more of ['', '&type=account_connection.update']) {
      const newest = await followEvents(`created_before=${createdAt(4)}&order=newest${more}`)
      expect(newest).toMatchObject({ found: [LATE, 3, 2, 1], requests: steps })
      const oldest = await followEvents(`created_before=${createdAt(4)}${more}`)
      expect(oldest).toMatchObject({ found: [1, 2, 3, LATE], requests: steps, next: LATE })
    }
    expect(await followEvents(`created_before=${createdAt(4)}&type=buyer.update`)).toMatchObject({ found: [] })
  })

  it('the beginning of a period is found by position, however far on it is', async () => {
    const since = MANY - 15
    const expected = Array.from({ length: 15 }, (_, nth) => since + 1 + nth).filter((position) => position !== LATE)
    const period = `created_after=${createdAt(since)}&page_size=100`
    expect(await followEvents(period)).toMatchObject({ found: expected, requests: 1 })
    expect(await followEvents(`${period}&order=newest`)).toMatchObject({ found: expected.toReversed(), requests: 1 })
    expect(await followEvents(`created_after=${createdAt(MANY)}`)).toMatchObject({ found: [], requests: 1 })
  })

  it('full pages go on behind their last event', async () => {
    const period = `created_after=${createdAt(5)}&created_before=${createdAt(11)}&page_size=2`
    const { found } = await followEvents(period)
    expect(found).toEqual([6, 7, 8, 9, 10])
    const first = await reader.get(`/event?${period}`)
    expect(first.body.pagination).toEqual({ page_size: 2, next_after: 7, has_more: true })
  })
})
