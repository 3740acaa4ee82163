import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import {
  type CreatorRow,
  type CreatorSessionRow,
  type Credentials,
  checkCode,
  deleteCreatorSession,
  findCreator,
  findCreatorSession,
  findLogins,
  incorrectCode,
  insertCreatorSession,
  lockCreatorSession,
  requireMobile,
  sendCode,
  signIn,
  touchSignIn,
  updateCreator,
  updateCreatorSession,
} from '../creators/index.ts'

export const SESSION_MINUTES = 60

export interface HomeDeps {
  readonly database: Database
  readonly vault: Vault
  readonly environment: Environment
  readonly identity: IdentityRail
  readonly newCode: NewCode
}

/** The sign-in session at the account page, and its creator. */
export interface Visitor {
  readonly session: CreatorSessionRow
  readonly creator: CreatorRow
}

const notSignedIn = () => problem('unauthorized', 'Sign in first.')

export async function findVisitor(
  token: string | undefined,
  { database: { sql }, environment }: HomeDeps,
): Promise<Visitor | undefined> {
  const session = token ? await findCreatorSession(sql, hashToken(token), environment) : undefined
  const creator = session && (await findCreator(sql, session.tenant_id, session.creator_id))
  return session && creator && { session, creator }
}

/** The first factor. The token in the cookie opens nothing until the second factor has passed. */
export async function beginSession(
  credentials: Credentials,
  address: string,
  deps: HomeDeps,
): Promise<{ token: string; visitor: Visitor }> {
  const { database, environment } = deps
  const realm = { environment, find: (email: string) => findLogins(database.sql, environment, email) }
  const creator = await signIn(deps, realm, credentials, address)
  const token = newToken()
  const session: CreatorSessionRow = {
    tenant_id: creator.tenant_id,
    id: newId('creatorSession'),
    creator_id: creator.id,
    mobile: null,
    second_factor: false,
  }
  await database.transaction(async (tx) => {
    await insertCreatorSession(tx, session, hashToken(token), SESSION_MINUTES)
    if (creator.mobile !== null) await sendCode(tx, codeRecipient(session, creator.mobile), deps)
  })
  return { token, visitor: { session, creator } }
}

const codeRecipient = ({ tenant_id, id, creator_id }: CreatorSessionRow, mobile: string) => ({
  tenant: tenant_id,
  session: id,
  creator: creator_id,
  mobile,
})

function mobileOf({ session, creator }: Visitor): string {
  const mobile = session.mobile ?? creator.mobile
  if (mobile === null) throw problem('invalid_state', 'Enter a mobile number first.')
  return mobile
}

/** Locks the session of a creator who has yet to pass the second factor. */
async function withSession<T>(
  token: string | undefined,
  { database, environment }: HomeDeps,
  work: (tx: Tx, visitor: Visitor) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    const session = token ? await lockCreatorSession(tx, hashToken(token), environment) : undefined
    const creator = session && (await findCreator(tx, session.tenant_id, session.creator_id))
    if (!session || !creator) throw notSignedIn()
    if (session.second_factor) throw problem('invalid_state', 'You are signed in already.')
    return work(tx, { session, creator })
  })
}

export function enterMobile(token: string | undefined, text: string, deps: HomeDeps): Promise<Visitor> {
  return withSession(token, deps, async (tx, { session, creator }) => {
    if (creator.mobile !== null) throw problem('invalid_state', 'This login has a mobile number already.')
    const mobile = requireMobile(text)
    await sendCode(tx, codeRecipient(session, mobile), deps)
    await updateCreatorSession(tx, session, { mobile })
    return { session: { ...session, mobile }, creator }
  })
}

export function resendCode(token: string | undefined, deps: HomeDeps): Promise<Visitor> {
  return withSession(token, deps, async (tx, visitor) => {
    await sendCode(tx, codeRecipient(visitor.session, mobileOf(visitor)), deps)
    return visitor
  })
}

export async function enterCode(token: string | undefined, code: string, deps: HomeDeps): Promise<Visitor> {
  const result = await withSession(token, deps, async (tx, { session, creator }) => {
    const verdict = await checkCode(tx, codeRecipient(session, mobileOf({ session, creator })), code, deps)
    if (!verdict.passed) return verdict
    if (session.mobile !== null) await updateCreator(tx, creator, { mobile: session.mobile })
    await updateCreatorSession(tx, session, { second_factor: true })
    await touchSignIn(tx, creator)
    return { session: { ...session, second_factor: true }, creator }
  })
  if ('passed' in result) throw incorrectCode(result.attemptsLeft)
  return result
}

export async function endSession(token: string | undefined, { database, environment }: HomeDeps): Promise<void> {
  if (token) await database.transaction((tx) => deleteCreatorSession(tx, hashToken(token), environment))
}

export async function requireSignedIn(token: string | undefined, deps: HomeDeps): Promise<CreatorRow> {
  const visitor = await findVisitor(token, deps)
  if (!visitor?.session.second_factor) throw notSignedIn()
  return visitor.creator
}
