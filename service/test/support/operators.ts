import type { OperatorRole } from '../../../contracts/console/session.ts'
import { insertOperator } from '../../src/dashboard/people/operators.store.ts'
import { newId } from '../../src/kernel/ids.ts'
import { hashPassword } from '../../src/resources/creators/index.ts'
import { type Browser, createBrowser, PASSWORD } from './people.ts'
import type { RunningService } from './service.ts'
import { totp } from './totp.ts'

/** Stretched once for all of them: it is slow on purpose. */
let hashed: Promise<string> | undefined

/** An operator who has chosen a password and has not signed in yet. */
export async function newOperator(
  running: RunningService,
  role: OperatorRole,
  name = `Ola ${role}`,
): Promise<{ id: string; email: string }> {
  const id = newId('operator')
  const operator = { id, email: `${id}@ops.example`, name, role }
  hashed ??= hashPassword(PASSWORD)
  const hash = await hashed
  await running.database.transaction(async (tx) => {
    await insertOperator(tx, { ...operator, loginId: newId('operator') })
    await tx`update operator_logins set password = ${hash} where person_id = ${id}`
  })
  return operator
}

export interface SignedInOperator extends Browser {
  readonly id: string
  readonly email: string
  /** A code of the authenticator that was not used yet. */
  code(): string
}

export async function signInOperator(origin: string, email: string): Promise<Browser> {
  const browser = createBrowser(origin)
  const answer = await browser.post('/operator/auth/sign-in/email', { email, password: PASSWORD })
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.status} ${answer.text}`)
  return browser
}

/** An operator in that role, signed in with a second factor. */
export async function operating(
  running: RunningService,
  role: OperatorRole,
  { root = running.roots.sandbox, name }: { readonly root?: string; readonly name?: string } = {},
): Promise<SignedInOperator> {
  const { id, email } = await newOperator(running, role, name)
  const browser = await signInOperator(root, email)
  const { body } = await browser.post('/operator/auth/two-factor/enable', { password: PASSWORD })
  const proven = await browser.post('/operator/auth/two-factor/verify-totp', { code: totp(body.totpURI) })
  if (proven.status !== 200) throw new Error(`could not enrol: ${proven.status} ${proven.text}`)
  return { ...browser, id, email, code: () => totp(body.totpURI, Date.now() + 30_000) }
}

export interface OperatorEntry {
  readonly action: string
  readonly person_id: string
  readonly person: string
  readonly subject: string | null
  readonly details: Record<string, unknown>
}

/** The operators' audit log, newest first. */
export const operatorLog = async ({ database: { sql } }: RunningService): Promise<OperatorEntry[]> =>
  sql<
    OperatorEntry[]
  >`select action, person_id, person, subject, details from operator_audit_log order by position desc`
