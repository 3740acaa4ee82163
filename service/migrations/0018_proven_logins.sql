-- A login belongs to the person who has proven its address. One person may belong to several enterprises.

-- Beside `creators`, which version 0.1 reads whole. A creator without a row has never proven the e-mail address.
create table creator_addresses (
  tenant_id integer not null references tenants,
  creator_id text collate "C" not null,
  email_proven_at timestamptz,
  -- The login was made with this address and never proved it; another person has proven it since.
  lost_email text,
  primary key (tenant_id, creator_id),
  foreign key (tenant_id, creator_id) references creators
);
create index creator_addresses_lost on creator_addresses (lower(lost_email)) where lost_email is not null;

-- Links to choose a new password.
create table creator_resets (
  tenant_id integer not null references tenants,
  token_hash bytea not null constraint creator_resets_token unique,
  creator_id text collate "C" not null,
  -- The address that it was sent to.
  email text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, creator_id) references creators
);
create index creator_resets_creator on creator_resets (tenant_id, creator_id);
create index creator_resets_age on creator_resets (expires_at);

-- The change of a login that its session waits to prove by a code.
create table creator_changes (
  tenant_id integer not null references tenants,
  session_id text collate "C" not null,
  kind text not null check (kind in ('email', 'mobile', 'password')),
  -- The new address or number, or the hash of the new password.
  value text not null,
  primary key (tenant_id, session_id),
  foreign key (tenant_id, session_id) references creator_sessions on delete cascade
);

-- Shown to the creator, who may end sessions they do not know.
alter table creator_sessions add column address text, add column user_agent text;

-- The enterprises of a person beside the one in `people`.
create table person_memberships (
  enterprise_id text collate "C" not null references enterprises,
  person_id text collate "C" not null references people on delete cascade,
  role text not null check (role in ('admin', 'developer', 'finance', 'viewer')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (enterprise_id, person_id)
);
create index person_memberships_person on person_memberships (person_id);

-- The enterprise that a session works for; null: that of the person's row.
alter table person_sessions add column enterprise_id text collate "C";

analyze creator_addresses, creator_resets, creator_changes, person_memberships;
