-- Buyers with the card the processor keeps for them, and purchases with the charge that each is paid by.

create table buyers (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  external_id text collate "C",
  first_name text,
  last_name text,
  email text,
  -- What the card processor calls the card. The number itself is never here.
  card_token text,
  card_brand text,
  card_last_four text,
  card_expiration_month smallint check (card_expiration_month between 1 and 12),
  card_expiration_year smallint,
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position),
  unique (tenant_id, external_id)
);

create table purchases (
  tenant_id integer not null,
  id text collate "C" not null,
  position bigint not null,
  buyer text collate "C" not null,
  status text not null
    check (status in ('created', 'pending', 'settling', 'completed', 'error', 'canceled', 'refunded', 'reversed')),
  -- Money follows the charge, whatever the status says.
  charge text not null check (charge in ('none', 'in_flight', 'captured', 'settled', 'voided', 'returned')),
  -- Whether the network gives the money back: it must be asked, it has agreed, or it could not.
  refund text not null default 'none' check (refund in ('none', 'due', 'done', 'failed')),
  items json not null,
  total_in_cents bigint not null check (total_in_cents between 1 and 9999999999),
  fee_in_cents bigint not null check (fee_in_cents between 0 and total_in_cents),
  auto_refund_on_fraud boolean not null,
  -- Counts the charges that were tried; with the id it is the key by which the network knows one.
  attempt integer not null default 0,
  -- The card of the charge, as it was when it was charged, and what the network calls the charge.
  card_token text,
  card_brand text,
  card_last_four text,
  charge_reference text,
  -- The idempotent request that a charge in flight has to answer.
  commit_request json,
  -- When time next does something to it.
  due_at timestamptz,
  -- When the network must next be asked about it, by the tenant's clock; and until when, by the database's clock,
  -- somebody is asking already.
  call_at timestamptz,
  leased_until timestamptz,
  paid_at timestamptz,
  activity jsonb not null,
  user_data json,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);
create index purchases_buyer on purchases (tenant_id, buyer, position);
create index purchases_due on purchases (tenant_id, status, due_at) where due_at is not null;
create index purchases_call on purchases (tenant_id, call_at) where call_at is not null;
-- The rare states, so that filtering by them costs creation nothing.
create index purchases_status on purchases (tenant_id, status, position)
  where status in ('error', 'canceled', 'refunded', 'reversed');

-- Not analyzed while empty: the planner would take the tables for ones that stay so, and read all of them until the first
-- statistics come.
