-- Money that comes in and is not available yet, money that the bank takes back, and what operators book by hand.

-- Credits that arrived before their settlement date. The tenant is the bank that received them.
create table incoming_credits (
  tenant_id integer not null references tenants,
  -- The source of the transfers: the received entry.
  source_id text collate "C" not null,
  -- The tenant whose operating account it is for, or the creator.
  owner integer,
  creator_id text collate "C",
  -- The source of deposits that its sender counts as, for contracts.
  deposit_source text,
  amount_in_cents bigint not null check (amount_in_cents > 0),
  -- When it becomes available; null once it is.
  due_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, source_id),
  check ((owner is null) <> (creator_id is null))
);
create index incoming_credits_due on incoming_credits (tenant_id, due_at) where due_at is not null;
create index incoming_credits_creator on incoming_credits (tenant_id, creator_id) where due_at is not null;

-- Originators whose credits are available as soon as they arrive.
create table ach_trusted_senders (
  tenant_id integer not null references tenants,
  company_identification text not null,
  primary key (tenant_id, company_identification)
);

-- Movements at the bank that an operator has booked by hand: wires, which are in no file, and received entries that no rule
-- books by itself.
create table bank_bookings (
  tenant_id integer not null references tenants,
  -- The source of the transfers: the received entry, or the wire.
  id text collate "C" not null,
  kind text not null check (kind in ('credit', 'taken_back', 'wire_in', 'wire_out')),
  -- The tenant whose operating account it moves, or the creator.
  owner integer,
  creator_id text collate "C",
  amount_in_cents bigint not null check (amount_in_cents > 0),
  -- The banking day on which the bank moved it.
  day date not null,
  -- The sums of the bank's files lack it: a wire, a debit, a malformed entry.
  beside_files boolean not null,
  -- The bank's own name for a wire. One name is booked once.
  reference text,
  booked_at timestamptz not null,
  primary key (tenant_id, id),
  check ((owner is null) <> (creator_id is null)),
  check ((reference is null) = (kind in ('credit', 'taken_back')))
);
create unique index bank_bookings_reference on bank_bookings (tenant_id, kind, reference) where reference is not null;
create index bank_bookings_day on bank_bookings (tenant_id, day);

analyze incoming_credits, ach_trusted_senders, bank_bookings;
