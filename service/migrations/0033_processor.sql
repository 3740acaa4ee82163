-- The card processor's own books: the movements of the balance that it keeps for us, its payouts to our bank, and cards that
-- it is to forget. The tenant is the bank.

create table processor_transactions (
  tenant_id integer not null references tenants,
  -- The processor's own id.
  id text collate "C" not null,
  status text not null check (status in ('seen', 'pending', 'in_transit', 'kept', 'booked')),
  movement text not null,
  -- The processor's word for the kind of movement.
  category text not null,
  -- What it adds to the balance before the fee, and the fee.
  amount_in_cents bigint not null,
  fee_in_cents bigint not null,
  -- The processor's id of the charge, refund, dispute or payout.
  reference text collate "C",
  -- The enterprise and its purchase.
  owner integer,
  purchase text collate "C",
  -- The row of the posting table that it was booked by; null while nothing was.
  booked_as text,
  why text,
  -- Of a payout: the day on which it reaches the bank, and its trace number.
  arrives_on text collate "C",
  trace text,
  -- The banking day that it belongs to.
  day text collate "C" not null,
  -- When the processor is next asked whether the money is available.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index processor_transactions_day on processor_transactions (tenant_id, day);
create index processor_transactions_purchase on processor_transactions (tenant_id, owner, purchase) where purchase is not null;
create index processor_transactions_due on processor_transactions (tenant_id, due_at) where due_at is not null;
create index processor_transactions_open on processor_transactions (tenant_id, status) where status in ('kept', 'in_transit');
create index processor_transactions_reference on processor_transactions (tenant_id, reference) where movement = 'payout';

-- Credits of the bank that the processor has sent.
create table processor_arrivals (
  tenant_id integer not null references tenants,
  -- The file and the ordinal of the bank's entry, as in the ledger.
  id text collate "C" not null,
  status text not null check (status in ('arrived', 'waiting', 'matched', 'decided')),
  amount_in_cents bigint not null check (amount_in_cents > 0),
  trace text not null,
  day text collate "C" not null,
  -- The payout that it is, by the id of its transaction.
  payout text collate "C",
  booked_as text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index processor_arrivals_payout on processor_arrivals (tenant_id, payout) where payout is not null;
create index processor_arrivals_day on processor_arrivals (tenant_id, day);
create index processor_arrivals_waiting on processor_arrivals (tenant_id) where status = 'waiting';

-- How far the processor's transactions were read, and since when.
create table processor_marks (
  tenant_id integer not null references tenants,
  began_at timestamptz not null,
  read_until timestamptz not null,
  primary key (tenant_id)
);

-- The processor's own word on its balance, last read on a banking day, and what all transactions came to then.
create table processor_balances (
  tenant_id integer not null references tenants,
  day text collate "C" not null,
  balance_in_cents bigint not null,
  transactions_in_cents bigint not null,
  read_at timestamptz not null,
  primary key (tenant_id, day)
);

-- Cards that were removed or replaced, until the processor has forgotten them. The id is the processor's token of the card.
create table card_detachments (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  call_at timestamptz not null,
  leased_until timestamptz,
  primary key (tenant_id, id)
);
create index card_detachments_call on card_detachments (tenant_id, call_at);

analyze processor_transactions, processor_arrivals, processor_marks, processor_balances, card_detachments;
