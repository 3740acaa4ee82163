import { describe, expect, it } from 'vitest'
import { type Catalogue, migrationOnCluster, stepsOf } from './cluster.ts'

const relation = (table: string, has_tenant: boolean, method: 'h' | 'n' | null = null) => ({
  table,
  has_tenant,
  method,
})

const FRESH: Catalogue = {
  relations: [
    relation('account_connections', true),
    relation('api_keys', true),
    relation('connect_links', true),
    relation('enterprises', false),
    relation('ledger_accounts', true),
    relation('people', false),
    relation('tenants', false),
  ],
  foreignKeys: [
    { table: 'tenants', name: 'of_enterprise', target: 'enterprises', definition: 'FOREIGN KEY …' },
    { table: 'people', name: 'of_people', target: 'enterprises', definition: 'FOREIGN KEY …' },
    { table: 'connect_links', name: 'of_tenant', target: 'tenants', definition: 'FOREIGN KEY …' },
    { table: 'connect_links', name: 'of_connection', target: 'account_connections', definition: 'FOREIGN KEY (a) …' },
  ],
  triggers: [{ table: 'ledger_accounts', name: 'append_only', definition: '' }],
  uniques: [
    { table: 'connect_links', name: 'token', definition: '', columns: 'token_hash', is_constraint: false },
    { table: 'api_keys', name: 'hash', definition: '', columns: 'hash', is_constraint: true },
  ],
  functions: ['tenant_now(integer)'],
}

describe('the plan of a distribution', () => {
  const plan = stepsOf(FRESH).map(({ sql }) => sql.split(';')[0])

  it('frees the tables, places them, and ties them together again', () => {
    expect(plan).toEqual([
      'alter table tenants drop constraint of_enterprise',
      'alter table people drop constraint of_people',
      'alter table connect_links drop constraint of_tenant',
      'alter table connect_links drop constraint of_connection',
      'drop trigger append_only on ledger_accounts',
      'drop index token',
      "select create_reference_table('enterprises')",
      "select create_reference_table('tenants')",
      "select create_distributed_table('ledger_accounts', 'tenant_id', colocate_with => 'none')",
      "select create_distributed_table('account_connections', 'tenant_id', colocate_with => 'ledger_accounts')",
      "select create_distributed_table('connect_links', 'tenant_id', colocate_with => 'ledger_accounts')",
      'alter table connect_links add constraint of_connection FOREIGN KEY (a) …',
      "select create_distributed_function('tenant_now(integer)')",
    ])
  })

  it('is empty where all is done, and has the new table alone after a migration', () => {
    const done: Catalogue = {
      relations: FRESH.relations.map(({ table, has_tenant }) =>
        relation(table, has_tenant, table === 'tenants' || table === 'enterprises' ? 'n' : 'h'),
      ),
      foreignKeys: FRESH.foreignKeys.filter(({ name }) => name === 'of_connection'),
      triggers: [],
      uniques: FRESH.uniques.filter(({ table }) => table === 'api_keys'),
      functions: [],
    }
    expect(stepsOf(done)).toEqual([])
    const grown = { ...done, relations: [...done.relations, relation('notes', true)] }
    expect(stepsOf(grown).map(({ does }) => does)).toEqual(['distribute notes by tenant'])
  })
})

describe('a later migration on a distributed database', () => {
  it('has no foreign keys to tables that are whole on every server', () => {
    const sql =
      'create table notes (tenant_id integer not null references tenants, foreign key (tenant_id, a) references buyers)'
    expect(migrationOnCluster(sql)).toBe(
      "set local citus.multi_shard_modify_mode = 'sequential';\n" +
        'create table notes (tenant_id integer not null, foreign key (tenant_id, a) references buyers)',
    )
  })
})
