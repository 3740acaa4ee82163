import { expect, it } from 'vitest'
import { newVaultKey, openVault } from '../../platform/vault.ts'
import { isOwnChallenge, newChallenge } from './passkey-challenge.ts'

const vault = openVault(newVaultKey())
const GIVEN = new Date('2030-01-01T10:00:00Z')
const after = (seconds: number): Date => new Date(GIVEN.getTime() + seconds * 1_000)

it("a challenge lives for five minutes of the database's time, whatever the clock of this process says", () => {
  const challenge = Buffer.from(newChallenge('sign-in', GIVEN, vault)).toString('base64url')
  expect([0, 300, 301].map((seconds) => isOwnChallenge(challenge, 'sign-in', after(seconds), vault))).toEqual([
    true,
    true,
    false,
  ])
  expect(isOwnChallenge(challenge, 'add crs_1', GIVEN, vault)).toBe(false)
  expect(isOwnChallenge(challenge, 'sign-in', GIVEN, openVault(newVaultKey()))).toBe(false)
})
