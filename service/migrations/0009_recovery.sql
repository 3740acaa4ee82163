-- What a webhook has missed is told by when events were written, not by when what they tell of was due.

alter table events add column recorded_at timestamptz;
update events set recorded_at = at;
alter table events
  -- By the tenant's clock.
  alter column recorded_at set default clock_timestamp(),
  alter column recorded_at set not null;
-- Written in order, so a summary of each range of pages finds them.
create index events_recorded on events using brin (recorded_at);

-- The last event before it was disabled: everything after it was not queued.
alter table webhooks add column disabled_after bigint;
update webhooks webhook set disabled_after = coalesce((
    select max(position) from deliveries where tenant_id = webhook.tenant_id and webhook_id = webhook.id), 0)
where disabled_at is not null;

analyze events;
