-- What an event tells beside the resource that changed. Null where readers derive both: the sending of a payout, whose
-- activity says the same, and events of version 0.1.
alter table events
  -- Field of the API → {"before", "after"}; no secrets.
  add column changes json,
  -- The entry of the resource's activity that the change has made.
  add column note text;
