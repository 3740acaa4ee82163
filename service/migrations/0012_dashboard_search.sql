-- What the dashboard asks: search by the beginning of a name, lists and sums that do not grow with the rows, pay by file.

-- The beginning of a name or an address, whatever its letters' case. Ids and external ids have their indexes.
create index account_connections_name on account_connections
  (tenant_id, (lower(first_name || ' ' || last_name) collate "C"));
create index account_connections_last_name on account_connections (tenant_id, (lower(last_name) collate "C"));
create index account_connections_email on account_connections (tenant_id, (lower(email) collate "C"));
create index account_connections_business on account_connections
  (tenant_id, (lower(business_name) collate "C")) where business_name is not null;
create index buyers_name on buyers
  (tenant_id, (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) collate "C"));
create index buyers_last_name on buyers (tenant_id, (lower(last_name) collate "C")) where last_name is not null;
create index buyers_email on buyers (tenant_id, (lower(email) collate "C")) where email is not null;

-- Nearly all payouts end in `sent`. A payout comes into this index when it is sent, so its creation costs what it did.
create index payouts_sent on payouts (tenant_id, position) where status = 'sent';
-- What waits for the bank: with a due time it is in payouts_due, without one here.
create index payouts_waiting on payouts (tenant_id, position) where status = 'pending' and due_at is null;
-- What is not at its end yet, so that the rest can be known without counting it.
create index purchases_open on purchases (tenant_id, status, position) where status in ('created', 'pending', 'settling');

-- How many payouts of a tenant were created before then. Positions follow creation, so twenty looks find it among a
-- million, and a list of a period is a range of positions.
create function payouts_before(tenant integer, before timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select value from counters where tenant_id = tenant and kind = 'payout'), 0);
  middle bigint;
begin
  while low < high loop
    middle := (low + high + 1) / 2;
    if (select created_at < before from payouts where tenant_id = tenant and position = middle) then
      low := middle;
    else
      high := middle - 1;
    end if;
  end loop;
  return low;
end $$;

-- What moved on each account each day, by kind: the worker adds to it what is new since the mark. With it a statement's
-- opening balance and the home page's sums read days, not transfers. Creators' accounts have too few transfers to need it.
create table ledger_days (
  tenant_id integer not null,
  account_id bigint not null,
  day date not null,
  kind text collate "C" not null,
  debits bigint not null,
  credits bigint not null,
  transfers bigint not null,
  -- All transfers of that day are within these.
  first_sequence bigint not null,
  last_sequence bigint not null,
  primary key (tenant_id, account_id, day, kind)
);

create table ledger_day_marks (
  tenant_id integer not null,
  account_id bigint not null,
  -- The last transfer that is in the days, and the debits and credits of all of them together.
  sequence bigint not null,
  total bigint not null,
  primary key (tenant_id, account_id)
);
create index ledger_accounts_daily on ledger_accounts (tenant_id, id) where code not like 'creator:%';

-- A file of payouts: looked at when it comes, paid when somebody confirms it.
create table pay_files (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  name text not null,
  -- Of the bytes as they came; and of what they say, so that a file is known again after a spreadsheet has saved it anew.
  sha256 bytea not null,
  content_sha256 bytea not null,
  columns json not null,
  rows integer not null,
  faults integer not null,
  total_in_cents bigint not null,
  fees_in_cents bigint not null,
  state text not null check (state in ('validated', 'running', 'done', 'failed')),
  why text,
  created_by text not null,
  created_at timestamptz not null default clock_timestamp(),
  confirmed_by text,
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- Until when, by the database's clock, a worker is at it.
  leased_until timestamptz,
  primary key (tenant_id, id)
);
create index pay_files_content on pay_files (tenant_id, content_sha256) where confirmed_at is not null;
create index pay_files_running on pay_files (tenant_id, confirmed_at) where state = 'running';
create index pay_files_age on pay_files (created_at) where confirmed_at is null;

create table pay_file_rows (
  tenant_id integer not null,
  file text collate "C" not null,
  -- The line of the file; the header is usually 1.
  line integer not null,
  -- What the row says, by field; and the payout it asks for, unless it has faults.
  fields json not null,
  entry json,
  faults json,
  -- Rows that are paid by one command, under this key; and the payout that the row became, written with it.
  batch text collate "C",
  payout text collate "C",
  primary key (tenant_id, file, line),
  foreign key (tenant_id, file) references pay_files on delete cascade
);
create index pay_file_rows_unpaid on pay_file_rows (tenant_id, file, batch) where payout is null;
