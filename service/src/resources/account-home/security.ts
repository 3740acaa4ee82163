import type { AccountSecurity, ChangeRequest, PasswordChange } from '../../../../contracts/account.ts'
import { isEmail } from '../../../../contracts/formats.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import { refuseWeakPassword } from '../../platform/password-strength.ts'
import { countTry, forgetTries, type TryLimit } from '../../platform/tries.ts'
import {
  type CodeRecipient,
  changeEmail,
  checkCode,
  deleteChange,
  deleteSessionById,
  deleteSessionsOf,
  emailOf,
  findChange,
  hashPassword,
  incorrectCode,
  isEmailProven,
  listCreatorSessions,
  listPasskeys,
  maskMobile,
  ownData,
  type PendingChange,
  passwordMatches,
  putChange,
  requireMobile,
  type SessionSource,
  sendCode,
  updateCreator,
} from '../creators/index.ts'
import { viewProfile } from './profile.ts'
import {
  codeRecipient,
  type HomeDeps,
  replacePassword,
  requireSignedIn,
  tellOfChange,
  type Visitor,
} from './session.ts'

const CONFIRMING: TryLimit = { name: 'creator confirming', max: 10, seconds: 900 }

/** A change of the login needs the password again: an unattended page must not give the account away. */
export async function requirePassword(
  { creator }: Visitor,
  password: string,
  { database: { sql }, vault }: HomeDeps,
): Promise<void> {
  await countTry(sql, vault, CONFIRMING, creator.id)
  if (!(await passwordMatches(password, creator.password_hash))) {
    throw problem('incorrect_credentials', 'The password is not right.')
  }
  await forgetTries(sql, vault, CONFIRMING, creator.id)
}

export async function readSecurity(token: string | undefined, deps: HomeDeps): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  return viewSecurity(visitor, deps)
}

async function viewSecurity(
  { session, creator }: Visitor,
  { database: { sql }, vault }: HomeDeps,
): Promise<AccountSecurity> {
  const [proven, change, sessions, passkeys] = await Promise.all([
    isEmailProven(sql, creator),
    findChange(sql, session),
    listCreatorSessions(sql, session),
    listPasskeys(sql, creator),
  ])
  return {
    profile: viewProfile(creator, vault),
    email: emailOf(creator),
    email_proven: proven,
    mobile: creator.mobile === null ? null : maskMobile(creator.mobile),
    change: viewChange(change),
    sessions: sessions.map(({ id, address, user_agent, created_at, expires_at }) => ({
      id,
      current: id === session.id,
      address,
      user_agent,
      created_at: iso(created_at),
      expires_at: iso(expires_at),
    })),
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({
      id,
      name,
      created_at: iso(created_at),
      used_at: used_at && iso(used_at),
    })),
  }
}

const viewChange = (change: PendingChange | undefined): AccountSecurity['change'] => {
  if (!change || change.kind === 'password') return null
  return { kind: change.kind, to: change.kind === 'mobile' ? maskMobile(change.value) : change.value }
}

/** The code that proves a change goes to the new address or number. */
function recipientOf(visitor: Visitor, { kind, value }: PendingChange, source: SessionSource): CodeRecipient {
  const { session } = visitor
  return kind === 'mobile'
    ? codeRecipient(visitor, value)
    : { tenant: session.tenant_id, session: session.id, email: value, source: source.address }
}

function requireEmail(text: string): string {
  if (isEmail(text)) return text
  const message = 'must be an e-mail address like `name@example.com`'
  throw validationFailed([{ param: 'value', code: 'invalid_format', message }])
}

export async function startChange(
  token: string | undefined,
  { kind, value, password }: ChangeRequest,
  source: SessionSource,
  deps: HomeDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  const change: PendingChange = { kind, value: kind === 'mobile' ? requireMobile(value) : requireEmail(value) }
  await requirePassword(visitor, password, deps)
  await deps.database.transaction(async (tx) => {
    await sendCode(tx, recipientOf(visitor, change, source), deps)
    await putChange(tx, visitor.session, change)
  })
  return viewSecurity(visitor, deps)
}

const noChange = () => problem('invalid_state', 'No change waits for a code.')

async function pendingChange(tx: Tx, { session }: Visitor): Promise<PendingChange> {
  const change = await findChange(tx, session)
  if (!change || change.kind === 'password') throw noChange()
  return change
}

export async function resendChangeCode(
  token: string | undefined,
  source: SessionSource,
  deps: HomeDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  await deps.database.transaction(async (tx) => {
    await sendCode(tx, recipientOf(visitor, await pendingChange(tx, visitor), source), deps)
  })
  return viewSecurity(visitor, deps)
}

/** The right code makes the change. The old address is told. */
export async function finishChange(
  token: string | undefined,
  code: string,
  source: SessionSource,
  deps: HomeDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  const verdict = await deps.database.transaction(async (tx) => {
    const change = await pendingChange(tx, visitor)
    const checked = await checkCode(tx, recipientOf(visitor, change, source), code, deps)
    if (checked.passed) await applyChange(tx, visitor, change, deps)
    return checked
  })
  if (!verdict.passed) throw incorrectCode(verdict.attemptsLeft)
  return readSecurity(token, deps)
}

async function applyChange(tx: Tx, { session, creator }: Visitor, change: PendingChange, deps: HomeDeps) {
  if (change.kind === 'mobile') await updateCreator(tx, creator, { mobile: change.value })
  else await changeEmail(tx, creator, change.value)
  await deleteChange(tx, session)
  if (change.value !== creator.email) await tellOfChange(tx, creator, change.kind, deps.vault)
}

export async function abandonChange(token: string | undefined, deps: HomeDeps): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  await deps.database.transaction((tx) => deleteChange(tx, visitor.session))
  return viewSecurity(visitor, deps)
}

export async function changePassword(
  token: string | undefined,
  { password, new_password }: PasswordChange,
  deps: HomeDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  refuseWeakPassword(new_password, ownData(visitor.creator), 'new_password')
  await requirePassword(visitor, password, deps)
  const hash = await hashPassword(new_password)
  await deps.database.transaction((tx) => replacePassword(tx, visitor, hash, deps))
  return viewSecurity(visitor, deps)
}

/** Ends one session, or all but this one. */
export async function endSessions(
  token: string | undefined,
  id: string | undefined,
  deps: HomeDeps,
): Promise<AccountSecurity> {
  const visitor = await requireSignedIn(token, deps)
  const { session, creator } = visitor
  if (id === session.id) {
    throw validationFailed([{ param: 'session', code: 'invalid_value', message: 'is this session; sign out instead' }])
  }
  await deps.database.transaction(async (tx) => {
    if (id === undefined) await deleteSessionsOf(tx, creator, session.id)
    else if (!(await deleteSessionById(tx, session, id)))
      throw problem('not_found', 'There is no session with this id.')
  })
  return viewSecurity(visitor, deps)
}
