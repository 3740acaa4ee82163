-- Restrictions of an API key. Null: none, as for every key of version 0.1.
-- The hash of a key that is restricted from the start is of another kind (tenants/keys.ts), so that a process of version
-- 0.1, which knows no restriction, does not find the key and refuses it.
alter table api_keys add column scopes text[];
alter table api_keys add column expires_at timestamptz;
-- Networks in CIDR notation, IPv4 and IPv6.
alter table api_keys add column allowed_networks text[];
-- The address that the key was last used from.
alter table api_keys add column last_used_from text;

-- Whether a key that came over plain HTTP is revoked at once.
alter table tenants add column revoke_keys_sent_in_plain_text boolean not null default false;
