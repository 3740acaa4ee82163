import { expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { holdDataFolder } from './data-folder.ts'

it('leaves no connection behind when the folder cannot be locked', async () => {
  const url = await cloneDatabase()
  const { sql } = connect(url)
  await sql.unsafe(`
    create schema broken;
    create function broken.pg_try_advisory_lock(bigint) returns boolean language plpgsql
      as $$ begin raise exception 'no locks today'; end $$`)
  const broken = `${url}&options=${encodeURIComponent('-c search_path=broken,pg_catalog')}`
  await expect(holdDataFolder(broken, '/nowhere')).rejects.toThrow('no locks today')
  await expect
    .poll(async () => {
      const [row] = await sql<{ open: number }[]>`
        select count(*)::int as open from pg_stat_activity
        where datname = current_database() and application_name = ${`tributary instance ${process.pid}`}`
      return row?.open
    })
    .toBe(0)
})
