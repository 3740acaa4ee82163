import { problem } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/database.ts'
import { refuseWeakPassword } from '../../platform/password-strength.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import {
  type CreatorRow,
  type Credentials,
  checkCode,
  createProvenLogin,
  findCreator,
  findLoginsAtBank,
  hashPassword,
  incorrectCode,
  isEmailProven,
  isUnfinished,
  requireMobile,
  type SignInSource,
  sendCode,
  signIn,
  touchSignIn,
  updateCreator,
} from '../creators/index.ts'
import { type ConnectContext, type Draft, ownerOf, withoutLogin } from './model.ts'
import { type ConnectDeps, loadContext, requireStep, takeStep } from './session.ts'
import type { SessionRow } from './store.ts'

const NEW_LOGIN_LIMIT: TryLimit = { name: 'logins by address', max: 60, seconds: 900 }

const codeRecipient = ({ tenant_id, id }: SessionRow, creator: CreatorRow, mobile: string) => ({
  tenant: tenant_id,
  session: id,
  creator: creator.id,
  mobile,
  isProven: creator.mobile === mobile,
})

/** Passwords are hashed outside of any transaction; the result is applied if the step is still the current one. */
export async function signInWith(
  session: SessionRow,
  credentials: Credentials,
  source: SignInSource,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  const before = await loadContext(deps.database.sql, session, deps)
  requireStep(before, 'sign_in')
  const { bank_id: bank, environment } = before.tenant
  const realm = { environment, find: (email: string) => findLoginsAtBank(deps.database.sql, bank, email) }
  const creator = await signIn(deps, realm, credentials, source)
  return takeStep(
    session,
    'sign_in',
    async (tx, context) => {
      const { email, password_hash } = creator
      // A login that has proven nothing and holds nothing is made anew, with the proof that it lacks.
      if (password_hash !== null && isUnfinished(creator) && !(await isEmailProven(tx, creator))) {
        return askForEmailCode(tx, session, context, { email, passwordHash: password_hash }, source.address, deps)
      }
      return passFirstFactor(tx, session, context, creator, deps)
    },
    deps,
  )
}

export async function beginLogin(
  session: SessionRow,
  { email, password }: Credentials,
  address: string,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  const before = await loadContext(deps.database.sql, session, deps)
  requireStep(before, 'sign_in')
  const { first_name, last_name } = before.connection
  refuseWeakPassword(password, [email, first_name, last_name, before.tenant.enterprise_name])
  await countTry(deps.database.sql, deps.vault, NEW_LOGIN_LIMIT, address)
  const passwordHash = await hashPassword(password)
  return takeStep(
    session,
    'sign_in',
    (tx, context) => askForEmailCode(tx, session, context, { email, passwordHash }, address, deps),
    deps,
  )
}

/** The login is kept in the sealed draft, and exists only once the code that goes to its address is entered. */
async function askForEmailCode(
  tx: Tx,
  session: SessionRow,
  context: ConnectContext,
  newLogin: NonNullable<Draft['newLogin']>,
  address: string,
  deps: ConnectDeps,
): Promise<Draft> {
  await requireOwnersAddress(tx, context, newLogin.email)
  await sendCode(tx, emailRecipient(session, newLogin.email, address), deps)
  return { ...withoutLogin(context.draft), newLogin }
}

/** A connection that has an owner takes no other login. */
async function requireOwnersAddress(tx: Tx, context: ConnectContext, email: string): Promise<void> {
  const owner = ownerOf(context)
  const creator = owner && (await findCreator(tx, context.tenant.bank_id, owner))
  if (creator && creator.email.toLowerCase() !== email.toLowerCase()) throw belongsToAnother()
}

const belongsToAnother = () =>
  problem('sign_in_required', 'This connection belongs to another login; sign in with that one.')

const emailRecipient = ({ tenant_id, id }: SessionRow, email: string, source: string) => ({
  tenant: tenant_id,
  session: id,
  email,
  source,
})

export function resendEmailCode(session: SessionRow, address: string, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'email_code',
    async (tx, { draft }) => {
      await sendCode(tx, emailRecipient(session, pendingLogin(session, draft).email, address), deps)
      return draft
    },
    deps,
  )
}

const pendingLogin = (session: SessionRow, { newLogin }: Draft): NonNullable<Draft['newLogin']> => {
  if (!newLogin) throw notSignedIn(session)
  return newLogin
}

/** The right code creates the login. Only the person who has proven the address learns whether there was one already. */
export function enterEmailCode(
  session: SessionRow,
  code: string,
  address: string,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  return takeStep(
    session,
    'email_code',
    async (tx, context) => {
      const { email, passwordHash: password_hash } = pendingLogin(session, context.draft)
      const verdict = await checkCode(tx, emailRecipient(session, email, address), code, deps)
      if (!verdict.passed) return { refused: incorrectCode(verdict.attemptsLeft) }
      const { first_name, last_name } = context.connection
      const login = { email, first_name, last_name, mobile: null, password_hash }
      const creator = await createProvenLogin(tx, session.tenant_id, login, context.tenant.now, deps.vault)
      const draft = await passFirstFactor(tx, session, context, creator, deps)
      return { ...draft, login: { creator: creator.id, secondFactor: false, isNew: true } }
    },
    deps,
  )
}

/** The draft after the first factor has passed; a known number gets its code. */
async function passFirstFactor(
  tx: Tx,
  session: SessionRow,
  context: ConnectContext,
  creator: CreatorRow,
  deps: ConnectDeps,
): Promise<Draft> {
  const owner = ownerOf(context)
  if (owner !== null && owner !== creator.id) throw belongsToAnother()
  if (creator.mobile !== null) await sendCode(tx, codeRecipient(session, creator, creator.mobile), deps)
  return { ...withoutLogin(context.draft), login: { creator: creator.id, secondFactor: false } }
}

export function enterMobile(session: SessionRow, text: string, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'mobile',
    async (tx, { draft, creator }) => {
      if (!creator) throw notSignedIn(session)
      const mobile = requireMobile(text)
      await sendCode(tx, codeRecipient(session, creator, mobile), deps)
      return { ...draft, mobile }
    },
    deps,
  )
}

const notSignedIn = ({ id }: SessionRow) => new Error(`no creator has signed in to session ${id}`)

/** The creator whose code is awaited, and the number it was sent to. */
function awaitedCode(session: SessionRow, draft: Draft, creator: CreatorRow | undefined) {
  const mobile = draft.mobile ?? creator?.mobile
  if (!creator || !mobile) throw notSignedIn(session)
  return codeRecipient(session, creator, mobile)
}

export function resendCode(session: SessionRow, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'code',
    async (tx, { draft, creator }) => {
      await sendCode(tx, awaitedCode(session, draft, creator), deps)
      return draft
    },
    deps,
  )
}

export function enterCode(session: SessionRow, code: string, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'code',
    async (tx, { draft, creator }) => {
      if (!creator || !draft.login) throw notSignedIn(session)
      const verdict = await checkCode(tx, awaitedCode(session, draft, creator), code, deps)
      if (!verdict.passed) return { refused: incorrectCode(verdict.attemptsLeft) }
      if (draft.mobile !== undefined) await updateCreator(tx, creator, { mobile: draft.mobile })
      await touchSignIn(tx, creator)
      return { ...draft, login: { ...draft.login, secondFactor: true } }
    },
    deps,
  )
}
