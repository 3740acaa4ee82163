-- Prenotifications: entries without money that test a bank account before the first payout to it. The tenant is the bank.
create table ach_prenotes (
  tenant_id integer not null references tenants,
  -- A keyed digest of routing and account number.
  fingerprint bytea not null,
  -- When payouts may go there.
  clear_at timestamptz not null,
  primary key (tenant_id, fingerprint)
);

analyze ach_prenotes;
