-- The operator's own audit log: every command that changed something or failed, also those that concern no enterprise.
-- The columns are those of audit_log and audit_heads, so that the same SQL serves both; here `enterprise_id` holds the
-- name of the chain, `operator`.
create table operator_audit_log (
  enterprise_id text collate "C" not null check (enterprise_id = 'operator'),
  position bigint not null check (position > 0),
  at timestamptz not null,
  environment text,
  person_id text not null,
  person text not null,
  action text not null,
  subject text,
  details json not null,
  address text,
  request_id text,
  hash bytea not null,
  primary key (enterprise_id, position)
);
create trigger operator_audit_log_append_only before update or delete or truncate on operator_audit_log
  for each statement execute function refuse_change();

create table operator_audit_heads (
  enterprise_id text collate "C" primary key check (enterprise_id = 'operator'),
  position bigint not null,
  hash bytea not null,
  seal bytea not null
);

analyze operator_audit_log, operator_audit_heads;
