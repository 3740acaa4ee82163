import { describe, expect, it } from 'vitest'
import { OF_ALL_TENANTS, reasonOf } from '../support/all-tenants.ts'
import { type Judgement, judge, type TenantTables } from '../support/cluster-rules.ts'
import { cloneDatabase, connect } from '../support/database.ts'
import { readSentStatements } from '../support/sent-statements.ts'
import { createOrigins } from '../support/statement-origin.ts'
import { testFiles } from '../support/test-needs.ts'

const { sql } = connect(await cloneDatabase())
const rows = await sql<{ table: string }[]>`
  select relname as table from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'tenant_id'
  where relnamespace = 'public'::regnamespace and relkind = 'r'`
const withTenant: TenantTables = new Set(rows.map(({ table }) => table))

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** What the judge says about a statement of the service; `undefined` where it may be sent to a cluster. */
function complaintOf(text: string, { scope, faults }: Judgement): string | undefined {
  if (faults.length > 0) return faults.join('; ')
  const isKnown = scope !== 'all tenants' || reasonOf(OF_ALL_TENANTS, text) !== undefined
  return isKnown ? undefined : 'names no tenant, or more than one: if that is meant, say why in all-tenants.ts'
}

describe('the statements of this run', () => {
  it('could be sent to a cluster', async () => {
    const originOf = createOrigins()
    const refused: Record<string, string> = {}
    const { files, sentBy } = readSentStatements()
    let judged = 0
    for (const sent of new Set([...sentBy.keys()].map(flat))) {
      if (originOf(sent) === 'test') continue
      const complaint = complaintOf(sent, await judge(sent, withTenant))
      judged++
      if (complaint) refused[sent] = complaint
    }
    expect(refused).toEqual({})
    const isWhole = testFiles().flows.every((file) => [...files].some((known) => known.endsWith(file)))
    if (isWhole) expect(judged).toBeGreaterThan(800)
  })
})

/** Statements as they were before they were mended, and some that must pass. */
const CASES: readonly (readonly [text: string, scope: Judgement['scope'], fault: string | undefined])[] = [
  ['select id from payouts where tenant_id = $1 and id = $2 for update', 'one tenant', undefined],
  ['select epoch, clock_timestamp() as now from auth_epoch', 'no tenant', undefined],
  ['select id from payouts where id = $1', 'all tenants', undefined],
  [
    'insert into creator_devices (tenant_id, seen_at) values ($1, now()) on conflict (tenant_id) do update set seen_at = now()',
    'no tenant',
    'calls now() in the update of an insert',
  ],
  [
    'select payout.id from payouts payout join account_connections c on c.tenant_id = payout.tenant_id and c.id = account_connection where payout.tenant_id = $1',
    'one tenant',
    undefined,
  ],
  [
    'select id from payouts where due_at <= now() for update skip locked',
    'all tenants',
    'locks rows of several tenants',
  ],
  [
    'update creators set signed_in_at = clock_timestamp() where tenant_id = $1 and id = $2',
    'one tenant',
    'calls clock_timestamp() in an update',
  ],
  [
    'update tenants set retired_at = clock_timestamp() where id = $1',
    'no tenant',
    'calls clock_timestamp() in an update',
  ],
  [
    "update ach_files set attempt = attempt + 1 where tenant_id = $1 returning to_char(day, 'YYYY-MM-DD') as day",
    'one tenant',
    'calls to_char() in RETURNING',
  ],
  [
    'update tenants set payouts_resumed_at = tenant_time(clock_offset_ms) where id = $1',
    'no tenant',
    'calls tenant_time() of a column in an update',
  ],
  [
    'update deliveries set failures = failures + 1 where tenant_id = $1 returning clock_timestamp() as now',
    'one tenant',
    'calls clock_timestamp() in RETURNING',
  ],
  [
    'insert into alerts (tenant_id, at) values ($1, $2) returning statement_timestamp() as now',
    'no tenant',
    'calls statement_timestamp() in RETURNING',
  ],
  [
    'update deliveries set failures = 0 where tenant_id = $1 returning (select max(position) from events) as last',
    'all tenants',
    undefined,
  ],
  [
    'with taken as (update deliveries set failures = 0 where tenant_id = $1 returning tenant_id, resource) select 1 from taken join payouts on payouts.tenant_id = taken.tenant_id',
    'one tenant',
    undefined,
  ],
  [
    'insert into ach_prenotes (tenant_id, fingerprint) select $1, print from unnest($2::bytea[]) as print on conflict do nothing',
    'no tenant',
    'inserts by a query, and is counted wrong',
  ],
  [
    'insert into ach_prenotes (tenant_id, fingerprint) select $1, print from unnest($2::bytea[]) as print on conflict do nothing returning 1',
    'no tenant',
    undefined,
  ],
  ['insert into ach_prenotes (tenant_id, fingerprint) values ($1, $2) on conflict do nothing', 'no tenant', undefined],
  ['update api_keys set flagged_at = clock_timestamp() where id = $1', 'no tenant', undefined],
  [
    'update api_keys set flagged_at = clock_timestamp() from tenants where tenants.id = api_keys.tenant_id and api_keys.id = $1',
    'no tenant',
    'calls clock_timestamp() in an update',
  ],
  [
    'update creators set signed_in_at = statement_timestamp() where tenant_id = $1 and id = $2',
    'one tenant',
    undefined,
  ],
  [
    'update pay_files set confirmed_at = coalesce(confirmed_at, now()) where tenant_id = $1',
    'one tenant',
    'has a function of time within CASE or COALESCE',
  ],
  [
    'update purchases set leased_until = now() + ms * interval $2 where tenant_id = $1',
    'one tenant',
    'adds a column to a time',
  ],
  [
    "update purchases set leased_until = (now() at time zone 'UTC' + ms * interval $2) at time zone 'UTC' where tenant_id = $1",
    'one tenant',
    undefined,
  ],
  [
    'select id from payouts where tenant_id = $1 and due_at <= (select tenant_now($2))',
    'one tenant',
    'calls tenant_now() beside rows',
  ],
  [
    'update embed_origins set tenant_id = $1 where tenant_id = $2',
    'one tenant',
    'moves rows of embed_origins to another tenant',
  ],
  [
    'delete from request_log where ctid = any(array(select ctid from request_log where at < now() limit 9))',
    'all tenants',
    'finds rows by their ctid',
  ],
  [
    'update tenants set fees_collected_sequence = (select max(sequence) from ledger_transfers where tenant_id = $1) where id = $2',
    'one tenant',
    'changes tenants by rows of a tenant',
  ],
  [
    'select id from tenants tenant where exists (select 1 from payouts where tenant_id = tenant.id)',
    'all tenants',
    'looks for payouts from each row of tenants',
  ],
  [
    'select tenant.id from tenants tenant cross join lateral (select 1 from payouts where tenant_id = tenant.id limit 1) first',
    'all tenants',
    'looks for payouts from each row of tenants',
  ],
  [
    'select place.tenant_id from tenant_activity place cross join lateral (select 1 from payouts where tenant_id = place.tenant_id limit 1) first',
    'all tenants',
    undefined,
  ],
  [
    'select mine.id from tenants tenant join ledger_accounts mine on mine.tenant_id = tenant.id join ledger_accounts theirs on theirs.tenant_id = tenant.bank_id',
    'all tenants',
    'joins rows of two tenants',
  ],
  [
    'select c.id from account_connections c join (select id from creators where tenant_id = (select bank_id from tenants where id = $1)) k on k.id = c.creator_id where c.tenant_id = $2',
    'all tenants',
    'joins rows of two tenants',
  ],
  [
    'select payout.id from (select tenant_id, id from unnest($1::integer[], $2::text[]) as item (tenant_id, id)) as wanted cross join lateral (select id from payouts where tenant_id = wanted.tenant_id and account_connection = wanted.id order by position limit 9) payout',
    'all tenants',
    'takes the first rows of several tenants for each of a list',
  ],
  [
    'select payout.id from unnest($1::text[]) as wanted (id) cross join lateral (select id from payouts where tenant_id = $2 and id = wanted.id limit 1) payout',
    'one tenant',
    undefined,
  ],
  [
    'with newest (at) as (select position from payouts where tenant_id = $1 limit 9) select at from newest',
    'one tenant',
    'renames columns of newest',
  ],
  [
    'with newest as (select position as at from payouts where tenant_id = $1 limit 9) select at from newest',
    'one tenant',
    undefined,
  ],
  [
    'with recursive w as (select webhook_id from deliveries union select webhook_id from w) select * from w',
    'all tenants',
    'is recursive over all tenants',
  ],
]

describe('a statement', () => {
  it.each(CASES)('is judged: %s', async (text, scope, fault) => {
    const judgement = await judge(text, withTenant)
    expect(judgement.scope).toBe(scope)
    const found = judgement.faults.map((one) => one.split(':')[0])
    if (fault === undefined) expect(found).toEqual([])
    else expect(found).toContain(fault)
  })
})

describe('the tables of tenants', () => {
  it('have the tenant in every unique key, but for those that the distribution replaces', async () => {
    const without = await sql<{ index: string }[]>`
      select named.relname as index from pg_index
      join pg_class relation on relation.oid = indrelid join pg_class named on named.oid = indexrelid
      join pg_attribute tenant on tenant.attrelid = indrelid and tenant.attname = 'tenant_id'
      where indisunique and relation.relnamespace = 'public'::regnamespace and tenant.attnum <> all(indkey)
      order by 1`
    expect(without.map(({ index }) => index)).toEqual([
      'api_keys_hash_key',
      'connect_links_token',
      'connect_sessions_token',
      'creator_resets_token',
      'creator_sessions_token',
      'identity_checks_key',
    ])
  })
})
