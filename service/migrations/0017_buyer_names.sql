-- A buyer as known until a change: a receipt names the buyer of the day it was paid. Written when a buyer changes, so that
-- paying costs nothing more; a table of its own, because version 0.1 reads buyers by `select *`.
create table buyer_names (
  tenant_id integer not null references tenants,
  buyer text collate "C" not null,
  -- By the tenant's clock, as the time of payment.
  until timestamptz not null,
  first_name text,
  last_name text,
  email text,
  primary key (tenant_id, buyer, until),
  foreign key (tenant_id, buyer) references buyers
);
