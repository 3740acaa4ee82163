-- Creators' withdrawals, from their accounts in the bank's book to a bank account of their own; and bank accounts that a
-- return has shown to be wrong.

-- The bank account that a creator has added. It is proven by the amounts of two small deposits.
create table creator_bank_accounts (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  creator_id text collate "C" not null,
  status text not null check (status in ('unproven', 'proven', 'failed', 'suspended', 'removed')),
  bank_sealed bytea not null,
  -- The account as people see it.
  label text not null,
  -- Wrong answers to the question for the two amounts.
  tries smallint not null default 0,
  -- Why it failed or was suspended.
  why text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index creator_bank_accounts_current on creator_bank_accounts (tenant_id, creator_id) where status <> 'removed';

create table creator_withdrawals (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  creator_id text collate "C" not null,
  bank_account text collate "C" not null,
  -- Names the request that made it: sent again, it is the same one.
  request text collate "C",
  -- `proof`: one of the two small deposits, which the bank pays.
  purpose text not null check (purpose in ('withdrawal', 'proof')),
  status text not null check (status in ('created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled')),
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  destination text not null,
  due_at timestamptz,
  batch_at timestamptz,
  ach_file text collate "C",
  return_code text,
  activity json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_account) references creator_bank_accounts
);
create unique index creator_withdrawals_request on creator_withdrawals (tenant_id, creator_id, request)
  where request is not null;
create index creator_withdrawals_creator on creator_withdrawals (tenant_id, creator_id, id);
create index creator_withdrawals_account on creator_withdrawals (tenant_id, bank_account);
create index creator_withdrawals_open on creator_withdrawals (tenant_id) where status in ('ready', 'pending');
create index creator_withdrawals_due on creator_withdrawals (tenant_id, due_at) where due_at is not null;
create index creator_withdrawals_batch on creator_withdrawals (tenant_id, batch_at, id)
  where batch_at is not null and ach_file is null;
create index creator_withdrawals_undelivered on creator_withdrawals (tenant_id, ach_file)
  where status = 'pending' and ach_file is not null and due_at is null;

-- Bank accounts of connections that a bank has said to be closed, unknown or wrong. It ends when another one is given: the
-- digest tells whether it is another.
create table suspended_bank_accounts (
  tenant_id integer not null references tenants,
  account_connection text collate "C" not null,
  account_digest bytea not null,
  code text not null,
  payout text collate "C" not null,
  at timestamptz not null,
  -- Until its activity entry, event and mails are written.
  due_at timestamptz,
  primary key (tenant_id, account_connection)
);
create index suspended_bank_accounts_due on suspended_bank_accounts (tenant_id, due_at) where due_at is not null;

analyze creator_bank_accounts, creator_withdrawals, suspended_bank_accounts;
