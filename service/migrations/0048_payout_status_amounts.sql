-- no transaction
-- The home page counts and adds up the payouts of every state but `sent` from an index alone, and finds the next ones by
-- their date. A payout that is paid at once is in neither index: it is `pending`, then `sent`.
create index concurrently if not exists payouts_status_amount on payouts (tenant_id, status, position)
  include (amount_in_cents) where status in ('ready', 'error', 'returned', 'canceled');
create index concurrently if not exists payouts_upcoming on payouts (tenant_id, due_at, position)
  where status = 'ready' and type <> 'unclaimed';
-- The first one without the amounts.
drop index concurrently if exists payouts_status;
