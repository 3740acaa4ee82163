-- Alerts: what the people of an enterprise should look at.

-- The thresholds of alerts that differ from the defaults; null: none.
alter table tenants add column alert_settings json;

-- Something that the people of an enterprise should look at. Raised once for a subject, until it clears.
create table alerts (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  status text not null check (status in ('raised', 'cleared')),
  kind text not null,
  -- The resource that it is about; empty where it is about the whole enterprise.
  subject text collate "C" not null,
  summary text not null,
  activity json not null,
  user_data json,
  cleared_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);
-- Two workers that look at the same moment raise one alert.
create unique index alerts_raised on alerts (tenant_id, kind, subject) where status = 'raised';
create index alerts_status on alerts (tenant_id, status, position);

-- Up to which payout a tenant's payouts were looked at for large and unusual ones.
create table alert_marks (
  tenant_id integer primary key,
  payout_position bigint not null
);

analyze alerts, alert_marks;
