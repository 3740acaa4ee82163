import { expect } from 'vitest'
import { auditEverything } from '../../src/app/audit.ts'
import type { Database } from '../../src/platform/database.ts'
import { person } from './bodies.ts'
import type { Answer, Client } from './client.ts'
import type { RunningService } from './service.ts'

export { legacyMethod, person } from './bodies.ts'

export type Type = 'direct' | 'ach' | 'wallet'

/** A connection nobody has activated; answers its id. */
export async function invited(client: Client, overrides: object = {}): Promise<string> {
  const made = await client.post('/account-connection', person(overrides))
  expect(made.status, made.text).toBe(201)
  return made.body.id
}

/** A connection whose creator has been through Connect; answers its id. */
export async function connected(client: Client, type: Type, overrides: object = {}): Promise<string> {
  const id = await invited(client, overrides)
  const active = await client.post('/sandbox/connect', { account_connection: id, type })
  expect(active, active.text).toMatchObject({ status: 200, body: { status: 'active', type } })
  return id
}

/** A payout that is accepted; answers it. */
export async function paid(client: Client, connection: string, amount: number, more: object = {}) {
  const made = await client.post('/payout', { account_connection: connection, amount_in_cents: amount, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function read(client: Client, id: string): Promise<any> {
  return (await client.get(`/payout/${id}`)).body
}

export const change = (client: Client, id: string, body: object): Promise<Answer> => client.put(`/payout/${id}`, body)

export const remove = async (client: Client, id: string): Promise<void> => {
  expect((await client.put(`/account-connection/${id}`, { status: 'deleted' })).status).toBe(200)
}

export async function advance(client: Client, seconds: number): Promise<void> {
  const moved = await client.post('/sandbox/clock/advance', { seconds })
  expect(moved.status, moved.text).toBe(200)
}

/** What a sandbox's operating account starts with. */
export const OPENING = 10_000_000

/** The enterprise's two balances, in cents. */
export async function balances(client: Client): Promise<{ operating: number; pending: number }> {
  const { operating_account, pending_payouts } = (await client.get('/enterprise')).body
  return { operating: operating_account.balance_in_cents, pending: pending_payouts.balance_in_cents }
}

/** What an account of a sandbox enterprise's book holds; creators stand in it, because a sandbox is its own bank. */
export async function accounts(database: Database, enterprise: string, pattern: string): Promise<number[]> {
  const rows = await database.sql<{ balance: number }[]>`
    select credits - debits as balance from ledger_accounts account
    join tenants tenant on tenant.id = account.tenant_id
    where tenant.enterprise_id = ${enterprise} and environment = 'sandbox' and code like ${pattern} order by account.id`
  return rows.map(({ balance }) => balance)
}

export async function auditClean(database: Database): Promise<void> {
  expect(await auditEverything(database)).toEqual([])
}

/** Where time stands still until somebody moves it. Far from now, so that the worker finds nothing of its own accord. */
export const START = Date.parse('2031-03-10T10:12:34.567Z')
export const at = (ms: number): string => new Date(START + ms).toISOString()

/** Stops the tenants' clocks of this file's own database, so that a test can say to the millisecond what happens when. */
export async function standStill({ database }: RunningService): Promise<void> {
  await database.sql.unsafe(`
    create or replace function tenant_now(tenant integer) returns timestamptz language sql volatile as $$
      select timestamptz '${at(0)}' + clock_offset_ms * interval '1 millisecond' from tenants where id = tenant
    $$;
    create or replace function tenant_time(offset_ms bigint) returns timestamptz language sql stable as $$
      select timestamptz '${at(0)}' + offset_ms * interval '1 millisecond'
    $$`)
}

/** Lets time pass while no worker runs: nothing that becomes due is done. */
export async function timePasses(database: Database, enterprise: string, ms: number): Promise<void> {
  await database.sql`
    update tenants set clock_offset_ms = clock_offset_ms + ${ms}
    where enterprise_id = ${enterprise} and environment = 'sandbox'`
}

/** When a payout came into each state, by its log. */
export const history = (payout: { activity: { status: string; date: string; type: string }[] }): string[][] =>
  payout.activity.filter(({ type }) => type !== 'transfer').map(({ status, date }) => [status, date])
