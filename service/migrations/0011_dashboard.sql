-- People of enterprises and how they sign in, what they did, the log of API requests, and sandboxes begun anew.

-- The sign-in library reads and writes the tables from here to `person_second_factors`; their columns are its own but
-- for `enterprise_id`, `role` and `confirmed_at`.
create table people (
  id text collate "C" primary key,
  enterprise_id text collate "C" not null references enterprises,
  role text not null check (role in ('admin', 'developer', 'finance', 'viewer')),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default true,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index people_enterprise on people (enterprise_id, id);

create table person_sessions (
  id text collate "C" primary key,
  person_id text collate "C" not null references people on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- When the person last gave their password: what asks for a fresh sign-in looks here.
  confirmed_at timestamptz not null default clock_timestamp()
);
create index person_sessions_person on person_sessions (person_id);
create index person_sessions_expiry on person_sessions (expires_at);

create table person_logins (
  id text collate "C" primary key,
  person_id text collate "C" not null references people on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (provider_id, account_id)
);
create index person_logins_person on person_logins (person_id);

-- Password resets and half-done sign-ins; names of tokens are hashed.
create table person_tokens (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index person_tokens_identifier on person_tokens (identifier);
create index person_tokens_expiry on person_tokens (expires_at);

create table person_second_factors (
  id text collate "C" primary key,
  person_id text collate "C" not null unique references people on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

-- What signs cookies and seals second factors: made once, sealed by the vault, so that a new vault key ends no sign-in.
create table person_secret (
  singleton boolean primary key default true check (singleton),
  sealed bytea not null
);

create table invitations (
  enterprise_id text collate "C" not null references enterprises,
  id text collate "C" not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'developer', 'finance', 'viewer')),
  token_hash bytea not null unique,
  -- Whose it is: it ends when they may invite no more.
  invited_by_id text collate "C" not null,
  -- As shown: name and address as they were then.
  invited_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, email)
);

-- Who did what. Each row holds a keyed hash of itself and of the row before it; `audit_heads` knows the last one under a
-- seal of the same key, so that rows missing at the end are noticed too, also when the head is set back by hand. A whole
-- older state of both tables, put back as it was, is not noticed.
create table audit_log (
  enterprise_id text collate "C" not null,
  position bigint not null check (position > 0),
  at timestamptz not null,
  environment text,
  -- As it was then: people change their names and leave.
  person_id text not null,
  person text not null,
  action text not null,
  subject text,
  details json not null,
  address text,
  request_id text,
  hash bytea not null,
  primary key (enterprise_id, position)
);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create table audit_heads (
  enterprise_id text collate "C" primary key references enterprises,
  position bigint not null,
  hash bytea not null,
  seal bytea not null
);

-- What enterprises asked of the API, 30 days. Ids are made in the order of time, so the key is also the order of lists.
create table request_log (
  tenant_id integer not null,
  id text collate "C" not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  route text,
  status smallint not null,
  duration_ms real not null,
  api_key text,
  request_body text,
  response_body text,
  primary key (tenant_id, id)
);
create index request_log_failed on request_log (tenant_id, id) where status >= 400;
create index request_log_age on request_log using brin (at);

-- A sandbox that was begun anew: another tenant has taken its place, its books stay as they were.
alter table tenants add column retired_at timestamptz;
alter table tenants add check (retired_at is null or environment = 'sandbox');
drop index tenants_enterprise;
create unique index tenants_enterprise on tenants (enterprise_id, environment) where retired_at is null;

analyze;
