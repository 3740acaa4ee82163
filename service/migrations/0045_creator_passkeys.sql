-- Passkeys of creators' logins: each stands for the password and the code.

create table creator_passkeys (
  tenant_id integer not null references tenants,
  creator_id text collate "C" not null,
  -- As the authenticator names it, in base64url.
  credential_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  -- In base64url; not a secret.
  public_key text not null,
  -- How often the authenticator says it was used; 0 for ever where it does not count.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz,
  primary key (tenant_id, creator_id, credential_id),
  foreign key (tenant_id, creator_id) references creators
);

analyze creator_passkeys;
