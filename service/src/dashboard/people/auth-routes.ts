import { type Api, type Request, type Response, toProblem } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { Vault } from '../../platform/vault.ts'
import { auditEntry } from '../door/actor.ts'
import { notFresh } from '../door/guard.ts'
import { refuseForeign } from '../door/origin.ts'
import { type Person, setPerson } from '../door/person.ts'
import { AUTH_PATH, type Auth } from './auth.ts'
import { type AuthSubject, recordAuth, recordBefore, recordRefused } from './auth-audit.ts'
import {
  bodyOf,
  callLibrary,
  type LibraryAnswer,
  type LibraryBody,
  type LibraryDeps,
  toErrorBody,
} from './auth-library.ts'
import { AUTH_ROUTES, type AuthRoute, SIGN_IN, VERIFY_TOTP } from './auth-table.ts'
import { isFirstUse } from './codes.ts'
import { countGuess, forgiveGuess, isFirstRefusal } from './guesses.ts'
import { findPerson, headersOf } from './session.ts'
import { deleteSession } from './store.ts'

export interface AuthRouteDeps extends LibraryDeps {
  readonly vault: Vault
}

const BODY_MAX = 16_384

/** The sign-in library behind our own checks: origin, fields, guesses, fresh sign-in, audit log. */
export function authRoutes(api: Api, deps: AuthRouteDeps): void {
  for (const route of AUTH_ROUTES) {
    api.route({
      method: route.method,
      url: AUTH_PATH + route.path,
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
  readonly signedIn: Person | undefined
  /** The person's id or e-mail address: guesses are counted for it. */
  readonly guessedFor: string | undefined
}

async function answer(request: Request, reply: Response, route: AuthRoute, deps: AuthRouteDeps): Promise<unknown> {
  const { database, auth } = deps
  const body = { ...bodyOf(request, route.takes ?? []), ...route.sets }
  const signedIn = route.method === 'GET' || route.sessionless ? undefined : await findPerson(request, auth(), database)
  if (route.fresh && signedIn?.twoFactor && !signedIn.fresh)
    throw notFresh('Give your password and a code again to do this.')
  const challenged = route.challenged && !signedIn ? await findChallenged(request, auth()) : undefined
  const subject: AuthSubject = { id: signedIn?.id ?? challenged, email: textOf(body.email) }
  const guessedFor = subject.id ?? subject.email
  if (route.guess)
    await countGuess(deps, request.ip, guessedFor).catch((error) => recordLocked(request, subject, deps, error))
  if (signedIn) setPerson(request, signedIn)
  const entry = signedIn && route.action ? auditEntry(request, actionFor(route.action, signedIn)) : undefined
  const attempt = { route, body, signedIn, guessedFor }
  const {
    response,
    text,
    body: answered,
  } = await recordBefore(entry, deps, () =>
    tryAt(request, attempt, deps).catch((error) => recordCodesLocked(request, challenged, deps, error)),
  )
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.code(response.status).header('content-type', 'application/json; charset=utf-8')
  reply.send(response.ok ? text || 'null' : JSON.stringify(toErrorBody(answered, request.id)))
  // Done after the response, so that the response time does not reveal whether the person exists.
  if (response.status === 401 && route.path === SIGN_IN) await recordRefused(request, subject, 'credentials', deps)
  if (response.status === 401 && challenged) await recordRefused(request, subject, 'code', deps)
  return reply
}

async function tryAt(request: Request, attempt: Attempt, deps: AuthRouteDeps): Promise<LibraryAnswer> {
  const answered = await callLibrary(request, attempt.body, deps)
  if (answered.response.ok) await finish(request, attempt, answered.body, deps)
  return answered
}

/** After the library has done it: the code is used up, the guess forgiven, the sign-in recorded. */
async function finish(
  request: Request,
  { route: { path, guess, action }, body, signedIn, guessedFor }: Attempt,
  answered: LibraryBody,
  deps: AuthRouteDeps,
): Promise<void> {
  if (path === VERIFY_TOTP) await refuseUsedCode(request, textOf(body.code) ?? '', signedIn, answered, deps)
  if (guess === 'forgiven') await forgiveGuess(deps, request.ip, guessedFor)
  if (action && !signedIn && !answered.twoFactorRedirect) await recordAuth(request, action, answered.user?.id, deps)
}

/** An authenticator's code works once, so that a code read over a shoulder is worth nothing. */
async function refuseUsedCode(
  request: Request,
  code: string,
  signedIn: Person | undefined,
  { user, token }: LibraryBody,
  deps: AuthRouteDeps,
): Promise<void> {
  const { database, vault } = deps
  if (await isFirstUse(database, vault, user?.id ?? '', code)) return
  // The library has made a session already; nobody has its token yet.
  if (!signedIn && token !== undefined) {
    await deleteSession(database.sql, token)
    await recordRefused(request, { id: user?.id, email: undefined }, 'code', deps)
  }
  throw problem('incorrect_credentials', 'This code was used; wait for the next one.')
}

/** The first right code of a person without a second factor turns it on. */
const actionFor = (action: string, person: Person): string =>
  action === 'second_factor.used' && !person.twoFactor ? 'second_factor.enabled' : action

/** The person who has given the right password in the step before. */
async function findChallenged(request: Request, auth: Auth): Promise<string | undefined> {
  return (await auth.api.readChallenged({ headers: headersOf(request) })).person
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
