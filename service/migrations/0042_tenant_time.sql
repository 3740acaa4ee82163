-- The time of a tenant from its offset, for statements on its rows: no table is read in it, so that every server of a cluster
-- can run it, and it is stable, so that an index takes it as a bound.
create function tenant_time(offset_ms bigint) returns timestamptz language sql stable as $$
  select date_trunc('milliseconds', statement_timestamp()) + offset_ms * interval '1 millisecond'
$$;
