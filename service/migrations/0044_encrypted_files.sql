-- The hash of an outgoing file as it was uploaded, where it was encrypted for the bank: no two encryptions of a file are equal,
-- and only the bank can read one. Null for a file that leaves as it is.
alter table ach_files add column sent_sha256 bytea;
