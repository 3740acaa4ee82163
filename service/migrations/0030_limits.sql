-- Limits on payouts, the wait of new bank accounts, and suspension of an enterprise.

-- The limits of a tenant, as one JSON list; null: none. Beside the other settings that every payout reads.
alter table tenants add column payout_limits json;
-- How long a new bank account of a creator waits before it is paid to.
alter table tenants add column new_bank_account_wait_hours integer not null default 0;
-- A suspended enterprise moves no new money out. Both are set, or neither.
alter table tenants add column suspended_at timestamptz;
alter table tenants add column suspended_because text;

-- The payouts of a period, added up for each limit's scope. Changed under the lock of `operating`, which every creation of
-- payouts takes. Always the sum of the payouts that were created in the period and did not fail or get canceled.
create table limit_usage (
  tenant_id integer not null,
  scope text not null,
  -- The API key, role or account connection; empty for the whole enterprise.
  subject text collate "C" not null,
  period text not null check (period in ('day', 'month')),
  starts_at timestamptz not null,
  amount_in_cents bigint not null,
  count bigint not null,
  primary key (tenant_id, scope, period, starts_at, subject)
) with (fillfactor = 50);
create index limit_usage_starts on limit_usage (starts_at);

-- Who asked for a payout, in which role. Kept while a tenant has limits, for as long as a limit can count it.
create table payout_makers (
  tenant_id integer not null,
  payout text collate "C" not null,
  made_by text collate "C" not null,
  made_as text not null,
  created_at timestamptz not null,
  primary key (tenant_id, payout)
);
create index payout_makers_created on payout_makers (created_at);

-- Who confirmed a pay file, and whether others have approved it.
create table pay_file_makers (
  tenant_id integer not null,
  file text collate "C" not null,
  made_by text collate "C" not null,
  made_as text not null,
  is_approved boolean not null,
  primary key (tenant_id, file)
);

-- Since when a connection has its bank account. Connections without a row have theirs from before this table.
create table connection_bank_accounts (
  tenant_id integer not null,
  account_connection text collate "C" not null,
  since timestamptz not null,
  primary key (tenant_id, account_connection)
);

analyze limit_usage, payout_makers, pay_file_makers, connection_bank_accounts;
