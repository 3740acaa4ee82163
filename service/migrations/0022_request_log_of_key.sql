-- no transaction
-- An API key reads the requests that were made with it, newest first or from one of them on.
create index concurrently if not exists request_log_of_key on request_log (tenant_id, api_key, id);
