-- breaking
-- Enterprises, their environments and keys; the ledger; idempotency; webhooks.
-- Ids sort and compare as bytes: collation "C" is the order they were made in, and the cheapest comparison.

create table enterprises (
  id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- A tenant is one enterprise in one environment. The bank that holds production creators' money has no enterprise.
create table tenants (
  id integer generated always as identity primary key,
  enterprise_id text collate "C" references enterprises,
  environment text not null check (environment in ('sandbox', 'production')),
  bank_id integer not null references tenants deferrable initially deferred,
  -- How far a sandbox tenant's clock is ahead of PostgreSQL's.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  ach_enabled boolean not null default true,
  creator_verification_required boolean not null default false,
  connect_use_case text not null default 'Payout' check (connect_use_case in ('Payout', 'Generic')),
  fraud_refund_window_hours integer not null default 72 check (fraud_refund_window_hours between 0 and 8760),
  fee_payout_direct_in_cents bigint not null default 0 check (fee_payout_direct_in_cents between 0 and 100000),
  fee_payout_wallet_in_cents bigint not null default 0 check (fee_payout_wallet_in_cents between 0 and 100000),
  fee_payout_ach_in_cents bigint not null default 25 check (fee_payout_ach_in_cents between 0 and 100000),
  fee_purchase_fixed_in_cents bigint not null default 30 check (fee_purchase_fixed_in_cents between 0 and 100000),
  fee_purchase_basis_points integer not null default 290 check (fee_purchase_basis_points between 0 and 10000),
  -- Null: the service's own limit applies.
  rate_limit_per_second integer check (rate_limit_per_second between 1 and 1000000),
  created_at timestamptz not null default clock_timestamp(),
  check (environment = 'sandbox' or clock_offset_ms = 0),
  check (environment = 'production' or bank_id = id)
);
create unique index tenants_enterprise on tenants (enterprise_id, environment);
create unique index tenants_bank on tenants (environment) where enterprise_id is null;

-- The tenant's clock: resource times, deadlines, links. Milliseconds, because that is what the wire can say.
create function tenant_now(tenant integer) returns timestamptz language sql volatile as $$
  select date_trunc('milliseconds', clock_timestamp()) + clock_offset_ms * interval '1 millisecond'
  from tenants where id = tenant
$$;

-- How a request finds its tenant, so the one business table whose hash is unique over all tenants.
create table api_keys (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  name text not null,
  prefix text not null,
  hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id)
);

-- Every process reads this one row a few times a second and forgets its cached keys when it has changed.
create table auth_epoch (
  singleton boolean primary key default true check (singleton),
  epoch bigint not null default 1
);
insert into auth_epoch default values;

-- The ledger: an account's totals only grow; a guarded one cannot be overdrawn by any code path.
create table ledger_accounts (
  tenant_id integer not null references tenants,
  id bigint generated always as identity,
  code text collate "C" not null,
  guarded boolean not null,
  debits bigint not null default 0 check (debits >= 0),
  credits bigint not null default 0 check (credits >= 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, code),
  constraint ledger_accounts_guard check (not guarded or credits >= debits)
) with (fillfactor = 50);

-- One amount from one debit account to one credit account: nothing can be unbalanced. The primary key is the
-- exactly-once guard: one hold, one fee, one return per source, whatever retries do. No foreign keys: the ledger
-- inserts only between accounts it has just locked, accounts are never deleted, the audit looks for orphans, and the
-- checks took two thirds of the insert.
create table ledger_transfers (
  tenant_id integer not null,
  source_id text collate "C" not null,
  kind text collate "C" not null,
  -- Taken after both accounts are locked, so it orders the transfers of each account.
  sequence bigint generated always as identity,
  debit_account bigint not null,
  credit_account bigint not null,
  amount_in_cents bigint not null check (amount_in_cents > 0),
  at timestamptz not null,
  primary key (tenant_id, source_id, kind),
  check (debit_account <> credit_account)
);
create index ledger_transfers_debit on ledger_transfers (tenant_id, debit_account, sequence);
create index ledger_transfers_credit on ledger_transfers (tenant_id, credit_account, sequence);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger ledger_transfers_append_only before update or delete or truncate on ledger_transfers
  for each statement execute function refuse_change();

-- Dense positions per tenant and kind of resource: `total` and deep pages without counting.
create table counters (
  tenant_id integer not null references tenants,
  kind text collate "C" not null,
  value bigint not null default 0,
  primary key (tenant_id, kind)
) with (fillfactor = 50);

-- The answer of a request that changed state, written in the transaction of that change.
create table idempotency_answers (
  tenant_id integer not null references tenants,
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, scope, key)
);
create index idempotency_answers_age on idempotency_answers using brin (created_at);

create table webhooks (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  event text not null,
  url text not null,
  basic_user_sealed bytea,
  basic_secret_sealed bytea,
  signing_secret_sealed bytea not null,
  user_data json,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, event)
);

-- Without statistics a plan over `unnest` would fall back to sequential scans on a table that has just begun to fill.
analyze;
