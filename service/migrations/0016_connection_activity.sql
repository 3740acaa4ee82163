-- The activity of an account connection: what became of the creator in Connect, and why one was rejected. A table of its
-- own, because version 0.1 reads account_connections by `select *`.
create table connection_activity (
  tenant_id integer not null references tenants,
  account_connection text collate "C" not null,
  -- Counted under the lock of the connection's row.
  ordinal integer not null,
  event text not null,
  entry text not null,
  date timestamptz not null,
  type text not null check (type in ('status_change', 'error')),
  status text not null check (status in ('created', 'pending', 'active', 'deleted')),
  code text,
  primary key (tenant_id, account_connection, ordinal),
  foreign key (tenant_id, account_connection) references account_connections
);
-- Pages of connections and the rule of legacy payout methods ask for rejections alone.
create index connection_rejections on connection_activity (tenant_id, account_connection, ordinal) where event = 'reject';
