import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { newTokenOf } from '../../platform/tenant-tokens.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import type { NewCode } from '../../rails/codes/port.ts'
import type { IdentityRail } from '../../rails/identity/port.ts'
import {
  type CreatorRow,
  type CreatorSessionRow,
  type Credentials,
  checkCode,
  deleteChange,
  deleteCreatorSession,
  deletePasskeysOf,
  deleteResetsOf,
  deleteSessionsOf,
  findChange,
  findCreator,
  findCreatorSession,
  findLogins,
  forgetDevicesOf,
  incorrectCode,
  insertCreatorSession,
  lockCreatorSession,
  rememberDevice,
  requireMobile,
  type SessionSource,
  sendCode,
  signIn,
  touchSignIn,
  updateCreator,
  updateCreatorSession,
} from '../creators/index.ts'
import { type LoginChange, queueMessages } from '../messages/index.ts'

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
  const session = token ? await findCreatorSession(sql, token, environment) : undefined
  const creator = session && (await findCreator(sql, session.tenant_id, session.creator_id))
  return session && creator && { session, creator }
}

/** The first factor. The token in the cookie opens nothing until the second factor has passed. */
export async function beginSession(
  credentials: Credentials,
  source: SessionSource,
  deps: HomeDeps,
): Promise<NewSession> {
  const { database, environment } = deps
  const realm = { environment, find: (email: string) => findLogins(database.sql, environment, email) }
  const creator = await signIn(deps, realm, credentials, source)
  return database.transaction((tx) => openSession(tx, creator, source, deps))
}

/** A session that waits for its second factor, and the token that goes into the cookie. */
export interface NewSession {
  readonly token: string
  readonly visitor: Visitor
}

/** A known number gets its code. */
export async function openSession(
  tx: Tx,
  creator: CreatorRow,
  source: SessionSource,
  deps: HomeDeps,
): Promise<NewSession> {
  const opened = await insertSession(tx, creator, source)
  if (creator.mobile !== null) await sendCode(tx, codeRecipient(opened.visitor, creator.mobile), deps)
  return opened
}

export async function insertSession(tx: Tx, creator: CreatorRow, source: SessionSource): Promise<NewSession> {
  const token = newTokenOf(creator.tenant_id)
  const session: CreatorSessionRow = {
    tenant_id: creator.tenant_id,
    id: newId('creatorSession'),
    creator_id: creator.id,
    mobile: null,
    second_factor: false,
  }
  await insertCreatorSession(tx, session, hashToken(token), SESSION_MINUTES, source)
  return { token, visitor: { session, creator } }
}

export async function passSecondFactor(tx: Tx, { session }: Pick<Visitor, 'session'>): Promise<CreatorSessionRow> {
  await updateCreatorSession(tx, session, { second_factor: true })
  return { ...session, second_factor: true }
}

export const codeRecipient = ({ session, creator }: Visitor, mobile: string) => ({
  tenant: session.tenant_id,
  session: session.id,
  creator: session.creator_id,
  mobile,
  isProven: creator.mobile === mobile,
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
    const session = token ? await lockCreatorSession(tx, token, environment) : undefined
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
    await sendCode(tx, codeRecipient({ session, creator }, mobile), deps)
    await updateCreatorSession(tx, session, { mobile })
    return { session: { ...session, mobile }, creator }
  })
}

export function resendCode(token: string | undefined, deps: HomeDeps): Promise<Visitor> {
  return withSession(token, deps, async (tx, visitor) => {
    await sendCode(tx, codeRecipient(visitor, mobileOf(visitor)), deps)
    return visitor
  })
}

/** The device that the second factor is passed from is known afterwards, by the token returned. */
export async function enterCode(
  token: string | undefined,
  code: string,
  { device = newToken() }: SessionSource,
  deps: HomeDeps,
): Promise<{ visitor: Visitor; device: string }> {
  const result = await withSession(token, deps, async (tx, visitor) => {
    const { session, creator } = visitor
    const verdict = await checkCode(tx, codeRecipient(visitor, mobileOf(visitor)), code, deps)
    if (!verdict.passed) return verdict
    if (session.mobile !== null) await updateCreator(tx, creator, { mobile: session.mobile })
    const change = await findChange(tx, session)
    if (change?.kind === 'password') {
      await replacePassword(tx, { session, creator }, change.value, deps)
      // The link is the way back into a login that somebody else has got into: a passkey of theirs must not stay.
      await deletePasskeysOf(tx, creator)
    }
    const passed = await passSecondFactor(tx, { session })
    await touchSignIn(tx, creator)
    await rememberDevice(tx, creator, hashToken(device))
    return { session: passed, creator }
  })
  if ('passed' in result) throw incorrectCode(result.attemptsLeft)
  return { visitor: result, device }
}

export async function endSession(token: string | undefined, { database, environment }: HomeDeps): Promise<void> {
  if (token) await database.transaction((tx) => deleteCreatorSession(tx, token, environment))
}

export async function requireSignedIn(token: string | undefined, deps: HomeDeps): Promise<Visitor> {
  const visitor = await findVisitor(token, deps)
  if (!visitor?.session.second_factor) throw notSignedIn()
  return visitor
}

/** Ends the creator's other sessions and reset links, and forgets the devices that knew the old password. */
export async function replacePassword(
  tx: Tx,
  { session, creator }: Visitor,
  password_hash: string,
  { vault }: HomeDeps,
): Promise<void> {
  await updateCreator(tx, creator, { password_hash })
  await deleteSessionsOf(tx, creator, session.id)
  await deleteResetsOf(tx, creator)
  await deleteChange(tx, session)
  await forgetDevicesOf(tx, creator)
  await tellOfChange(tx, creator, 'password', vault)
}

/** Mails the creator that their login, or where their money goes, was changed, at the address it had before. */
export async function tellOfChange(tx: Tx, creator: CreatorRow, what: LoginChange, vault: Vault): Promise<void> {
  const facts = { name: creator.first_name, what }
  await queueMessages(tx, creator.tenant_id, [{ kind: 'login_changed', to: creator.email, facts }], vault)
}
