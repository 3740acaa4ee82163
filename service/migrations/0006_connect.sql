-- breaking
-- Connect: links and invites, the sessions they start, who may frame them; creators' sign-in.

alter table creators
  -- Verified by a code: where codes go.
  add column if not exists mobile text;
alter table creators
  -- scrypt with its parameters; none for a creator made by a simulation.
  add column password_hash text,
  add column identity text not null default 'none' check (identity in ('none', 'review', 'passed', 'failed')),
  -- Name, address, date of birth and SSN of the application, as one sealed JSON object.
  add column person_sealed bytea,
  -- A login comes first; the account in the ledger when the creator is through Connect.
  add column account_opened_at timestamptz,
  add column signed_in_at timestamptz;
update creators set account_opened_at = created_at, identity = 'passed';

alter table account_connections
  -- When the extra verification that the enterprise may require was passed, for a creator without a login.
  add column verified_at timestamptz,
  -- What the creator entered while a check is still open, as one sealed JSON object.
  add column submitted_sealed bytea;

-- The hash is how a creator's browser finds the tenant, so it is unique over all tenants.
create table connect_links (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  kind text not null check (kind in ('link', 'invite')),
  account_connection text collate "C" not null,
  token_hash bytea not null constraint connect_links_token unique,
  return_url text,
  -- Counted before the answer is compared, so that parallel guesses cannot share one.
  attempts smallint not null default 0 check (attempts between 0 and 3),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_connection) references account_connections
);

create table connect_sessions (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  link_id text collate "C" not null,
  account_connection text collate "C" not null,
  token_hash bytea not null constraint connect_sessions_token unique,
  return_url text,
  -- What the creator has said so far, as one sealed JSON object; nothing of it once the session has ended.
  draft_sealed bytea not null,
  -- By the database's clock, as every sign-in.
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references connect_links,
  -- One link, one session, whatever happens at once.
  unique (tenant_id, link_id)
);
create index connect_sessions_age on connect_sessions (expires_at);

create table embed_origins (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  origin text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, origin)
);

-- Creators at their own page. The tenant is the creator's bank.
create table creator_sessions (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  creator_id text collate "C" not null,
  token_hash bytea not null constraint creator_sessions_token unique,
  -- Entered and not yet verified.
  mobile text,
  second_factor boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, creator_id) references creators
);
create index creator_sessions_age on creator_sessions (expires_at);

-- The two-factor code that a session of either kind waits for.
create table sign_in_codes (
  tenant_id integer not null references tenants,
  session_id text collate "C" not null,
  digest bytea not null,
  attempts smallint not null default 0,
  sends smallint not null default 1,
  expires_at timestamptz not null,
  primary key (tenant_id, session_id)
);
create index sign_in_codes_age on sign_in_codes (expires_at);

-- How often something was tried of late: sign-ins by account and by address, unknown tokens by address. Keyed by a digest.
create table tries (
  subject bytea primary key,
  count integer not null,
  until timestamptz not null
);
create index tries_age on tries (until);

analyze;
