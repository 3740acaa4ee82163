-- no transaction
-- Logins that never got further than a password: the hourly sweep looks for those that have expired.
create index concurrently if not exists creators_unfinished on creators (created_at)
  where account_opened_at is null and identity = 'none' and password_hash is not null;
