-- Identity: how each type of connection is identified, and social security numbers that several people give.

-- `none`, `name` or `full`; null: as creator_verification_required says.
alter table tenants add column identity_ach text;
alter table tenants add column identity_wallet text;

-- Who gave which number, as keyed digests; the tenant is the bank. Without an older key of the vault, those of its time match nothing.
create table identity_ssns (
  tenant_id integer not null references tenants,
  ssn_fingerprint bytea not null,
  person_fingerprint bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, ssn_fingerprint, person_fingerprint)
);

-- Another person gave the same number: an operator decides, whatever the provider says.
alter table identity_checks add column shared_ssn boolean not null default false;

analyze identity_ssns;
