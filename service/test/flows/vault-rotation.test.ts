import { describe, expect, it } from 'vitest'
import { newVaultKey, openVault } from '../../src/platform/vault.ts'
import { rotateVault, SEALED } from '../../src/platform/vault-rotation.ts'
import { createClient } from '../support/client.ts'
import { cloneDatabase, connect } from '../support/database.ts'
import { invited, legacyMethod } from '../support/payouts.ts'
import { readBanner, runOperator, startProgram } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

const NEW = newVaultKey()

/** How many values of each sealed column begin with this key's id. */
async function sealedBy(url: string, key: string): Promise<Record<string, number>> {
  const { sql } = connect(url)
  const { keyId } = openVault(key)
  const counts: Record<string, number> = {}
  for (const { table, column } of SEALED) {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${table} where substr(${column}, 1, 4) = $1`,
      [keyId],
    )
    if (row?.count) counts[`${table}.${column}`] = row.count
  }
  return counts
}

describe('the rotation of the vault key', () => {
  it('knows every sealed column of the schema', async () => {
    const { sql } = connect(await cloneDatabase())
    const rows = await sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_sealed' order by 1`
    expect(SEALED.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it('seals everything anew beside two processes that serve, and loses nothing', { timeout: 120_000 }, async () => {
    const DATABASE_URL = await cloneDatabase()
    const key = 'sk_sandbox_rotation'
    const serve = async (keys: string) => {
      const program = startProgram({ variables: { DATABASE_URL, VAULT_KEY: keys, DEMO_API_KEY: key } })
      await program.printed('Ctrl-C stops it.')
      return { program, client: createClient(readBanner(program.output()).base, key) }
    }
    const before = await serve(VAULT_KEY)
    const ids: string[] = []
    for (let nth = 0; nth < 30; nth++) {
      ids.push(
        await invited(before.client, { legacy_payout_method: legacyMethod({ account_number: `10020030${nth}` }) }),
      )
    }
    const webhook = (
      await before.client.post('/webhook', {
        url: 'https://example.com/',
        event: 'payout.update',
        basic_user: 'u',
        basic_secret: 's',
      })
    ).body.id
    const secret = (await before.client.get(`/webhook/${webhook}/secret`)).body
    before.program.child.kill('SIGTERM')
    await before.program.ended

    const two = await Promise.all([serve(`${NEW},${VAULT_KEY}`), serve(`${NEW},${VAULT_KEY}`)])
    let busy = true
    const load = two.map(async ({ client }, nth) => {
      let made = 0
      for (; busy && made < 500; made++) {
        const id = ids[(made * 2 + nth) % ids.length] as string
        const method = legacyMethod({ account_number: `40050060${made % 30}` })
        const changed = await client.put(`/account-connection/${id}`, { legacy_payout_method: method })
        expect([changed.status, changed.text.slice(0, 200)]).toEqual([200, expect.anything()])
      }
      return made
    })
    const rotated = await runOperator(['vault', 'rotate'], { DATABASE_URL, VAULT_KEY: `${NEW},${VAULT_KEY}` })
    busy = false
    const made = await Promise.all(load)
    expect(rotated.code, rotated.output).toBe(0)
    expect(Math.min(...made)).toBeGreaterThan(0)
    expect(await sealedBy(DATABASE_URL, VAULT_KEY)).toEqual({})
    expect(await sealedBy(DATABASE_URL, NEW)).toMatchObject({
      'account_connections.bank_sealed': 30,
      'webhooks.basic_secret_sealed': 1,
      'webhooks.signing_secret_sealed': 1,
    })
    // Digests are of the key they were made with: the command says for what it is still needed, and a start without is refused.
    expect(rotated.output).toMatch(/30 {2}verification answers of account connections/)
    expect((await two[0]?.client.get(`/webhook/${webhook}/secret`))?.body).toEqual(secret)
    const without = startProgram({ variables: { DATABASE_URL, VAULT_KEY: NEW } })
    expect(await without.ended).toBe(1)
    expect(without.output()).toContain('VAULT_KEY is not the key of this database')
  })

  it('of a database without digests of the older key needs that key no more', async () => {
    const url = await cloneDatabase()
    const database = connect(url)
    await database.sql`insert into vault_check (digest) values (${openVault(VAULT_KEY).digest('vault check', 'tributary')})`
    const { digests } = await rotateVault(database, openVault(`${NEW},${VAULT_KEY}`))
    expect(digests.every(({ count }) => count === 0)).toBe(true)
    const program = startProgram({ variables: { DATABASE_URL: url, VAULT_KEY: NEW } })
    await program.printed('Ctrl-C stops it.')
  })
})
