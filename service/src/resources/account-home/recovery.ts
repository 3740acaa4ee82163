import { problem } from '../../kernel/errors.ts'
import { refuseWeakPassword } from '../../platform/password-strength.ts'
import { couldBeToken, hashToken, newToken } from '../../platform/tokens.ts'
import { countTry, forgiveTry, isWithin, sourceAnd, type TryLimit } from '../../platform/tries.ts'
import {
  type CreatorRow,
  emailOf,
  findCreator,
  findLogins,
  hashPassword,
  insertReset,
  markEmailProven,
  ownData,
  putChange,
  type SessionSource,
  takeReset,
} from '../creators/index.ts'
import { queueMessages } from '../messages/index.ts'
import { type HomeDeps, type NewSession, openSession, replacePassword } from './session.ts'

const RESET_MINUTES = 60

/** Counted for the source, never for the login alone: a stranger's requests must not keep the owner from resetting. */
const REQUESTS_BY_SOURCE: TryLimit = { name: 'creator resets by address', max: 30, seconds: 3_600 }
const REQUESTS_BY_SOURCE_AND_LOGIN: TryLimit = { name: 'creator resets by address and login', max: 5, seconds: 3_600 }
/** Over all who ask; past it no mail is sent, and nobody is told. */
const MAILS_TO_LOGIN: TryLimit = { name: 'creator resets to a login', max: 20, seconds: 3_600 }
/** Links tried that nobody was sent. */
const UNKNOWN_RESETS: TryLimit = { name: 'creator reset links by address', max: 50, seconds: 900 }

export interface RecoveryDeps extends HomeDeps {
  readonly publicRoot: () => string
}

/** Counts the request; throws past the limit. */
export async function countResetRequest(
  email: string,
  { address }: SessionSource,
  { database: { sql }, vault, environment }: RecoveryDeps,
): Promise<void> {
  await countTry(sql, vault, REQUESTS_BY_SOURCE, address)
  await countTry(sql, vault, REQUESTS_BY_SOURCE_AND_LOGIN, sourceAnd(address, `${environment} ${email}`))
}

/** Mails a link to every login with this address; in the sandbox each enterprise has its own. */
export async function sendResets(email: string, deps: RecoveryDeps): Promise<void> {
  const { database, environment } = deps
  const logins = await findLogins(database.sql, environment, email)
  // A login that has lost the address is not sent mail there.
  for (const login of logins.filter((one) => emailOf(one)?.toLowerCase() === email.toLowerCase())) {
    await sendReset(login, deps)
  }
}

function sendReset(creator: CreatorRow, { database, vault, publicRoot }: RecoveryDeps): Promise<void> {
  const token = newToken()
  const url = `${publicRoot()}/account/reset/${token}`
  const facts = { name: creator.first_name, url, minutes: RESET_MINUTES }
  return database.transaction(async (tx) => {
    if (!(await isWithin(tx, vault, MAILS_TO_LOGIN, creator.id))) return
    await insertReset(tx, creator, hashToken(token), RESET_MINUTES)
    const { tenant_id: tenant, email: to } = creator
    await queueMessages(tx, tenant, [{ kind: 'creator_password_reset', to, facts }], vault)
  })
}

/**
 * The link stands for the password; the code to the login's mobile number is still asked for, and only then the password
 * changes. A login without a number has only the address: there the password changes at once.
 */
export async function resetPassword(
  token: string,
  password: string,
  source: SessionSource,
  deps: RecoveryDeps,
): Promise<NewSession> {
  const { database, environment, vault } = deps
  await countTry(database.sql, vault, UNKNOWN_RESETS, source.address)
  const passwordHash = await hashPassword(password)
  const opened = await database.transaction(async (tx) => {
    const reset = couldBeToken(token) ? await takeReset(tx, hashToken(token), environment) : undefined
    const creator = reset && (await findCreator(tx, reset.tenant_id, reset.creator_id))
    // The login has changed its address since.
    if (!reset || !creator || creator.email !== reset.email) return undefined
    // Thrown, so that the link stays good for another try.
    refuseWeakPassword(password, ownData(creator))
    const session = await openSession(tx, creator, source, deps)
    if (creator.mobile !== null) {
      await putChange(tx, session.visitor.session, { kind: 'password', value: passwordHash })
    } else {
      await replacePassword(tx, session.visitor, passwordHash, deps)
      await markEmailProven(tx, creator)
    }
    return session
  })
  if (!opened) throw problem('link_unusable', 'This link was used or has expired; ask for a new one.')
  await forgiveTry(database.sql, vault, UNKNOWN_RESETS, source.address)
  return opened
}
