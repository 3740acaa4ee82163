import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { openSealedToken, sealStableToken, sealToken, type TokenAudience } from './sealed-tokens.ts'
import { newVaultKey, openVault } from './vault.ts'

const vault = openVault(newVaultKey())
const GRANT = { tenant: 7 as TenantId, row: 'buy_1', expiresAt: new Date('2026-11-16T10:00:00Z') }
const AUDIENCES: readonly TokenAudience[] = (['card form', 'receipt'] as const).flatMap((purpose) =>
  (['sandbox', 'production'] as const).map((environment) => ({ purpose, environment })),
)

describe('a sealed token', () => {
  it.each(AUDIENCES)('made for %j opens there and for no other audience', (audience) => {
    for (const seal of [sealToken, sealStableToken]) {
      const token = seal(vault, audience, GRANT)
      const opened = AUDIENCES.filter((other) => openSealedToken(vault, other, token) !== undefined)
      expect(opened).toEqual([audience])
      expect(openSealedToken(vault, audience, token)).toEqual(GRANT)
    }
  })

  it('of another vault, cut or changed, opens nowhere', () => {
    const [audience] = AUDIENCES as [TokenAudience]
    const token = sealToken(vault, audience, GRANT)
    const middle = token.length >> 1
    const changed = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1)
    for (const bad of [sealToken(openVault(newVaultKey()), audience, GRANT), token.slice(0, -4), changed, '', 'x']) {
      expect(openSealedToken(vault, audience, bad)).toBeUndefined()
    }
  })

  it.each(['x', '=', '.', ' '])('opens in its own spelling alone, and not with %j behind it', (more) => {
    const [audience] = AUDIENCES as [TokenAudience]
    // Rows of three lengths, because of every three bytes the last letter stands for fewer bits.
    for (const row of ['buy_1', 'buy_12', 'buy_123']) {
      const token = sealToken(vault, audience, { ...GRANT, row })
      expect(openSealedToken(vault, audience, token)).toBeDefined()
      expect(openSealedToken(vault, audience, token + more)).toBeUndefined()
    }
  })

  it('is the same for the same grant where it must be stable, and different where it need not', () => {
    const [audience] = AUDIENCES as [TokenAudience]
    const { expiresAt: _never, ...lasting } = GRANT
    expect(sealStableToken(vault, audience, lasting)).toBe(sealStableToken(vault, audience, lasting))
    expect(sealToken(vault, audience, GRANT)).not.toBe(sealToken(vault, audience, GRANT))
    expect(openSealedToken(vault, audience, sealStableToken(vault, audience, lasting))).toEqual(lasting)
  })

  it('of version 0.1, which names no environment, opens at either: the door checks the tenant', () => {
    const place = { tenant: 0 as TenantId, row: 'receipt', field: 'url' }
    const token = vault.sealStable(place, JSON.stringify([7, 'pch_1'])).toString('base64url')
    for (const audience of AUDIENCES) {
      const expected = audience.purpose === 'receipt' ? { tenant: 7, row: 'pch_1' } : undefined
      expect(openSealedToken(vault, audience, token)).toEqual(expected)
    }
  })

  it('is read by version 0.1 as its own, which may run beside this one', () => {
    const token = sealStableToken(vault, { purpose: 'receipt', environment: 'sandbox' }, GRANT)
    const place = { tenant: 0 as TenantId, row: 'receipt', field: 'url' }
    const [tenant, row, until] = JSON.parse(vault.open(place, Buffer.from(token, 'base64url')))
    expect([tenant, row, until]).toEqual([7, 'buy_1', GRANT.expiresAt.getTime()])
  })
})
