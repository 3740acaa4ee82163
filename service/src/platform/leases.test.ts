import { beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import type { TenantId } from '../kernel/ids.ts'
import { createEnterprise, requireTenant } from '../tenants/index.ts'
import type { Database, Queryable } from './database.ts'
import {
  claimableCtes,
  claimRows,
  type Held,
  isHeldBy,
  isStillMine,
  type LeasedTable,
  releaseClaims,
  releaseLease,
  renewClaims,
  renewLease,
  type SendQueue,
  setSending,
} from './leases.ts'

const LEASE_MS = 60_000
const QUEUE: SendQueue = { table: 'jobs', tieBreaker: 'id' }
const OPEN_JOBS: LeasedTable = {
  table: 'jobs',
  isOpen: (sql) => sql`status = 'open'`,
  order: (sql) => sql`id`,
  returning: (sql) => sql`id, attempt`,
  countsAttempts: true,
}

let database: Database
let tenant: TenantId

beforeEach(async () => {
  database = connect(await cloneDatabase())
  tenant = await database.transaction(async (tx) => requireTenant(tx, await createEnterprise(tx, 'Acme'), 'sandbox'))
  await database.sql`
    create table jobs (
      tenant_id integer, id text, status text, attempt integer not null default 0, due_at timestamptz,
      leased_until timestamptz, changed_at timestamptz)`
})

const insert = (status: string, ids: readonly string[]) => database.sql`
  insert into jobs (tenant_id, id, status, due_at)
  select ${tenant}, id, ${status}, now() - interval '1 minute' from unnest(${[...ids]}::text[]) as new (id)`

const lapse = (id: string) => database.sql`update jobs set leased_until = now() - interval '1 second' where id = ${id}`

const isLeased = async (id: string) => {
  const [row] =
    await database.sql`select leased_until > now() + interval '50 seconds' as leased from jobs where id = ${id}`
  return row?.leased
}

const sorted = (rows: Held[]) => rows.map(({ id, attempt }) => `${id}:${attempt}`).sort()

describe('rows that are claimed by their lease alone', () => {
  const claim = (sql: Queryable, limit = 10) => claimRows<Held>(sql, OPEN_JOBS, tenant, { limit, leaseMs: LEASE_MS })

  it('go to one worker each, in their order', async () => {
    await insert('open', ['a', 'b', 'c'])
    await insert('closed', ['d'])
    expect(sorted(await claim(database.sql, 2))).toEqual(['a:1', 'b:1'])
    expect(sorted(await claim(database.sql))).toEqual(['c:1'])
    expect(await claim(database.sql)).toEqual([])
  })

  it('that a transaction has locked are left out, not waited for', async () => {
    await insert('open', ['a', 'b'])
    await database.transaction(async (tx) => {
      await claim(tx, 1)
      expect(sorted(await claim(database.sql))).toEqual(['b:1'])
    })
  })

  it('are claimed again with the next attempt once the lease ran out or was released', async () => {
    await insert('open', ['a', 'b'])
    const [first] = await claim(database.sql)
    await lapse('a')
    await releaseLease(database.sql, OPEN_JOBS, tenant, 'b')
    expect(sorted(await claim(database.sql))).toEqual(['a:2', 'b:2'])
    const late = await database.sql`update jobs set status = 'done' where ${isHeldBy(database.sql, first as Held)}`
    expect(late.count).toBe(0)
  })

  it('keep their lease while it is renewed, until there is nothing left to do', async () => {
    await insert('open', ['a'])
    await claim(database.sql)
    await lapse('a')
    expect(await renewLease(database.sql, OPEN_JOBS, tenant, 'a', LEASE_MS)).toBe(true)
    expect(await isLeased('a')).toBe(true)
    await database.sql`update jobs set status = 'done'`
    expect(await renewLease(database.sql, OPEN_JOBS, tenant, 'a', LEASE_MS)).toBe(false)
  })
})

describe('rows of a queue', () => {
  const lineOf = (sql: Queryable) => ({ tenant, rows: sql`tenant_id = ${tenant}` })
  const claim = async (sql: Queryable): Promise<Held[]> => [
    ...(await sql<Held[]>`
    with ${claimableCtes(sql, QUEUE, lineOf(sql), sql`id`, 10)}
    update jobs set ${setSending(sql, LEASE_MS)}
    where id in (select id from due union all select id from lapsed) returning id, attempt`),
  ]
  const record = (mine: Held) => database.sql`
    update jobs held set status = 'done' from (values (${mine.id}, ${mine.attempt}::int)) as mine (id, attempt)
    where ${isStillMine(database.sql)}`

  it('are claimed when they are due, and when their worker was not heard of again', async () => {
    await insert('due', ['a', 'b'])
    await database.sql`update jobs set due_at = now() + interval '1 hour' where id = 'b'`
    expect(sorted(await claim(database.sql))).toEqual(['a:1'])
    expect(await claim(database.sql)).toEqual([])
    await lapse('a')
    expect(sorted(await claim(database.sql))).toEqual(['a:2'])
  })

  it('change for the worker of the last attempt alone', async () => {
    await insert('due', ['a'])
    const slow = (await claim(database.sql))[0] as Held
    await lapse('a')
    const next = (await claim(database.sql))[0] as Held
    await renewClaims(database.sql, QUEUE, lineOf(database.sql), [slow], 1)
    await releaseClaims(database.sql, QUEUE, lineOf(database.sql), [slow])
    expect(await isLeased('a')).toBe(true)
    expect((await record(slow)).count).toBe(0)
    expect((await record(next)).count).toBe(1)
  })

  it('that are released were not attempted', async () => {
    await insert('due', ['a'])
    await releaseClaims(database.sql, QUEUE, lineOf(database.sql), await claim(database.sql))
    expect(sorted(await claim(database.sql))).toEqual(['a:1'])
  })

  it('keep their lease while it is renewed', async () => {
    await insert('due', ['a'])
    const held = await claim(database.sql)
    await lapse('a')
    await renewClaims(database.sql, QUEUE, lineOf(database.sql), held, LEASE_MS)
    expect(await claim(database.sql)).toEqual([])
  })
})
