import { problem, validationFailed } from '../../kernel/errors.ts'
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
  normalizeMobile,
  sendCode,
  signIn,
  touchSignIn,
  updateCreator,
} from '../creators/index.ts'
import { type Draft, type Facts, ownerOf } from './model.ts'
import { type ConnectDeps, loadFacts, requireStep, takeStep } from './session.ts'
import type { SessionRow } from './store.ts'

const NEW_LOGINS: TryLimit = { name: 'logins by address', max: 60, seconds: 900 }

const holder = ({ tenant_id, id }: SessionRow, creator: Id<'creator'>, mobile: string) => ({
  tenant: tenant_id,
  session: id,
  creator,
  mobile,
})

/** Passwords are stretched outside of any transaction; what came of it is applied if the step is still the current one. */
export async function signInWith(
  session: SessionRow,
  credentials: Credentials,
  address: string,
  deps: ConnectDeps,
): Promise<Facts> {
  const before = await loadFacts(deps.database.sql, session, deps)
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
  return takeStep(session, 'sign_in', (tx, facts) => enter(tx, session, facts, creator, deps), deps)
}

export async function createLoginWith(
  session: SessionRow,
  { email, password }: Credentials,
  address: string,
  deps: ConnectDeps,
): Promise<Facts> {
  requireStep(await loadFacts(deps.database.sql, session, deps), 'sign_in')
  await countTry(deps.database.sql, deps.vault, NEW_LOGINS, address)
  const password_hash = await hashPassword(password)
  return takeStep(
    session,
    'sign_in',
    async (tx, facts) => {
      const { first_name, last_name } = facts.connection
      const login = { email, first_name, last_name, mobile: null, password_hash }
      const creator = await createLogin(tx, session.tenant_id, login, facts.tenant.now, deps.vault)
      return enter(tx, session, facts, creator, deps)
    },
    deps,
  )
}

/** The first factor has passed. */
async function enter(
  tx: Tx,
  session: SessionRow,
  facts: Facts,
  creator: CreatorRow,
  deps: ConnectDeps,
): Promise<Draft> {
  const owner = ownerOf(facts)
  if (owner !== null && owner !== creator.id) {
    throw problem('sign_in_required', 'This connection belongs to another login; sign in with that one.')
  }
  if (creator.mobile !== null) await sendCode(tx, holder(session, creator.id, creator.mobile), deps)
  const { mobile: _mobile, ...draft } = facts.draft
  return { ...draft, login: { creator: creator.id, secondFactor: false } }
}

export function enterMobile(session: SessionRow, text: string, deps: ConnectDeps): Promise<Facts> {
  return takeStep(
    session,
    'mobile',
    async (tx, { draft, creator }) => {
      if (!creator) throw nobody(session)
      const mobile = normalizeMobile(text)
      if (!mobile) {
        const message = 'must be a mobile number like `+1 202 555 0123`'
        throw validationFailed([{ param: 'mobile', code: 'invalid_format', message }])
      }
      await sendCode(tx, holder(session, creator.id, mobile), deps)
      return { ...draft, mobile }
    },
    deps,
  )
}

const nobody = ({ id }: SessionRow) => new Error(`nobody has signed in to session ${id}`)

/** Who a code is waited for from, and where it went. */
function waiting(session: SessionRow, draft: Draft, creator: CreatorRow | undefined) {
  const mobile = draft.mobile ?? creator?.mobile
  if (!creator || !mobile) throw nobody(session)
  return holder(session, creator.id, mobile)
}

export function resendCode(session: SessionRow, deps: ConnectDeps): Promise<Facts> {
  return takeStep(
    session,
    'code',
    async (tx, { draft, creator }) => {
      await sendCode(tx, waiting(session, draft, creator), deps)
      return draft
    },
    deps,
  )
}

export function enterCode(session: SessionRow, code: string, deps: ConnectDeps): Promise<Facts> {
  return takeStep(
    session,
    'code',
    async (tx, { draft, creator }) => {
      if (!creator || !draft.login) throw nobody(session)
      const verdict = await checkCode(tx, waiting(session, draft, creator), code, deps)
      if (!verdict.passed) return { refused: incorrectCode(verdict.attemptsLeft) }
      if (draft.mobile !== undefined) await updateCreator(tx, creator, { mobile: draft.mobile })
      await touchSignIn(tx, creator)
      return { ...draft, login: { ...draft.login, secondFactor: true } }
    },
    deps,
  )
}
