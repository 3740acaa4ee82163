-- no transaction
-- A worker takes what is due in this order, so the index has it: a batch of payouts is due at one moment, and all of it was
-- read and sorted to take a part.
create index concurrently if not exists payouts_due_in_order on payouts (tenant_id, due_at, position)
  with (deduplicate_items = off) where due_at is not null;
-- The first one, without positions.
drop index concurrently if exists payouts_due;
-- No two entries of these have the same key, since their rows do not change, but for erasures: looking for such, whenever a
-- page is full, finds nothing.
alter index ledger_transfers_debit set (deduplicate_items = off);
alter index ledger_transfers_credit set (deduplicate_items = off);
alter index events_resource set (deduplicate_items = off);
alter index events_type set (deduplicate_items = off);
