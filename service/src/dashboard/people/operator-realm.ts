import type { OperatorRole } from '../../../../contracts/console/session.ts'
import type { Request } from '../../http/index.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { productionBank } from '../../tenants/index.ts'
import { record } from '../audit-log/chain.ts'
import { OPERATOR_CHAIN } from '../audit-log/store.ts'
import { personName, type SignedIn } from '../door/person.ts'
import type { Auth } from './auth.ts'
import { AUTH_ROUTES, REQUEST_RESET } from './auth-table.ts'
import { sendNotice } from './notices.ts'
import { findOperatorByEmail, findOperatorById, findSignedInOperator } from './operators.store.ts'
import type { Realm } from './realm-port.ts'
import { findSession, toSignedIn } from './session.ts'

/** An operator who is signed in to the console. */
export interface SignedInOperator extends SignedIn {
  readonly role: OperatorRole
}

export async function findOperator(
  request: Request,
  auth: Auth,
  database: Database,
): Promise<SignedInOperator | undefined> {
  const row = await findSession(request, { auth, database, realm: 'operator' }, findSignedInOperator)
  return row && { ...toSignedIn(row), role: row.role }
}

/** Operators, who sign in to the console. All of their deeds are in one log. */
export const OPERATORS: Realm = {
  name: 'operator',
  // The operator command prints the links to choose a password: no mail opens the console.
  routes: AUTH_ROUTES.filter(({ path }) => path !== REQUEST_RESET),
  findPerson: findOperator,
  findById: findOperatorById,
  findByEmail: findOperatorByEmail,
  entry: (request, person, action) => ({
    enterprise: OPERATOR_CHAIN,
    personId: person.id,
    person: personName(person),
    action,
    address: request.ip,
    requestId: request.id,
  }),
  chainsOf: async () => [OPERATOR_CHAIN],
  // The book of the bank belongs to the operator: mail by it is held back nowhere.
  tell: async (tx, vault, person, event, rows) =>
    sendNotice(tx, vault, await productionBank(tx), person, {
      event,
      enterprise: 'the operator console',
      rows,
      operator: true,
    }),
}

/** The operator has opened the link and chosen a password. */
export async function recordChosenPassword(tx: Tx, vault: Vault, id: string): Promise<void> {
  const operator = await findOperatorById(tx, id)
  if (!operator) return
  const entry = { enterprise: OPERATOR_CHAIN, personId: operator.id, person: personName(operator) }
  await record(tx, vault, { ...entry, action: 'password.chosen' })
}
