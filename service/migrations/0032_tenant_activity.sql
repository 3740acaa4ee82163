-- Where something has changed lately. With thousands of tenants, workers look there for work, and at all tenants seldom.
create table tenant_activity (
  tenant_id integer primary key,
  active_at timestamptz not null
);
create index tenant_activity_latest on tenant_activity (active_at);
