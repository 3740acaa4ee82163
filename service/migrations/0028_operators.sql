-- Operators: the people who run the service, and how they sign in to its console. Their tables stand apart from those of the
-- people of enterprises, so that no session of one kind is found among the other. The columns are those of people,
-- person_sessions and so on, so that the same SQL and the same sign-in library serve both.
create table operators (
  id text collate "C" primary key,
  role text not null check (role in ('reviewer', 'treasurer', 'admin')),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default true,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create table operator_sessions (
  id text collate "C" primary key,
  person_id text collate "C" not null references operators on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz not null default clock_timestamp(),
  passkey boolean not null default false,
  seen_at timestamptz
);
create index operator_sessions_person on operator_sessions (person_id);
create index operator_sessions_expiry on operator_sessions (expires_at);

create table operator_logins (
  id text collate "C" primary key,
  person_id text collate "C" not null references operators on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  -- Null until the operator has opened the link and chosen one.
  password text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  unique (provider_id, account_id)
);
create index operator_logins_person on operator_logins (person_id);

-- Links to choose a password, and half-done sign-ins; the names of tokens are hashed.
create table operator_tokens (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index operator_tokens_identifier on operator_tokens (identifier);
create index operator_tokens_expiry on operator_tokens (expires_at);

create table operator_second_factors (
  id text collate "C" primary key,
  person_id text collate "C" not null unique references operators on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table operator_passkeys (
  id text collate "C" primary key,
  person_id text collate "C" not null references operators on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null unique,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz default clock_timestamp()
);
create index operator_passkeys_person on operator_passkeys (person_id);

create table operator_devices (
  person_id text collate "C" not null references operators on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (person_id, token_hash)
);
create index operator_devices_age on operator_devices (seen_at);

analyze operators, operator_sessions, operator_logins, operator_tokens, operator_second_factors, operator_passkeys,
  operator_devices;
