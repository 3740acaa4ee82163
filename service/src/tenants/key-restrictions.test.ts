import { describe, expect, it } from 'vitest'
import { isRestricted, NETWORKS_MAX, readRestrictions, UNRESTRICTED } from './key-restrictions.ts'
import { ROUTE_SCOPES, SCOPES, scopeOf, scopesOfKey } from './key-scopes.ts'

const NOW = new Date('2026-11-16T00:00:00Z')
const LATER = new Date('2026-11-16T00:00:00.001Z')

describe('the restrictions of a key', () => {
  it('are none unless they are named', () => {
    expect(readRestrictions({}, NOW)).toEqual(UNRESTRICTED)
    expect(readRestrictions({ scopes: null, expires_at: null, allowed_networks: null }, NOW)).toEqual(UNRESTRICTED)
    expect(isRestricted(UNRESTRICTED)).toBe(false)
  })

  it('are written in one form, each once', () => {
    const input = {
      scopes: ['payouts', 'read', 'payouts'],
      expires_at: LATER,
      allowed_networks: ['203.0.113.7', '203.0.113.7/32', '2001:DB8::/32'],
    }
    expect(readRestrictions(input, NOW)).toEqual({
      scopes: ['read', 'payouts'],
      expires_at: LATER,
      allowed_networks: ['203.0.113.7/32', '2001:db8::/32'],
    })
  })

  it.each([[{ scopes: ['read'] }], [{ expires_at: LATER }], [{ allowed_networks: ['::/0'] }]])(
    '%j is a restriction',
    (input) => {
      expect(isRestricted(readRestrictions(input, NOW))).toBe(true)
    },
  )

  it('are refused with every fault at once', () => {
    const input = { scopes: ['read', 'everything'], expires_at: NOW, allowed_networks: ['here'] }
    try {
      readRestrictions(input, NOW)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'validation_failed',
        details: {
          errors: [{ param: 'scopes.1' }, { param: 'allowed_networks.0' }, { param: 'expires_at' }],
        },
      })
    }
  })

  it.each([
    [{ scopes: [] }, 'must have at least one entry'],
    [{ allowed_networks: [] }, 'must have at least one entry'],
    [{ allowed_networks: Array.from({ length: NETWORKS_MAX + 1 }, (_, nth) => `10.0.${nth}.0/24`) }, 'at most 50'],
    // An inherited name of an object is no scope.
    [{ scopes: ['constructor'] }, 'must be one of read'],
  ])('%j is refused', (input, message) => {
    expect(() => readRestrictions(input, NOW)).toThrow(message)
  })
})

describe('scopes', () => {
  it('a key that names none has those of version 0.1, `audit` not among them; a key that names some has these alone', () => {
    expect([...scopesOfKey(null)].sort()).toEqual(
      'buyers connections contracts embed_origins p2p payouts purchases read sandbox webhooks'.split(' '),
    )
    expect([...scopesOfKey(['read'])]).toEqual(['read'])
  })

  it('every scope opens some route, and no route that changes something is opened by `read`', () => {
    expect(new Set(Object.values(ROUTE_SCOPES))).toEqual(new Set(Object.keys(SCOPES)))
    const read = Object.keys(ROUTE_SCOPES).filter((route) => ROUTE_SCOPES[route] === 'read')
    expect(read.filter((route) => !route.startsWith('GET '))).toEqual(['POST /contract/preview'])
  })

  it('a HEAD needs what its GET needs; an unknown route has none', () => {
    expect(scopeOf('HEAD', '/payout')).toBe('read')
    expect(scopeOf('GET', '/payout/batch')).toBeUndefined()
  })
})
