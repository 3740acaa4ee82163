import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { StartError } from './start-error.ts'
import { newVaultKey, openVault } from './vault.ts'

const PLACE = { tenant: 1 as TenantId, row: 'ac_1', field: 'ssn' }

describe('sealing', () => {
  const vault = openVault(newVaultKey())

  it('what is sealed opens to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(vault.open(PLACE, vault.seal(PLACE, text))).toBe(text)
      }),
    )
  })

  it('the same text is sealed differently every time, and never shows', () => {
    const [one, two] = [vault.seal(PLACE, '123-45-6789'), vault.seal(PLACE, '123-45-6789')]
    expect(one.equals(two)).toBe(false)
    expect(one.includes('123-45-6789')).toBe(false)
  })

  it.each([
    ['tenant', { ...PLACE, tenant: 2 as TenantId }],
    ['row', { ...PLACE, row: 'ac_2' }],
    ['field', { ...PLACE, field: 'account_number' }],
  ])('a sealed value moved to another %s does not open', (_where, place) => {
    const sealed = vault.seal(PLACE, '123-45-6789')
    expect(() => vault.open(place, sealed)).toThrow()
  })

  it('a change of any byte is noticed', () => {
    const sealed = vault.seal(PLACE, '123-45-6789')
    for (let index = 0; index < sealed.length; index++) {
      const tampered = Buffer.from(sealed)
      tampered.writeUInt8(tampered.readUInt8(index) ^ 1, index)
      expect(() => vault.open(PLACE, tampered)).toThrow()
    }
  })

  it('a sealed value that was cut short does not open', () => {
    const sealed = vault.seal(PLACE, '123-45-6789')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => vault.open(PLACE, sealed.subarray(0, length))).toThrow()
    }
  })

  it('another vault opens nothing, and asks for the missing key without showing the value', () => {
    const sealed = vault.seal(PLACE, '123-45-6789')
    expect(() => openVault(newVaultKey()).open(PLACE, sealed)).toThrow(/^no vault key with id [0-9a-f]{8}: /)
  })
})

describe('rotation', () => {
  const [older, newer] = [newVaultKey(), newVaultKey()]
  const before = openVault(older)
  const after = openVault(`${newer}, ${older}`)

  it('an old key still opens and compares what it sealed', () => {
    expect(after.open(PLACE, before.seal(PLACE, 'secret'))).toBe('secret')
    expect(after.matches('code', '123456', before.digest('code', '123456'))).toBe(true)
    expect(after.matches('code', '654321', before.digest('code', '123456'))).toBe(false)
  })

  it('only the first key seals', () => {
    const sealed = after.seal(PLACE, 'secret')
    expect(openVault(newer).open(PLACE, sealed)).toBe('secret')
    expect(() => before.open(PLACE, sealed)).toThrow(/no vault key/)
  })
})

describe('digests', () => {
  const key = newVaultKey()
  const vault = openVault(key)

  it('a digest matches its own text and purpose only', () => {
    const digest = vault.digest('code', '123456')
    expect(vault.matches('code', '123456', digest)).toBe(true)
    expect(vault.matches('code', '123457', digest)).toBe(false)
    expect(vault.matches('answer', '123456', digest)).toBe(false)
  })

  it('the same text has the same digest after a restart', () => {
    expect(openVault(key).digest('code', '123456').equals(vault.digest('code', '123456'))).toBe(true)
  })

  it('another key makes another digest', () => {
    expect(openVault(newVaultKey()).digest('code', '123456').equals(vault.digest('code', '123456'))).toBe(false)
  })

  it('a digest that was cut short matches nothing', () => {
    expect(vault.matches('code', '123456', vault.digest('code', '123456').subarray(0, 20))).toBe(false)
  })
})

describe('derived secrets', () => {
  it('a derived secret is stable, and differs by purpose and by vault', () => {
    const key = newVaultKey()
    const secret = openVault(key).derive('demo', 24)
    expect(secret).toHaveLength(24)
    expect(openVault(key).derive('demo', 24).equals(secret)).toBe(true)
    expect(openVault(key).derive('other', 24).equals(secret)).toBe(false)
    expect(openVault(newVaultKey()).derive('demo', 24).equals(secret)).toBe(false)
  })
})

describe('vault keys', () => {
  it('a new key opens a vault', () => {
    expect(Buffer.from(newVaultKey(), 'base64')).toHaveLength(32)
    expect(newVaultKey()).not.toBe(newVaultKey())
  })

  it.each([
    ['nothing', ''],
    ['a word', 'secret'],
    ['16 bytes', randomBytes(16).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['hexadecimal', randomBytes(32).toString('hex')],
    ['a good key and an empty one', `${newVaultKey()},`],
  ])('%s is refused with how to make a key, and is not repeated', (_what, text) => {
    let thrown: unknown
    try {
      openVault(text)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(StartError)
    expect((thrown as StartError).message).toBe(
      'VAULT_KEY must be 32 bytes in base64: make one with `openssl rand -base64 32`.',
    )
  })
})

describe('the digest', () => {
  it('is HMAC-SHA-256, as another implementation computes it', () => {
    const key = Buffer.from(VAULT_KEY_FOR_HMAC, 'base64')
    const sub = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'tributary digest', 32))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const expected = createHmac('sha256', sub).update(`p\0${text}`).digest()
        expect(openVault(VAULT_KEY_FOR_HMAC).digest('p', text).subarray(4)).toEqual(expected)
      }),
    )
  })
})

const VAULT_KEY_FOR_HMAC = Buffer.alloc(32, 5).toString('base64')
