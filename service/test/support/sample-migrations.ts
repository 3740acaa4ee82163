import { type Migration, readMarks } from '../../src/platform/migrate.ts'

/** Everything that a later release may do to a table with rows: columns, a check that is validated, indexes. */
const SCRIPTS = [
  `alter table ledger_transfers add column sample_note text, add column sample_count integer not null default 0;
   alter table ledger_transfers add constraint sample_counted check (sample_count >= 0) not valid;
   create table sample_rows (tenant_id integer not null references tenants, id bigint not null, primary key (tenant_id, id))`,
  `-- no transaction
   create index concurrently if not exists sample_notes on ledger_transfers (tenant_id, sample_note) where sample_note is not null;
   create index concurrently if not exists sample_amounts on payouts (tenant_id, amount_in_cents)`,
  `-- no transaction
   alter table ledger_transfers validate constraint sample_counted`,
]

/** Migrations of a release to come, which run while this one serves. */
export const sampleMigrations = (known: readonly Migration[]): Migration[] =>
  SCRIPTS.map((sql, index) => {
    const number = known.length + 1 + index
    const name = `${String(number).padStart(4, '0')}_sample.sql`
    return { number, name, sql, checksum: `sample ${index}`, ...readMarks(sql) }
  })

/** True once their indexes are valid and their check is validated. */
export const SAMPLE_MIGRATIONS_DONE = `
  select (select bool_and(indisvalid) and count(*) = 2 from pg_index
      where indexrelid in (to_regclass('sample_notes'), to_regclass('sample_amounts')))
    and (select convalidated from pg_constraint where conname = 'sample_counted') as done`
