import type { AccountProfile } from '../../../../contracts/account.ts'
import type { Address } from '../../../../contracts/resources.ts'
import type { Vault } from '../../platform/vault.ts'
import type { FullApplicant } from '../../rails/identity/port.ts'
import type { CreatorRow } from '../creators/index.ts'

/** The details that an identity check was made with. A check for a bank account asks for no address. */
export type Person = FullApplicant & Partial<Address>

export const personPlace = ({ tenant_id, id }: Pick<CreatorRow, 'tenant_id' | 'id'>) => ({
  tenant: tenant_id,
  row: id,
  field: 'person',
})

export const openPerson = (creator: CreatorRow, vault: Vault): Person | undefined =>
  creator.person_sealed === null
    ? undefined
    : (JSON.parse(vault.open(personPlace(creator), creator.person_sealed)) as Person)

/** The date of birth and the Social Security number stay sealed. */
export function viewProfile(creator: CreatorRow, vault: Vault): AccountProfile {
  const person = openPerson(creator, vault)
  return {
    name: `${creator.first_name} ${creator.last_name}`,
    verified: creator.identity === 'passed',
    address: person ? addressIn(person) : null,
  }
}

function addressIn({ street_line_1, street_line_2, city, state_abbreviation, postal_code }: Person): Address | null {
  if (!street_line_1 || !city || !state_abbreviation || !postal_code) return null
  return { street_line_1, ...(street_line_2 ? { street_line_2 } : {}), city, state_abbreviation, postal_code }
}
