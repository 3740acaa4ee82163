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
