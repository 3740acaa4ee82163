import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Migration, readMarks, readMigrations } from './migrate.ts'
import { lintMigrations } from './migration-lint.ts'

/** The last migration of version 0.1: those after it run beside that version. */
const VERSION_0_1 = 12

const migration = (sql: string, index = 0): Migration => ({
  number: index + 1,
  name: `000${index + 1}_test.sql`,
  sql,
  checksum: '',
  ...readMarks(sql),
})

const lint = (...scripts: readonly string[]): string[] => lintMigrations(scripts.map(migration))

it('every migration after version 0.1 may run beside it', async () => {
  const known = await readMigrations(join(import.meta.dirname, '../../migrations'))
  expect(known.length).toBeGreaterThanOrEqual(VERSION_0_1)
  expect(lintMigrations(known.slice(VERSION_0_1))).toEqual([])
})

describe('the lint of migrations', () => {
  it.each([
    'create table t (tenant_id integer not null references tenants, id bigint generated always as identity, primary key (tenant_id, id))',
    'create table t (n integer); create index t_n on t (n); alter table t alter column n type bigint; update t set n = 1',
    'create table if not exists t (n integer); create trigger t_change before update on t execute function f()',
    'alter table ledger_transfers add column note text',
    "alter table ledger_transfers add column note text not null default ''",
    "alter table ledger_transfers add column n bigint default 0 not null, add column tags text[] default '{}'::text[]",
    'alter table ledger_transfers add column seen_at timestamptz not null default now()',
    'alter table payouts add constraint positive check (amount_in_cents > 0) not valid',
    'alter table payouts add constraint of foreign key (tenant_id, creator_id) references creators not valid',
    'alter table payouts add constraint payouts_note unique using index payouts_note',
    'alter table payouts alter column note set default 1',
    'alter table payouts set (fillfactor = 80)',
    'alter index payouts_note set (deduplicate_items = off)',
    '-- no transaction\ncreate unique index concurrently if not exists payouts_note on payouts (tenant_id, note)',
    '-- no transaction\ndrop index concurrently if exists payouts_note',
    '-- no transaction\nalter table payouts validate constraint positive',
    "create function f() returns trigger language plpgsql as $$ begin drop table payouts; end $$; comment on table payouts is 'drop table'",
    'analyze payouts; grant select on payouts to somebody; insert into counters select 1; /* drop table payouts; */',
    '-- breaking: version 0.1 reads the column, and nobody runs it any more\nalter table payouts drop column note',
  ])('lets pass: %s', (sql) => {
    expect(lint(sql)).toEqual([])
  })

  it.each([
    ['drop table payouts', /not known to be an addition/],
    ['alter table payouts add column note text', /version 0\.1 reads payouts by `select \*`/],
    ['alter table payouts drop column note', /not known to be an addition/],
    ['alter table payouts rename to outgoing', /not known to be an addition/],
    ['alter table payouts rename column note to notes', /not known to be an addition/],
    ['alter table payouts alter column fee_in_cents type numeric', /not known to be an addition/],
    ['alter table payouts alter fee_in_cents set data type numeric', /not known to be an addition/],
    ['alter table payouts drop constraint positive', /not known to be an addition/],
    ['alter table payouts set unlogged', /not known to be an addition/],
    ['cluster payouts using payouts_pkey', /not known to be an addition/],
    ['vacuum full payouts', /not known to be an addition/],
    ['reindex table payouts', /not known to be an addition/],
    ['lock table payouts', /not known to be an addition/],
    ['create or replace function f() returns integer language sql as $$ select 1 $$', /not known to be an addition/],
    ['do $$ begin end $$', /not known to be an addition/],
    [
      'alter table ledger_transfers add column id2 uuid default gen_random_uuid()',
      /`gen_random_uuid\(\)` is not constant/,
    ],
    [
      'alter table ledger_transfers add column at timestamptz not null default clock_timestamp()',
      /`clock_timestamp\(\)` is not constant/,
    ],
    [
      'alter table ledger_transfers add column note text, add column n double precision default random()',
      /`random\(\)` is not constant/,
    ],
    ['alter table ledger_transfers add column n bigserial', /generated rewrites the table/],
    ['alter table ledger_transfers add column n bigint generated always as identity', /generated rewrites the table/],
    [
      'alter table ledger_transfers add column n bigint generated always as (fee_in_cents * 2) stored',
      /generated rewrites the table/,
    ],
    ['alter table ledger_transfers add column note text not null', /needs a constant default/],
    ['alter table ledger_transfers add column note text unique', /builds its index under a lock/],
    ['alter table ledger_transfers add column t integer references tenants', /by itself, `not valid`/],
    ['alter table ledger_transfers add column n integer check (n > 0)', /by itself, `not valid`/],
    ['alter table payouts alter column note set not null', /only once `check \(note is not null\)` is validated/],
    ['alter table payouts add constraint positive check (amount_in_cents > 0)', /added `not valid`/],
    ['alter table payouts add foreign key (tenant_id) references tenants', /added `not valid`/],
    ['alter table payouts add constraint once unique (tenant_id, note)', /builds its index under a lock/],
    ['alter table payouts add primary key (tenant_id, note)', /builds its index under a lock/],
    ['alter table payouts validate constraint positive', /only after a first line `-- no transaction`/],
    ['create index payouts_note on payouts (note)', /locks out every write/],
    ['create table t (n integer); create index on payouts (note)', /locks out every write/],
    [
      'create index concurrently if not exists payouts_note on payouts (note)',
      /only after a first line `-- no transaction`/,
    ],
    ['-- no transaction\ncreate index concurrently payouts_note on payouts (note)', /needs `if not exists`/],
    ['alter index payouts_note rename to payouts_notes', /not known to be an addition/],
    ['drop index payouts_due', /not known to be an addition/],
    ['create trigger payouts_change before update on payouts execute function f()', /a trigger changes/],
    ["update payouts set note = ''", /in batches/],
    ['delete from payouts', /in batches/],
    ['truncate payouts', /in batches/],
    ['-- breaking\nalter table payouts drop column note', /needs the reason/],
    ['-- breaking: because\nalter table payouts drop column note', /needs the reason/],
  ])('refuses: %s', (sql, fault) => {
    expect(lint(sql)).toEqual([expect.stringMatching(fault)])
  })

  it('lets a column become not null once its check is validated by an earlier migration', () => {
    const check = 'alter table payouts add constraint noted check (note is not null) not valid'
    const validation = '-- no transaction\nalter table payouts validate constraint noted'
    const change = 'alter table payouts alter column note set not null'
    expect(lint(check, validation, change)).toEqual([])
    expect(lint(check, change)).toHaveLength(1)
    expect(lint(check, validation, change.replace('payouts', 'purchases'))).toHaveLength(1)
  })
})
