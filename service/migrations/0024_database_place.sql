-- Where this database was last served. A copy that is restored somewhere else, or to an earlier moment, is noticed by it,
-- and production waits until the operator has compared it with the bank and the card processor.
create table database_place (
  singleton boolean primary key default true check (singleton),
  cluster text not null,
  timeline integer not null,
  held_since timestamptz,
  held_because text,
  check ((held_since is null) = (held_because is null))
);
