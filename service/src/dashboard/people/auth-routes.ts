import { type Api, type Request, type Response, toProblem } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import { refuseWeakPassword } from '../../platform/password-strength.ts'
import type { Vault } from '../../platform/vault.ts'
import type { SecurityEvent } from '../../resources/messages/index.ts'
import { notFresh } from '../door/guard.ts'
import { refuseForeign } from '../door/origin.ts'
import type { SignedIn } from '../door/person.ts'
import type { Auth } from './auth.ts'
import { type AuthSubject, recordAuth, recordBefore, recordRefused } from './auth-audit.ts'
import {
  bodyOf,
  callLibrary,
  type LibraryAnswer,
  type LibraryBody,
  type LibraryDeps,
  toErrorBody,
} from './auth-library.ts'
import { ADD_PASSKEY, type AuthRoute, RESET_PASSWORD, SIGN_IN, SIGN_IN_BY_PASSKEY, VERIFY_TOTP } from './auth-table.ts'
import { RESET_HEADER } from './challenge.ts'
import { isFirstUse } from './codes.ts'
import { keepDevice, knownDevice } from './devices.ts'
import {
  countGuess,
  countMailRequest,
  countPassword,
  forgiveGuess,
  forgivePassword,
  isFirstRefusal,
} from './guesses.ts'
import { sourceRows } from './notices.ts'
import { authPath } from './realm.ts'
import type { Realm } from './realm-port.ts'
import { headersOf } from './session.ts'
import { deleteSession, deleteSessions, markByPasskey, sessionsOf } from './sessions.store.ts'

export interface AuthRouteDeps extends LibraryDeps {
  readonly vault: Vault
  readonly realm: Realm
}

const BODY_MAX = 16_384

/** The sign-in library behind our own checks: origin, fields, guesses, fresh sign-in, audit log. */
export function authRoutes(api: Api, deps: AuthRouteDeps): void {
  for (const route of deps.realm.routes) {
    api.route({
      method: route.method,
      url: authPath(deps.realm.name) + route.path,
      bodyLimit: BODY_MAX,
      schema: { hide: true },
      onRequest: async (request, reply) => {
        reply.header('x-frame-options', 'DENY')
        refuseForeign(request, deps.root())
      },
      handler: (request, reply) => answer(request, reply, route, deps),
    })
  }
}

/** A request that has passed our checks, on its way to the library. */
interface Attempt {
  readonly route: AuthRoute
  readonly body: Record<string, unknown>
  /** The signed-in person, where the route looks at the session. */
  readonly signedIn: SignedIn | undefined
  readonly guess: CountedGuess | undefined
}

async function answer(request: Request, reply: Response, route: AuthRoute, deps: AuthRouteDeps): Promise<unknown> {
  const body = { ...bodyOf(request, route.takes ?? []), ...route.sets }
  route.check?.(body)
  const signedIn = await findSigned(request, route, deps)
  const resetting = await findResetting(route, body, deps)
  await refuseWeakChoice(body, signedIn?.id ?? resetting, deps)
  const challenged = route.challenged && !signedIn ? await findChallenged(request, deps.auth()) : undefined
  const subject: AuthSubject = { id: signedIn?.id ?? challenged, email: textOf(body.email) }
  const guess = await guessOf(request, route, subject, deps)
  await guess?.count().catch((error) => recordLocked(request, subject, deps, error))
  const entry =
    signedIn && route.action ? deps.realm.entry(request, signedIn, actionFor(route.action, signedIn)) : undefined
  const attempt = { route, body, signedIn, guess }
  const {
    response,
    text,
    body: answered,
  } = await recordBefore(entry, deps, () =>
    tryAt(request, attempt, deps).catch((error) => recordCodesLocked(request, challenged, deps, error)),
  )
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  if (response.ok && isSignIn(attempt, answered)) await greetDevice(request, reply, answered.user?.id ?? '', deps)
  if (response.ok && resetting) await greetReset(request, reply, resetting, deps)
  reply.code(response.status).header('content-type', 'application/json; charset=utf-8')
  reply.send(response.ok ? text || 'null' : JSON.stringify(toErrorBody(answered, request.id)))
  // Done after the response, so that the response time does not reveal whether the person exists.
  if (response.status === 401 && route.path === SIGN_IN) await recordRefused(request, subject, 'credentials', deps)
  if (response.status === 401 && challenged) await recordRefused(request, subject, 'code', deps)
  return reply
}

/** The signed-in person, where the route looks at the session. Throws where it needs more than there is. */
async function findSigned(
  request: Request,
  route: AuthRoute,
  { database, auth, realm }: AuthRouteDeps,
): Promise<SignedIn | undefined> {
  const { method, ownData, sessionless, anyone, challenged } = route
  const looks = method === 'GET' ? ownData : !sessionless
  if (!looks) return undefined
  const signedIn = await realm.findPerson(request, auth(), database)
  if (!signedIn && !anyone && !challenged) throw problem('unauthorized', 'Sign in first.')
  if (signedIn) refuseHalfSigned(signedIn, route)
  return signedIn
}

/** The password alone must not change how a person signs in who has more than a password. */
function refuseHalfSigned(person: SignedIn, { fresh, confirmed, factors }: AuthRoute): void {
  if (factors && person.passkeys > 0 && !person.secondFactor) {
    throw problem('second_factor_required', 'Sign in with your passkey to change this.')
  }
  if (!person.fresh && (confirmed || (fresh && person.twoFactor))) {
    throw notFresh('Give your password and a code again to do this.')
  }
}

/** The device is known from now on; the person is mailed when it was not. */
async function greetDevice(request: Request, reply: Response, id: string, deps: AuthRouteDeps): Promise<void> {
  if (await keepDevice(request, reply, deps.realm.name, id, deps)) await notify(request, id, 'new_device', deps)
}

/**
 * The new password has made every device unknown. This one is known again, so that a stranger's tries cannot keep its owner
 * from signing in.
 */
async function greetReset(request: Request, reply: Response, id: string, deps: AuthRouteDeps): Promise<void> {
  await keepDevice(request, reply, deps.realm.name, id, deps)
  await notify(request, id, 'password_changed', deps)
}

function notify(
  { ip, headers }: Request,
  id: string,
  event: SecurityEvent,
  { database, vault, realm }: AuthRouteDeps,
): Promise<void> {
  return database.transaction(async (tx) => {
    const person = await realm.findById(tx, id)
    if (person) await realm.tell(tx, vault, person, event, sourceRows(ip, headers['user-agent']))
  })
}

/** A new password must not be easy to guess, nor made of the person's own data. */
async function refuseWeakChoice(
  { newPassword }: Record<string, unknown>,
  id: string | undefined,
  { database, realm }: AuthRouteDeps,
): Promise<void> {
  const password = textOf(newPassword)
  const person = password === undefined || id === undefined ? undefined : await realm.findById(database.sql, id)
  // The library refuses a link that is nobody's; strangers do not get their passwords estimated.
  if (person && password !== undefined) refuseWeakPassword(password, [person.name, person.email], 'newPassword')
}

/** The first right code of an authenticator turns it on. */
const isEnrolling = (attempt: Attempt): attempt is Attempt & { readonly signedIn: SignedIn } =>
  attempt.route.path === VERIFY_TOTP && attempt.signedIn?.twoFactor === false

/** A guess that is counted before the library compares, and forgiven if it was right. */
interface CountedGuess {
  count(): Promise<void>
  forgive(): Promise<void>
}

async function guessOf(
  request: Request,
  { guess }: AuthRoute,
  { id, email }: AuthSubject,
  deps: AuthRouteDeps,
): Promise<CountedGuess | undefined> {
  const { ip } = request
  if (guess === undefined) return undefined
  if (guess === 'mail') return { count: () => countMailRequest(deps, ip, email ?? ''), forgive: async () => {} }
  if (guess === 'secret') {
    return { count: () => countGuess(deps, ip, id), forgive: () => forgiveGuess(deps, ip, id) }
  }
  const login = email ?? ''
  const tried = { source: ip, login, device: await knownDevice(request, deps.realm.name, login, deps.database) }
  return { count: () => countPassword(deps, tried), forgive: () => forgivePassword(deps, tried) }
}

/** A session has begun. */
const isSignIn = ({ route, signedIn }: Attempt, { user, twoFactorRedirect }: LibraryBody): boolean =>
  route.begins === true && !signedIn && user?.id !== undefined && twoFactorRedirect !== true

async function tryAt(request: Request, attempt: Attempt, deps: AuthRouteDeps): Promise<LibraryAnswer> {
  const earlier = isEnrolling(attempt) ? await sessionsOf(deps.database.sql, deps.realm.name, attempt.signedIn.id) : []
  const answered = await callLibrary(request, attempt.body, deps)
  if (answered.response.ok) {
    await finish(request, attempt, answered.body, deps)
    // They were begun without the second factor that the person now has; the library has made a new one for this browser.
    await deleteSessions(deps.database.sql, deps.realm.name, earlier)
  }
  return answered
}

/** After the library has done it: the code is used up, the guess forgiven, the sign-in recorded. */
async function finish(request: Request, attempt: Attempt, answered: LibraryBody, deps: AuthRouteDeps): Promise<void> {
  const { route, body, signedIn, guess } = attempt
  const { path, action, notice } = route
  if (path === VERIFY_TOTP) await refuseUsedCode(request, textOf(body.code) ?? '', signedIn, answered, deps)
  await guess?.forgive()
  await markPasskey({ path, signedIn }, answered, deps)
  const event = isEnrolling(attempt) ? 'second_factor_on' : notice
  if (event && signedIn) await notify(request, signedIn.id, event, deps)
  if (action && !signedIn && !answered.twoFactorRedirect) await recordAuth(request, action, answered.user?.id, deps)
}

/** A session gets its second factor by a passkey that was used to begin it, or added in it. */
async function markPasskey(
  { path, signedIn }: { readonly path: string; readonly signedIn: SignedIn | undefined },
  { session }: LibraryBody,
  { database: { sql }, realm: { name } }: AuthRouteDeps,
): Promise<void> {
  if (path === SIGN_IN_BY_PASSKEY && session?.token) await markByPasskey(sql, name, { token: session.token })
  if (path === ADD_PASSKEY && signedIn) await markByPasskey(sql, name, { id: signedIn.sessionId })
}

/** An authenticator's code works once, so that a code read over a shoulder is worth nothing. */
async function refuseUsedCode(
  request: Request,
  code: string,
  signedIn: SignedIn | undefined,
  { user, token }: LibraryBody,
  deps: AuthRouteDeps,
): Promise<void> {
  const { database, vault, realm } = deps
  if (await isFirstUse(database, vault, user?.id ?? '', code)) return
  // The library has made a session already; nobody has its token yet.
  if (!signedIn && token !== undefined) {
    await deleteSession(database.sql, realm.name, token)
    await recordRefused(request, { id: user?.id, email: undefined }, 'code', deps)
  }
  throw problem('incorrect_credentials', 'This code was used; wait for the next one.')
}

/** The first right code of a person without a second factor turns it on. */
const actionFor = (action: string, person: SignedIn): string =>
  action === 'second_factor.used' && !person.twoFactor ? 'second_factor.enabled' : action

/** The person who has given the right password in the step before. */
async function findChallenged(request: Request, auth: Auth): Promise<string | undefined> {
  return (await auth.api.readChallenged({ headers: headersOf(request) })).person
}

/** The person whose reset link this is, where the request has one. */
async function findResetting(
  { path }: AuthRoute,
  { token }: Record<string, unknown>,
  { auth }: AuthRouteDeps,
): Promise<string | undefined> {
  if (path !== RESET_PASSWORD) return undefined
  return (await auth().api.readResetPerson({ headers: new Headers({ [RESET_HEADER]: textOf(token) ?? '' }) })).person
}

/** A lock is recorded once, however many tries it stops. */
async function recordLocked(
  request: Request,
  subject: AuthSubject,
  deps: AuthRouteDeps,
  error: unknown,
): Promise<never> {
  if (await isFirstRefusal(error, deps, subject.id ?? subject.email))
    await recordRefused(request, subject, 'locked', deps)
  throw error
}

/** The library's own lock after wrong codes of a person who is signing in. */
async function recordCodesLocked(
  request: Request,
  challenged: string | undefined,
  deps: AuthRouteDeps,
  error: unknown,
): Promise<never> {
  if (challenged && toProblem(error).code === 'rate_limited')
    await recordRefused(request, { id: challenged, email: undefined }, 'locked', deps)
  throw error
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
