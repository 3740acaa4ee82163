-- no transaction
-- The console lists the account connections of all enterprises that wait for an identity review.
create index concurrently if not exists account_connections_pending on account_connections (updated_at) where status = 'pending';
