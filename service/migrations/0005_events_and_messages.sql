-- breaking
-- What changed, who is told of it, and what became of telling them.

-- One row per committed change after creation. The counter's row is locked until the transaction ends, so whoever sees
-- position n sees everything before it.
create table events (
  tenant_id integer not null,
  position bigint not null,
  id text collate "C" not null,
  type text collate "C" not null,
  resource text collate "C" not null,
  at timestamptz not null,
  user_data json,
  primary key (tenant_id, position)
);
create unique index events_id on events (tenant_id, id);
create index events_resource on events (tenant_id, resource, position);
create index events_type on events (tenant_id, type, position);

alter table webhooks
  -- Signs beside the current one until then, by the tenant's clock.
  add column previous_secret_sealed bytea,
  add column previous_secret_until timestamptz,
  -- Since when, and how often, every attempt has failed.
  add column failing_since timestamptz,
  add column failed_attempts integer not null default 0,
  add column disabled_at timestamptz,
  add column disabled_because text;

-- The rows are their own queue. `due`: may be sent from `due_at` on, by the tenant's clock. `waiting`: behind an earlier
-- one of its resource. `sending`: leased, by the database's clock, to whoever claimed this `attempt`.
create table deliveries (
  tenant_id integer not null,
  webhook_id text collate "C" not null,
  id text collate "C" not null,
  -- Of its event; 0 for a test, which has none.
  position bigint not null,
  resource text collate "C" not null,
  status text collate "C" not null check (status in ('due', 'waiting', 'sending', 'delivered', 'dead')),
  due_at timestamptz not null,
  attempt integer not null default 0,
  failures integer not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null,
  -- By the database's clock: how long it has really waited, and when it may be forgotten.
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, webhook_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
create index deliveries_due on deliveries (tenant_id, webhook_id, due_at, position) where status = 'due';
create index deliveries_resource on deliveries (tenant_id, webhook_id, resource, position)
  where status in ('due', 'waiting', 'sending');
create index deliveries_leased on deliveries (tenant_id, webhook_id, leased_until) where status = 'sending';
create index deliveries_age on deliveries using brin (changed_at);

create table delivery_attempts (
  tenant_id integer not null,
  webhook_id text collate "C" not null,
  delivery_id text collate "C" not null,
  attempt integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  -- What the receiver answered, or why nobody did.
  status integer,
  error text,
  answer text,
  primary key (tenant_id, webhook_id, delivery_id, attempt)
);

-- E-mails and SMS. Facts, not texts: they are rendered when sent or shown. Those that hold a code or a link are sealed.
create table messages (
  tenant_id integer not null,
  id text collate "C" not null,
  sequence bigint generated always as identity,
  channel text collate "C" not null check (channel in ('email', 'sms')),
  kind text collate "C" not null,
  recipient text not null,
  facts json,
  facts_sealed bytea,
  status text collate "C" not null
    check (status in ('due', 'sending', 'delivered', 'captured', 'suppressed', 'failed')),
  why text,
  due_at timestamptz not null,
  attempt integer not null default 0,
  failures integer not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index messages_newest on messages (tenant_id, sequence);
create index messages_due on messages (tenant_id, due_at, sequence) where status = 'due';
create index messages_leased on messages (tenant_id, leased_until) where status = 'sending';

-- Where the enterprise itself reads mail, and the last day it had a summary of.
alter table tenants
  add column notification_email text,
  add column summarized_until date;

analyze;
