-- Devices that people and creators have signed in from, passkeys, rules of an enterprise, names that wait for review.

-- The token of a device is a cookie. A person who signs in from a known device is not kept out by the tries of strangers.
create table person_devices (
  person_id text collate "C" not null references people on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (person_id, token_hash)
);
create index person_devices_age on person_devices (seen_at);

create table creator_devices (
  tenant_id integer not null references tenants,
  creator_id text collate "C" not null,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, creator_id, token_hash),
  foreign key (tenant_id, creator_id) references creators
);
create index creator_devices_token on creator_devices (token_hash);
create index creator_devices_age on creator_devices (seen_at);

-- The sign-in library reads and writes it; the columns are its own.
create table person_passkeys (
  id text collate "C" primary key,
  person_id text collate "C" not null references people on delete cascade,
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
create index person_passkeys_person on person_passkeys (person_id);

alter table person_sessions
  -- The session was begun, or a passkey added in it, with an authenticator that verified its user.
  add column passkey boolean not null default false,
  -- To the minute; null in a session of version 0.1.
  add column seen_at timestamptz;

-- How people of an enterprise sign in. An enterprise without a row has the defaults.
create table sign_in_rules (
  enterprise_id text collate "C" primary key references enterprises,
  second_factor_required boolean not null default false,
  idle_minutes smallint not null default 60 check (idle_minutes between 5 and 720)
);

-- A new name waits here for the operator's review where production is served.
create table enterprise_name_requests (
  enterprise_id text collate "C" primary key references enterprises,
  name text not null,
  requested_by text not null,
  requested_at timestamptz not null default clock_timestamp()
);

analyze person_devices, creator_devices, person_passkeys, sign_in_rules, enterprise_name_requests;
