-- Refunds of purchases, in whole or in part, and disputes of their buyers. Each is the source of its own transfers.

create table refunds (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  purchase text collate "C" not null,
  status text not null check (status in ('awaiting', 'pending', 'succeeded', 'failed', 'canceled')),
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  reason text,
  activity jsonb not null,
  -- When the network must next be asked for it, by the tenant's clock; and until when, by the database's clock, somebody
  -- is asking already.
  call_at timestamptz,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);
create index refunds_purchase on refunds (tenant_id, purchase, position);
create index refunds_call on refunds (tenant_id, call_at) where call_at is not null;

create table disputes (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  purchase text collate "C" not null,
  -- The card network's own id; null where the sandbox simulates it.
  reference text collate "C",
  status text not null check (status in ('inquiry', 'needs_response', 'under_review', 'won', 'lost')),
  amount_in_cents bigint not null check (amount_in_cents between 1 and 9999999999),
  -- What the network has taken and not given back.
  taken_in_cents bigint not null check (taken_in_cents between 0 and amount_in_cents),
  -- Whether the network has taken the money, be it by voiding a charge that had not settled.
  is_taken boolean not null,
  reason text,
  respond_by timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);
create index disputes_purchase on disputes (tenant_id, purchase, position);
