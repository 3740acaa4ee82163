import type { OperatorRole } from '../../../../contracts/console/session.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { newToken } from '../../platform/tokens.ts'
import { storedIdentifier } from './bound-tokens.ts'
import { cleanName, foldEmail } from './name.ts'
import {
  deleteOperator,
  findOperatorByEmail,
  insertOperator,
  listOperators,
  type OperatorRow,
  putPasswordLink,
  updateOperatorRole,
} from './operators.store.ts'
import { writePassword } from './sessions.store.ts'

/** How long the link works by which an operator chooses a password. */
export const LINK_HOURS = 24

/** The address of the console. */
export interface ConsoleAddress {
  readonly environment: Environment
  readonly root: string
}

async function requireOperator(tx: Tx, email: string): Promise<OperatorRow> {
  const operator = await findOperatorByEmail(tx, email)
  if (!operator) throw problem('not_found', `No operator has the e-mail address \`${email}\`.`)
  return operator
}

/** Makes an operator, who has no password until they open the link. */
export async function addOperator(
  tx: Tx,
  input: { readonly email: string; readonly name: string; readonly role: OperatorRole },
  address: ConsoleAddress,
): Promise<{ readonly operator: Pick<OperatorRow, 'id' | 'name' | 'email' | 'role'>; readonly link: string }> {
  const operator = {
    id: newId('operator'),
    role: input.role,
    name: cleanName(input.name),
    email: foldEmail(input.email),
  }
  if (!(await insertOperator(tx, { ...operator, loginId: newId('operator') }))) {
    throw problem('email_taken', `There is an operator with \`${operator.email}\` already.`)
  }
  return { operator, link: await makeLink(tx, operator, address) }
}

/**
 * A new link to choose a password, which works once. The password, the second factor and the sessions that the operator had
 * end at once: whoever lost one of them must not find the others in force.
 */
export async function newPasswordLink(
  tx: Tx,
  email: string,
  address: ConsoleAddress,
): Promise<{ readonly operator: OperatorRow; readonly link: string }> {
  const operator = await requireOperator(tx, email)
  await writePassword(tx, 'operator', operator.id, null)
  return { operator, link: await makeLink(tx, operator, address) }
}

async function makeLink(
  tx: Tx,
  { id }: Pick<OperatorRow, 'id'>,
  { environment, root }: ConsoleAddress,
): Promise<string> {
  const token = newToken()
  const identifier = storedIdentifier('operator', environment, `reset-password:${token}`)
  await putPasswordLink(tx, { id: newId('operator'), operator: id, identifier, hours: LINK_HOURS })
  return `${root}/operator/reset-password?token=${token}`
}

/** The console needs an admin to manage the others; the command at the machine may remove the last one. */
async function refuseLastAdmin(tx: Tx, { id, role }: OperatorRow): Promise<void> {
  if (role !== 'admin') return
  const others = (await listOperators(tx)).some((one) => one.id !== id && one.role === 'admin')
  if (!others) throw problem('invalid_state', 'This is the last admin: make another operator an admin first.')
}

export async function changeOperatorRole(
  tx: Tx,
  email: string,
  role: OperatorRole,
): Promise<{ readonly operator: OperatorRow; readonly from: OperatorRole }> {
  const operator = await requireOperator(tx, email)
  if (role !== 'admin') await refuseLastAdmin(tx, operator)
  await updateOperatorRole(tx, operator.id, role)
  return { operator: { ...operator, role }, from: operator.role }
}

export async function removeOperator(tx: Tx, email: string): Promise<OperatorRow> {
  const operator = await requireOperator(tx, email)
  await refuseLastAdmin(tx, operator)
  await deleteOperator(tx, operator.id)
  return operator
}
