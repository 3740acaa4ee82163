-- breaking
-- Production's rail: the files that go to the bank, what comes back, and what a person still has to look at.

alter table payouts
  -- From when on an ACH payout may leave in a file, until it has; and the file that it leaves in.
  add column batch_at timestamptz,
  add column ach_file text collate "C";
-- Those that wait for a file, in the order in which they leave.
create index payouts_batch on payouts (tenant_id, batch_at, position) where batch_at is not null and ach_file is null;

-- When a key last came over plain HTTP: it may have been read by others.
alter table api_keys add column flagged_at timestamptz;

-- The tenant is the bank. `bytes_sealed` holds account numbers, so it is sealed; the hash is of the plain bytes.
create table ach_files (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  direction text not null check (direction in ('out', 'in')),
  name text not null,
  sha256 bytea not null,
  bytes_sealed bytea not null,
  -- out: made → renaming → delivered, or conflict or missing; in: received, or refused with the reason.
  status text not null check (status in ('made', 'renaming', 'delivered', 'conflict', 'missing', 'received', 'refused')),
  -- The banking day it belongs to: on which it settles, or on which it came.
  day date not null,
  entries integer not null,
  debit_in_cents bigint not null,
  credit_in_cents bigint not null,
  -- The name under which the last attempt uploaded it, before it gets its own.
  upload_name text,
  attempt integer not null default 0,
  leased_until timestamptz,
  why text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  -- When a person has dealt with a file that was refused.
  resolved_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, direction, sha256)
);
create unique index ach_files_out on ach_files (tenant_id, name) where direction = 'out';
create index ach_files_open on ach_files (tenant_id, created_at) where status in ('made', 'renaming');
create index ach_files_day on ach_files (tenant_id, day);

-- What went out, by the trace number that answers will name.
create table ach_entries (
  tenant_id integer not null,
  file text collate "C" not null,
  trace text collate "C" not null,
  owner integer not null,
  payout text collate "C" not null,
  amount_in_cents bigint not null,
  primary key (tenant_id, file, trace)
);
create index ach_entries_trace on ach_entries (tenant_id, trace);

-- What came in, entry by entry. `kept`: nobody but a person can say what it means.
create table ach_received (
  tenant_id integer not null references tenants,
  file text collate "C" not null,
  ordinal integer not null,
  kind text not null check (kind in ('return', 'change', 'credit', 'debit', 'malformed')),
  entry_sealed bytea not null,
  amount_in_cents bigint not null,
  status text not null default 'new' check (status in ('new', 'applied', 'kept')),
  why text,
  -- The payout, deposit or top-up it came to.
  about text,
  settled_at timestamptz,
  resolved_at timestamptz,
  primary key (tenant_id, file, ordinal),
  foreign key (tenant_id, file) references ach_files
);
create index ach_received_new on ach_received (tenant_id, file, ordinal) where status = 'new';
create index ach_received_kept on ach_received (tenant_id, file, ordinal) where status = 'kept' and resolved_at is null;

-- Credits that were taken, by a keyed digest of what makes each one itself: one that comes again in another file is seen.
create table ach_credits (
  tenant_id integer not null references tenants,
  fingerprint bytea not null,
  file text collate "C" not null,
  primary key (tenant_id, fingerprint)
);

-- Which files of the bank's folder have been read, as the folder shows them.
create table ach_inbox (
  tenant_id integer not null references tenants,
  name text not null,
  size bigint not null,
  modified_ms bigint not null,
  primary key (tenant_id, name, size, modified_ms)
);

-- The bank's own word on its balance at the end of a banking day.
create table ach_balances (
  tenant_id integer not null references tenants,
  day date not null,
  balance_in_cents bigint not null,
  primary key (tenant_id, day)
);

-- Which originators' credits count as which source of deposits, for contracts.
create table ach_deposit_sources (
  tenant_id integer not null references tenants,
  company_identification text not null,
  deposit_source text not null,
  primary key (tenant_id, company_identification)
);

-- Identity checks by the key they were asked under: how a late answer finds what waits for it.
create table identity_checks (
  tenant_id integer not null references tenants,
  key text collate "C" not null constraint identity_checks_key unique,
  account_connection text collate "C" not null,
  verdict text check (verdict in ('passed', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, key)
);
create index identity_checks_connection on identity_checks (tenant_id, account_connection, created_at);

analyze;
