import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { countTry, type TryLimit } from './tries.ts'
import { openVault } from './vault.ts'

const LIMIT: TryLimit = { name: 'a test', max: 2, seconds: 60 }

it('counts an IPv6 address by its /64 and an IPv4 address by itself, however it is written', async () => {
  const { sql } = connect(await cloneDatabase())
  const vault = openVault(randomBytes(32).toString('base64'))
  const isTaken = (who: string): Promise<boolean> =>
    countTry(sql, vault, LIMIT, who).then(
      () => true,
      () => false,
    )
  const tries = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:DB8:1:2:3::',
    '2001:db8:1:3::1',
    '192.0.2.7',
    '::ffff:192.0.2.7',
    '::ffff:c000:207',
    '192.0.2.8',
  ]
  const taken = []
  for (const who of tries) taken.push(await isTaken(who))
  expect(taken).toEqual([true, true, false, true, true, true, false, true])
})
