-- The look of an enterprise on the pages that creators and buyers see, and what creators agreed to there.

-- The logo, colour and support link of an enterprise, by environment.
create table enterprise_brands (
  tenant_id integer primary key references tenants,
  -- `#0a6558`; white text can be read on it.
  color text,
  support text,
  -- A PNG image of at most 64 KB.
  logo bytea,
  -- The SHA-256 of the logo, which its address is made of.
  logo_digest text collate "C",
  updated_at timestamptz not null
);
create index enterprise_brands_logo on enterprise_brands (logo_digest);

-- A document of the service that a creator agreed to at the end of Connect, in the version shown.
create table connect_consents (
  tenant_id integer not null references tenants,
  session text collate "C" not null,
  document text not null check (document in ('terms', 'privacy', 'esign')),
  version text not null,
  language text not null check (language in ('en', 'es')),
  account_connection text collate "C" not null,
  -- Null where the money goes to a bank account, which needs no login.
  creator_id text collate "C",
  agreed_at timestamptz not null,
  primary key (tenant_id, session, document)
);
create index connect_consents_creator on connect_consents (creator_id, agreed_at);
create index connect_consents_connection on connect_consents (tenant_id, account_connection);

analyze enterprise_brands, connect_consents;
