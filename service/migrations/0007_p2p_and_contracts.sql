-- breaking
-- P2P payments, contracts, the deposits they split.

-- Where a creator's codes go; set when it has been verified. Sandbox creators have a number that nobody has.
alter table creators add column if not exists mobile text;
update creators set mobile = '+1555' || right(account_number, 7)
from tenants where tenants.id = creators.tenant_id and environment = 'sandbox' and mobile is null;

create table p2p_payments (
  tenant_id integer not null,
  id text collate "C" not null,
  position bigint not null,
  source text collate "C" not null,
  destination text collate "C" not null,
  -- Whose accounts: those of the moment the code was sent, whatever the connections do meanwhile.
  source_creator_id text collate "C" not null,
  destination_creator_id text collate "C" not null,
  status text not null check (status in ('created', 'pending', 'sent', 'error', 'expired')),
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  description text not null,
  code_digest bytea not null,
  -- Codes tried. Counted before they are compared, and never more than three, whatever the code does.
  attempts smallint not null default 0 check (attempts between 0 and 3),
  expires_at timestamptz not null,
  -- Its log: when it was committed, when and why it ended.
  committed_at timestamptz,
  ended_at timestamptz,
  failure text,
  -- When time next does something to it.
  due_at timestamptz,
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
) with (fillfactor = 70);
create index p2p_payments_source on p2p_payments (tenant_id, source, position);
create index p2p_payments_destination on p2p_payments (tenant_id, destination, position);
create index p2p_payments_due on p2p_payments (tenant_id, due_at) where due_at is not null;

create table contracts (
  tenant_id integer not null,
  id text collate "C" not null,
  position bigint not null,
  account_connection text collate "C" not null,
  type text not null check (type = 'deposit_split'),
  status text not null check (status in ('created', 'active', 'declined', 'terminated', 'expired')),
  deposit_source text not null,
  deposit_minimum_in_cents bigint not null check (deposit_minimum_in_cents >= 0),
  deposit_maximum_in_cents bigint check (deposit_maximum_in_cents >= deposit_minimum_in_cents),
  -- Parts per million: a percent with four decimals as a whole number.
  split_ppm integer check (split_ppm between 0 and 1000000),
  split_fixed_amount_in_cents bigint check (split_fixed_amount_in_cents >= 0),
  split_amount_max_in_cents bigint check (split_amount_max_in_cents >= 0),
  activity jsonb not null,
  expires_at timestamptz,
  agreement_at timestamptz,
  agreement_ip text,
  deleted_at timestamptz,
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position),
  constraint contracts_one_share check (num_nonnulls(split_ppm, split_fixed_amount_in_cents) = 1)
);
create index contracts_connection on contracts (tenant_id, account_connection, position);
create index contracts_waiting on contracts (tenant_id, expires_at) where status = 'created';

-- Money that came to a creator from outside, by the way it came.
create table deposits (
  tenant_id integer not null,
  id text collate "C" not null,
  account_connection text collate "C" not null,
  creator_id text collate "C" not null,
  deposit_source text not null,
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  created_at timestamptz not null,
  primary key (tenant_id, id)
);

-- What a contract took of a deposit. Its id is the source of the two transfers that moved it.
create table contract_splits (
  tenant_id integer not null,
  id text collate "C" not null,
  position bigint not null,
  contract text collate "C" not null,
  deposit text collate "C" not null,
  deposit_amount_in_cents bigint not null,
  amount_in_cents bigint not null check (amount_in_cents between 1 and deposit_amount_in_cents),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position),
  unique (tenant_id, deposit, contract)
);
create index contract_splits_contract on contract_splits (tenant_id, contract, position);

-- Not analyzed while empty: the planner would take the tables for ones that stay so, and read all of them until the first
-- statistics come.
