import { expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { DEFAULT_SETTINGS, SETTINGS } from './settings.ts'

it('the defaults of the columns, with which version 0.1 creates tenants, are those of the settings', async () => {
  const { sql } = connect(await cloneDatabase())
  const [row] = await sql.unsafe(`
    insert into tenants (id, environment, bank_id) overriding system value values (1, 'production', 1)
    returning ${Object.keys(SETTINGS).join(', ')}`)
  expect({ ...row }).toEqual(DEFAULT_SETTINGS)
})
