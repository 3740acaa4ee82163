-- no transaction
-- The operators' console lists the alerts of all enterprises: those that are raised first, the newest first.
create index concurrently if not exists alerts_of_all on alerts (status, created_at, id);

-- When a suspension was last lifted, by the tenant's clock: no step that waited is dated before it.
alter table tenants add column if not exists payouts_resumed_at timestamptz;

-- The person who made the key at the dashboard and was shown its secret: they do not approve what it asks for, nor it what
-- they do. Null for keys that operators made, and those from before.
alter table api_keys add column if not exists made_by text collate "C";
