import { expect, it, onTestFinished } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { openPgPool } from './pg-pool.ts'

it('a connection that is lost in the middle of a sign-in fails that query alone, and the next has another', async () => {
  const url = await cloneDatabase()
  const pool = openPgPool({ url, connectionsMax: 2 })
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const lost = expect(client.query('select pg_sleep(60)')).rejects.toThrow()
  await connect(url).sql`select pg_terminate_backend(${rows[0].pid})`
  await lost
  client.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
