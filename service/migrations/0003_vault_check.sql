-- One row: a digest under the vault key of the first start, by which a start with another key is noticed.
create table vault_check (
  digest bytea not null
);
create unique index vault_check_single on vault_check ((true));
