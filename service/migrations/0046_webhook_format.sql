-- The format of a webhook's calls; null is the one of version 0.1.

alter table webhooks add column format text;
