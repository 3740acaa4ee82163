import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import type { Sql } from './database.ts'
import { type Statement, sqlTag } from './sql.ts'
import { findByToken, newTokenOf } from './tenant-tokens.ts'
import { couldBeToken, newToken } from './tokens.ts'

const sql = Object.assign(
  sqlTag(() => Promise.reject(new Error('nothing is sent'))),
  { isTransaction: false as const },
) satisfies Sql

/** The tenants that a token is looked for at, in this order; `null` for all of them. */
async function placesOf(token: string, foundAt?: number): Promise<(string | null)[]> {
  const places: (string | null)[] = []
  await findByToken(sql, token, async (ofTenant: Statement) => {
    const { params } = ofTenant.toQuery()
    places.push((params[0] as string | undefined) ?? null)
    return Number(params[0]) === foundAt ? { found: true } : undefined
  })
  return places
}

describe('a token of a tenant', () => {
  it('is looked for at its tenant alone', async () => {
    const token = newTokenOf(4_711 as TenantId)
    expect(couldBeToken(token)).toBe(true)
    expect(await placesOf(token, 4_711)).toEqual(['4711'])
  })

  it('is random but for the tenant', () => {
    const [a, b] = [newTokenOf(1 as TenantId), newTokenOf(1 as TenantId)]
    expect(a.slice(0, 37)).not.toBe(b.slice(0, 37))
  })

  it('is looked for at all tenants where its own does not have it, as one of version 0.1', async () => {
    expect((await placesOf(newTokenOf(5 as TenantId))).at(-1)).toBe(null)
    expect((await placesOf(newToken())).at(-1)).toBe(null)
    // The last four bytes are no number that a tenant can have.
    expect(await placesOf(Buffer.alloc(32, 255).toString('base64url'))).toEqual([null])
    expect(await placesOf('no token')).toEqual([null])
  })
})
