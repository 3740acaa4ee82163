import { type Static, Type } from 'typebox'
import type { ConfirmRequest } from '../../../../contracts/dashboard/session.ts'
import { PASSWORD_MAX } from '../../../../contracts/formats.ts'
import { Closed, type Request, Text } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import { countTry, forgetTries, type TryLimit } from '../../platform/tries.ts'
import type { Vault } from '../../platform/vault.ts'
import { record } from '../audit-log/chain.ts'
import type { SignedIn } from '../door/person.ts'
import type { Auth } from './auth.ts'
import { isFirstUse } from './codes.ts'
import type { Realm } from './realm-port.ts'
import { headersOf } from './session.ts'
import { confirmSession } from './sessions.store.ts'

export interface ConfirmDeps {
  readonly database: Database
  readonly vault: Vault
  readonly auth: () => Auth
  readonly realm: Realm
}

export const Confirmation = Closed({
  password: Text(PASSWORD_MAX),
  code: Type.Optional(Type.String({ maxLength: 20 })),
})

/** The person gives the password again, and the code of a second factor: the sign-in counts as fresh from now on. */
export async function confirmPerson(
  request: Request,
  person: SignedIn,
  given: Static<typeof Confirmation>,
  { database, vault, auth, realm }: ConfirmDeps,
): Promise<{ fresh_until: string }> {
  const { password, code }: ConfirmRequest = given
  const limit: TryLimit = { name: `${realm.name} confirming`, max: 10, seconds: 900 }
  await countTry(database.sql, vault, limit, person.id)
  const refused = async (reason: 'credentials' | 'code'): Promise<never> => {
    const entry = { ...realm.entry(request, person, 'session.refused'), details: { reason, confirming: true } }
    await database.transaction((tx) => record(tx, vault, entry))
    throw problem('incorrect_credentials', 'The password or the code is not right.')
  }
  const headers = headersOf(request)
  await auth()
    .api.verifyPassword({ headers, body: { password } })
    .catch(ifRefused(() => refused('credentials')))
  if (person.twoFactor) {
    if (code === undefined) throw problem('incorrect_credentials', 'Give the code of your second factor, too.')
    await verifyCode(request, code, auth()).catch(ifRefused(() => refused('code')))
    if (isTotp(code) && !(await isFirstUse(database, vault, person.id, code))) await refused('code')
  }
  await forgetTries(database.sql, vault, limit, person.id)
  const until = await database.transaction(async (tx) => {
    await record(tx, vault, realm.entry(request, person, 'session.confirmed'))
    return confirmSession(tx, realm.name, person.sessionId)
  })
  return { fresh_until: iso(until) }
}

/** Backup codes hold letters. */
const isTotp = (code: string): boolean => /^\d+$/.test(code)

/** An authenticator's code or a backup code. */
async function verifyCode(request: Request, code: string, { api }: Auth): Promise<void> {
  const given = { headers: headersOf(request), body: { code } }
  await (isTotp(code) ? api.verifyTOTP(given) : api.verifyBackupCode(given))
}

/** A refusal of the library is the person's mistake; any other error is ours. */
const ifRefused = (onRefusal: () => Promise<never>) => async (error: unknown) => {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 500) throw error
  await onRefusal()
}
