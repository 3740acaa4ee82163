-- breaking
-- Creators, account connections, payouts; what time does to them; the audit's checkpoints.

-- A person with a login and an account at a bank. One creator may be connected to several enterprises of that bank.
create table creators (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  account_number text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, account_number)
);
create unique index creators_email on creators (tenant_id, lower(email));

create table account_connections (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  external_id text collate "C",
  status text not null check (status in ('created', 'pending', 'active', 'deleted')),
  type text check (type in ('direct', 'ach', 'wallet')),
  -- What the creator chose in Connect while a check is still open.
  submitted_type text check (submitted_type in ('direct', 'ach', 'wallet')),
  first_name text not null,
  last_name text not null,
  email text not null,
  business_name text,
  display_name text,
  requested_permissions text[] not null,
  credit_granted boolean not null default false,
  credit_expires_at timestamptz,
  debit_granted boolean not null default false,
  debit_expires_at timestamptz,
  verification_prompt text not null,
  verification_answer_digest bytea not null,
  -- The bank account and the personal data that came with it, as one sealed JSON object.
  bank_sealed bytea,
  destination text,
  -- In the book of the tenant's bank.
  creator_id text collate "C",
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position),
  unique (tenant_id, external_id)
);
create index account_connections_creator on account_connections (tenant_id, creator_id) where creator_id is not null;

create table payouts (
  tenant_id integer not null,
  id text collate "C" not null,
  position bigint not null,
  account_connection text collate "C" not null,
  status text not null check (status in ('created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled')),
  type text not null check (type in ('direct', 'ach', 'wallet', 'unclaimed')),
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  -- Reserved while `ready`, charged from `pending` on.
  fee_in_cents bigint not null check (fee_in_cents >= 0),
  description text not null,
  date timestamptz not null,
  destination text,
  -- Whose account a `direct` or `wallet` payout goes to, from `pending` on: whatever the connection does meanwhile.
  creator_id text collate "C",
  -- When time next does something to it, and by which code the bank will then have given it back.
  due_at timestamptz,
  return_code text,
  activity jsonb not null,
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);
create index payouts_connection on payouts (tenant_id, account_connection, position);
create index payouts_due on payouts (tenant_id, due_at) where due_at is not null;
-- The rare states, so that filtering by them costs payout creation nothing.
create index payouts_status on payouts (tenant_id, status, position) where status in ('ready', 'error', 'returned', 'canceled');

-- Up to which transfer fees have been collected into the bank's book, and whether the audit has stopped payouts.
alter table tenants
  add column fees_collected_sequence bigint not null default 0,
  add column payouts_stopped_because text;

-- How far the incremental audit has read each account.
create table ledger_checkpoints (
  tenant_id integer not null,
  account_id bigint not null,
  sequence bigint not null,
  debits bigint not null,
  credits bigint not null,
  primary key (tenant_id, account_id)
);

analyze;
