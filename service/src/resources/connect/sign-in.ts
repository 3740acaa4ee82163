import { problem } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { countTry, type TryLimit } from '../../platform/tries.ts'
import {
  type CreatorRow,
  type Credentials,
  checkCode,
  createLogin,
  findCreatorByEmail,
  hashPassword,
  incorrectCode,
  requireMobile,
  sendCode,
  signIn,
  touchSignIn,
  updateCreator,
} from '../creators/index.ts'
import { type ConnectContext, type Draft, ownerOf } from './model.ts'
import { type ConnectDeps, loadContext, requireStep, takeStep } from './session.ts'
import type { SessionRow } from './store.ts'

const NEW_LOGIN_LIMIT: TryLimit = { name: 'logins by address', max: 60, seconds: 900 }

const codeRecipient = ({ tenant_id, id }: SessionRow, creator: Id<'creator'>, mobile: string) => ({
  tenant: tenant_id,
  session: id,
  creator,
  mobile,
})

/** Passwords are hashed outside of any transaction; the result is applied if the step is still the current one. */
export async function signInWith(
  session: SessionRow,
  credentials: Credentials,
  address: string,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  const before = await loadContext(deps.database.sql, session, deps)
  requireStep(before, 'sign_in')
  const { bank_id: bank, environment } = before.tenant
  const realm = {
    environment,
    find: async (email: string) => {
      const known = await findCreatorByEmail(deps.database.sql, bank, email)
      return known ? [known] : []
    },
  }
  const creator = await signIn(deps, realm, credentials, address)
  return takeStep(session, 'sign_in', (tx, context) => passFirstFactor(tx, session, context, creator, deps), deps)
}

export async function createLoginWith(
  session: SessionRow,
  { email, password }: Credentials,
  address: string,
  deps: ConnectDeps,
): Promise<ConnectContext> {
  requireStep(await loadContext(deps.database.sql, session, deps), 'sign_in')
  await countTry(deps.database.sql, deps.vault, NEW_LOGIN_LIMIT, address)
  const password_hash = await hashPassword(password)
  return takeStep(
    session,
    'sign_in',
    async (tx, context) => {
      const { first_name, last_name } = context.connection
      const login = { email, first_name, last_name, mobile: null, password_hash }
      const creator = await createLogin(tx, session.tenant_id, login, context.tenant.now, deps.vault)
      return passFirstFactor(tx, session, context, creator, deps)
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
  if (owner !== null && owner !== creator.id) {
    throw problem('sign_in_required', 'This connection belongs to another login; sign in with that one.')
  }
  if (creator.mobile !== null) await sendCode(tx, codeRecipient(session, creator.id, creator.mobile), deps)
  const { mobile: _mobile, ...draft } = context.draft
  return { ...draft, login: { creator: creator.id, secondFactor: false } }
}

export function enterMobile(session: SessionRow, text: string, deps: ConnectDeps): Promise<ConnectContext> {
  return takeStep(
    session,
    'mobile',
    async (tx, { draft, creator }) => {
      if (!creator) throw notSignedIn(session)
      const mobile = requireMobile(text)
      await sendCode(tx, codeRecipient(session, creator.id, mobile), deps)
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
  return codeRecipient(session, creator.id, mobile)
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
