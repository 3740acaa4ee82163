-- Withdrawals: an enterprise's own money, from its operating account to its bank account.

-- The bank account that an enterprise's withdrawals go to, set by the operator. A sandbox without a row has a sample one.
create table withdrawal_accounts (
  tenant_id integer primary key references tenants,
  bank_sealed bytea not null,
  -- The account as people see it.
  label text not null,
  updated_at timestamptz not null
);

create table withdrawals (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  status text not null check (status in ('created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled')),
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  description text not null,
  -- The bank account that it goes to, or went to, as people see it.
  destination text not null,
  -- The approval that it needed, and until when it awaits it; the time is null once that is decided.
  approval text collate "C",
  awaits_until timestamptz,
  -- When time next does something to it.
  due_at timestamptz,
  -- When it may leave in a bank's file, and the file that carries it.
  batch_at timestamptz,
  ach_file text collate "C",
  return_code text,
  activity json not null,
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position),
  check (awaits_until is null or (status = 'ready' and approval is not null and due_at is null))
);
create index withdrawals_due on withdrawals (tenant_id, due_at) where due_at is not null;
create index withdrawals_status on withdrawals (tenant_id, status, position);
create index withdrawals_awaiting on withdrawals (tenant_id, awaits_until) where awaits_until is not null;
create index withdrawals_batch on withdrawals (tenant_id, batch_at, position) where batch_at is not null and ach_file is null;
-- Withdrawals in a file that has not been seen to leave yet.
create index withdrawals_undelivered on withdrawals (tenant_id, ach_file)
  where status = 'pending' and ach_file is not null and due_at is null;

analyze withdrawal_accounts, withdrawals;
