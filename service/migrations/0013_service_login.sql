-- The password of the role that the service signs in with, sealed. One row: the role belongs to this database alone.
create table service_login (
  password_sealed bytea not null
);
create unique index service_login_single on service_login ((true));
