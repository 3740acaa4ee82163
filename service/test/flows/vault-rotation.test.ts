import { beforeAll, describe, expect, it } from 'vitest'
import { VAULT_COLUMNS } from '../../src/app/vault-columns.ts'
import { checkChain } from '../../src/dashboard/index.ts'
import type { TenantId } from '../../src/kernel/ids.ts'
import type { Database } from '../../src/platform/database.ts'
import { newVaultKey, openVault } from '../../src/platform/vault.ts'
import { rotateVault } from '../../src/platform/vault-rotation.ts'
import { startBank, type TestBank } from '../support/bank.ts'
import { createClient } from '../support/client.ts'
import { cloneDatabase, connect } from '../support/database.ts'
import { createBrowser } from '../support/people.ts'
import { readBanner, runOperator, startProgram } from '../support/program.ts'
import { startSealing } from '../support/sealing.ts'
import { VAULT_KEY } from '../support/service.ts'

const { sealed: SEALED, digests: DIGESTS } = VAULT_COLUMNS

const NEW = newVaultKey()
const BOTH = `${NEW},${VAULT_KEY}`

const nameOf = ({ table, column }: { readonly table: string; readonly column: string }) => `${table}.${column}`

/** How many values of each sealed column begin with this key's id. */
async function sealedBy({ sql }: Database, key: string): Promise<Record<string, number>> {
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

/** Opens every sealed value of the database at its place, with this key alone. */
async function openAll({ sql }: Database, key: string): Promise<number> {
  const vault = openVault(key)
  let opened = 0
  for (const { table, column, tenant, row, ordinal, field } of SEALED) {
    const values = await sql.unsafe<{ tenant: TenantId; row: string; ordinal: number; sealed: Buffer }[]>(
      `select ${tenant} as tenant, ${row} as row, ${ordinal} as ordinal, ${column} as sealed from ${table}
       where ${column} is not null`,
    )
    for (const one of values) vault.open({ tenant: one.tenant, row: one.row, field: field(one.ordinal) }, one.sealed)
    opened += values.length
  }
  return opened
}

/** Bytes that no key of the vault has made: hashes of what is long and random, or of what is no secret. */
const PLAIN_BYTES = [
  'api_keys.hash',
  'ach_files.sent_sha256',
  'ach_files.sha256',
  'connect_links.token_hash',
  'connect_sessions.token_hash',
  'creator_devices.token_hash',
  'creator_resets.token_hash',
  'creator_sessions.token_hash',
  'enterprise_brands.logo',
  'invitations.token_hash',
  'operator_devices.token_hash',
  'pay_files.content_sha256',
  'pay_files.sha256',
  'person_devices.token_hash',
]
/** Bytes that are under a key and need no mending: counts of a quarter of an hour, the check itself, a copy of a row's. */
const PASSING_BYTES = ['tries.subject', 'vault_check.digest', 'audit_heads.hash', 'operator_audit_heads.hash']

let DATABASE_URL: string
let database: Database
let bank: TestBank

beforeAll(async () => {
  DATABASE_URL = await cloneDatabase()
  database = connect(DATABASE_URL)
  bank = await startBank({ database })
})

describe('the rotation of the vault key', () => {
  it('knows every column of bytes in the schema', async () => {
    const { sql } = connect(await cloneDatabase())
    const rows = await sql<{ name: string; sealed: boolean }[]>`
      select table_name || '.' || column_name as name, column_name ~ '(^|_)sealed$' as sealed
      from information_schema.columns where table_schema = 'public' and data_type = 'bytea' order by 1`
    expect(SEALED.map(nameOf).sort()).toEqual(rows.filter(({ sealed }) => sealed).map(({ name }) => name))
    const known = [...SEALED.map(nameOf), ...DIGESTS.map(nameOf), ...PLAIN_BYTES, ...PASSING_BYTES]
    expect(known.sort()).toEqual(rows.map(({ name }) => name))
  })

  it('seals everything anew beside two processes that serve, and loses nothing', async () => {
    const key = 'sk_sandbox_rotation'
    const serve = async (keys: string) => {
      const program = startProgram({ variables: { DATABASE_URL, VAULT_KEY: keys, DEMO_API_KEY: key } })
      await program.printed('Ctrl-C stops it.')
      return { program, client: createClient(readBanner(program.output()).base, key) }
    }
    const before = await serve(VAULT_KEY)
    const sealing = startSealing(database, bank)
    const older = await sealing.round(before.client, openVault(VAULT_KEY))
    for (let nth = 0; nth < 3; nth++) await sealing.round(before.client, openVault(VAULT_KEY))
    for (let nth = 0; nth < 40; nth++) await sealing.account(before.client)
    // Something of every kind is under the old key before.
    expect(Object.keys(await sealedBy(database, VAULT_KEY)).sort()).toEqual(SEALED.map(nameOf).sort())
    before.program.child.kill('SIGTERM')
    await before.program.ended

    const two = await Promise.all([serve(BOTH), serve(BOTH)])
    let busy = true
    const load = two.map(async ({ client }) => {
      const made = []
      while (busy && made.length < 500) made.push(await sealing.round(client, openVault(BOTH)))
      return made
    })
    const rotated = await runOperator(['vault', 'rotate'], { DATABASE_URL, VAULT_KEY: BOTH })
    busy = false
    const made = await Promise.all(load)
    expect(rotated.code, rotated.output).toBe(0)
    // Whatever is sealed was written while it went on, by both.
    expect(Math.min(...made.map(({ length }) => length))).toBeGreaterThan(0)
    expect(await sealedBy(database, VAULT_KEY)).toEqual({})
    expect(Object.keys(await sealedBy(database, NEW)).sort()).toEqual(SEALED.map(nameOf).sort())
    expect(await openAll(database, NEW)).toBeGreaterThan(100)
    // What was written is what is read: the oldest round, and those of meanwhile.
    const client = (two[0] as (typeof two)[0]).client
    await sealing.verify(client, openVault(NEW))
    for (const round of [older, ...made.map(([first]) => first)]) await round?.finish(client)
    // Digests are of the key they were made with: the command says for what it is still needed, and a start without is refused.
    expect(rotated.output).toMatch(/\d+ {2}verification answers of account connections/)
    expect(rotated.output).toMatch(/\d+ {2}codes of P2P payments/)
    const without = startProgram({ variables: { DATABASE_URL, VAULT_KEY: NEW } })
    expect(await without.ended).toBe(1)
    expect(without.output()).toContain('VAULT_KEY is not the key of this database')
  })

  it('of a database without digests of the older key needs that key no more', async () => {
    const url = await cloneDatabase()
    const other = connect(url)
    const serve = async (keys: string) => {
      const program = startProgram({ variables: { DATABASE_URL: url, VAULT_KEY: keys } })
      await program.printed('Ctrl-C stops it.')
      return program
    }
    const stopped = async (program: Awaited<ReturnType<typeof serve>>) => {
      program.child.kill('SIGTERM')
      await program.ended
    }
    const first = await serve(VAULT_KEY)
    const [, password = ''] = /Sign in\s+\S+\s+(\S+)/.exec(first.output()) ?? []
    await stopped(first)
    const { digests } = await rotateVault(other, openVault(BOTH), VAULT_COLUMNS)
    expect(digests.filter(({ count }) => count > 0)).toEqual([])
    const second = await serve(NEW)
    const browser = createBrowser(new URL(readBanner(second.output()).base).origin)
    const credentials = { email: 'admin@demo.example', password }
    expect((await browser.post('/dashboard/auth/sign-in/email', credentials)).status).toBe(200)
    expect((await browser.get('/dashboard/api/me')).status).toBe(200)
    await stopped(second)
    // That somebody signed in is in the audit log, under the key of then: from now on that key is needed.
    const next = openVault(`${newVaultKey()},${NEW}`)
    const { digests: needed } = await rotateVault(other, next, VAULT_COLUMNS)
    expect(needed.filter(({ count }) => count > 0).map(({ what }) => what)).toEqual([
      'rows of the audit log',
      'ends of the audit log',
    ])
    const [{ enterprise_id } = { enterprise_id: '' }] = await other.sql`select enterprise_id from audit_heads`
    expect(await checkChain(other.sql, next, enterprise_id)).toEqual({ intact: true, rows: 1 })
  })
})
