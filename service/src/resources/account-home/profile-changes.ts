import type { AccountSecurity, AccountSecuritySteps } from '../../../../contracts/account.ts'
import { problem } from '../../kernel/errors.ts'
import { lockCreator, updateCreator } from '../creators/index.ts'
import { openPerson, personPlace } from './profile.ts'
import { readSecurity, requirePassword } from './security.ts'
import { type HomeDeps, requireSignedIn, tellOfChange } from './session.ts'

/** Where the creator lives, for tax forms and letters. A check that is still open keeps the address it was made with. */
export async function changeAddress(
  token: string | undefined,
  { password, ...given }: AccountSecuritySteps['address'],
  deps: HomeDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  await requirePassword(visitor, password, deps)
  await deps.database.transaction(async (tx) => {
    const creator = await lockCreator(tx, visitor.creator.tenant_id, visitor.creator.id)
    const person = openPerson(creator, deps.vault)
    if (!person || creator.identity !== 'passed') {
      throw problem('invalid_state', 'The address can be changed once your identity has been verified.')
    }
    const { street_line_2: _before, ...rest } = person
    const changed = JSON.stringify({ ...rest, ...given })
    await updateCreator(tx, creator, { person_sealed: deps.vault.seal(personPlace(creator), changed) })
    await tellOfChange(tx, creator, 'address', deps.vault)
  })
  return readSecurity(token, deps)
}
