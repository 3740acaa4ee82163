import type { AccountHome, AccountHomeSteps } from '../../../../contracts/account.ts'
import { problem } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/database.ts'
import {
  type ConnectionDeps,
  changePermissions,
  connectionsOfCreator,
  requireGivable,
  standingGrants,
} from '../account-connections/index.ts'
import type { Contracts } from '../connect/index.ts'
import { readHome } from './home.ts'
import { type HomeDeps, requireSignedIn, type Visitor } from './session.ts'

export interface OwnConnectionDeps extends HomeDeps, ConnectionDeps {
  readonly contracts: Contracts
}

/** Does one thing for whoever is signed in, and answers the page as it is then. */
async function act(
  token: string | undefined,
  deps: OwnConnectionDeps,
  work: (tx: Tx, visitor: Visitor) => Promise<unknown>,
): Promise<AccountHome> {
  const visitor = await requireSignedIn(token, deps)
  await deps.database.transaction((tx) => work(tx, visitor))
  return readHome(deps.database.sql, visitor.creator, deps.contracts)
}

/** The owner is signed in with both factors, so that more may be given than before, as after Connect's sign-in. */
export const setPermissions = (
  token: string | undefined,
  { connection: id, permissions }: AccountHomeSteps['permissions'],
  deps: OwnConnectionDeps,
): Promise<AccountHome> =>
  act(token, deps, async (tx, { creator }) => {
    const own = (await connectionsOfCreator(tx, creator.tenant_id, creator.id)).find((one) => one.id === id)
    if (!own) throw notYours()
    const held = standingGrants(own, own.now).map(({ name }) => name)
    requireGivable(permissions, [...own.requested_permissions, ...held], own.type, own.now)
    const changed = await changePermissions(tx, own.tenant_id, own.id, permissions, deps)
    // It passed to another owner before it was locked: thrown, so that nothing is changed.
    if (changed.creator_id !== creator.id) throw notYours()
  })

const notYours = () => problem('not_found', 'There is no connection of yours with this id.')

export const answerContract = (
  token: string | undefined,
  { contract, decision }: AccountHomeSteps['contract'],
  ip: string,
  deps: OwnConnectionDeps,
): Promise<AccountHome> =>
  act(token, deps, (tx, { creator }) =>
    deps.contracts.answer(tx, { bank: creator.tenant_id, creator: creator.id }, { contract, decision, ip }),
  )
