-- Account connections whose personal data goes: what no law asks for at once, the evidence of payments when the duty to keep
-- it ends, and with the last connection of a creator the login.
create table creator_erasures (
  tenant_id integer not null references tenants,
  account_connection text collate "C" not null,
  -- By the tenant's clock.
  asked_at timestamptz not null,
  kept_until timestamptz not null,
  -- Since then nothing of the connection names a person.
  erased_at timestamptz,
  -- The login, too, is erased or still needed by another connection.
  ended_at timestamptz,
  primary key (tenant_id, account_connection)
);
create index creator_erasures_open on creator_erasures (tenant_id, kept_until) where ended_at is null;

analyze creator_erasures;
