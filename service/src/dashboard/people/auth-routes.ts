import { type Api, type Request, type Response, toProblem } from '../../http/index.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { type Deed, record } from '../audit-log/chain.ts'
import { deedOf } from '../door/actor.ts'
import { notFresh } from '../door/guard.ts'
import { refuseForeign } from '../door/origin.ts'
import { type Person, personName, setPerson } from '../door/person.ts'
import { AUTH_PATH, type Auth } from './auth.ts'
import { isFirstUse } from './codes.ts'
import { codesLocked, countGuess, forgiveGuess, isLockNews } from './guesses.ts'
import { cleanName, foldEmail } from './name.ts'
import { findPerson, headersOf } from './session.ts'
import { deleteSession, findPersonByEmail, findPersonById } from './store.ts'

export interface AuthRouteDeps {
  readonly database: Database
  readonly vault: Vault
  readonly auth: () => Auth
  readonly root: () => string
}

interface AuthRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** What its body may hold. */
  readonly takes?: readonly string[]
  /** As the audit log calls it. */
  readonly deed?: string
  /**
   * Counted before anything is compared, by the address it comes from and by whom it is about. What succeeds was no
   * guess and is forgiven, but for what always succeeds.
   */
  readonly guess?: 'forgiven' | 'counted'
  /** Says itself whom it is about: a session that comes beside it, which may be anybody's, means nothing. */
  readonly sessionless?: true
  /** Without a session it is about whoever has just given the right password. */
  readonly challenged?: true
  /** Where a second factor is on, the password alone is not enough: it and a code were given within the last minutes. */
  readonly fresh?: true
  /** Whatever the body says of it. */
  readonly sets?: Record<string, unknown>
}

const SIGN_IN = '/sign-in/email'
const VERIFY_TOTP = '/two-factor/verify-totp'

/** What of the sign-in library can be reached from outside. Everything else of it cannot. */
export const AUTH_ROUTES: readonly AuthRoute[] = [
  {
    method: 'POST',
    path: SIGN_IN,
    takes: ['email', 'password', 'rememberMe'],
    deed: 'session.signed_in',
    guess: 'forgiven',
    sessionless: true,
  },
  { method: 'POST', path: '/sign-out', deed: 'session.signed_out' },
  { method: 'GET', path: '/get-session' },
  { method: 'GET', path: '/list-sessions' },
  { method: 'POST', path: '/revoke-session', takes: ['token'], deed: 'session.revoked' },
  { method: 'POST', path: '/revoke-sessions', deed: 'session.revoked_all' },
  { method: 'POST', path: '/revoke-other-sessions', deed: 'session.revoked_others' },
  { method: 'POST', path: '/update-user', takes: ['name'], deed: 'person.renamed' },
  {
    method: 'POST',
    path: '/change-password',
    takes: ['currentPassword', 'newPassword', 'revokeOtherSessions'],
    sets: { revokeOtherSessions: true },
    deed: 'password.changed',
    guess: 'forgiven',
    fresh: true,
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    takes: ['email', 'redirectTo'],
    guess: 'counted',
    sessionless: true,
  },
  { method: 'POST', path: '/reset-password', takes: ['newPassword', 'token'], guess: 'forgiven', sessionless: true },
  { method: 'POST', path: '/two-factor/enable', takes: ['password'], guess: 'forgiven' },
  {
    method: 'POST',
    path: '/two-factor/disable',
    takes: ['password'],
    deed: 'second_factor.disabled',
    guess: 'forgiven',
    fresh: true,
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    takes: ['password'],
    deed: 'second_factor.new_codes',
    guess: 'forgiven',
    fresh: true,
  },
  {
    method: 'POST',
    path: VERIFY_TOTP,
    takes: ['code'],
    deed: 'second_factor.used',
    guess: 'forgiven',
    challenged: true,
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    takes: ['code'],
    deed: 'second_factor.backup_used',
    guess: 'forgiven',
    challenged: true,
  },
]

const BODY_MAX = 16_384

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

interface Answered {
  readonly user?: { readonly id?: string }
  readonly token?: string
  readonly twoFactorRedirect?: boolean
  readonly code?: string
  readonly message?: string
}

async function answer(request: Request, reply: Response, route: AuthRoute, deps: AuthRouteDeps): Promise<unknown> {
  const { database, auth } = deps
  const body = { ...bodyOf(request, route.takes ?? []), ...route.sets }
  const before = route.method === 'GET' || route.sessionless ? undefined : await findPerson(request, auth(), database)
  if (route.fresh && before?.twoFactor && !before.fresh)
    throw notFresh('Give your password and a code again to do this.')
  const challenged = route.challenged && !before ? await findChallenged(request, auth()) : undefined
  const about: About = { id: before?.id ?? challenged, email: textOf(body.email) }
  const whom = about.id ?? about.email
  if (route.guess) await countGuess(deps, request.ip, whom).catch((error) => lockedOut(request, about, deps, error))
  if (before) setPerson(request, before)
  const deed = before && route.deed ? deedOf(request, deedIn(route.deed, before)) : undefined
  const { response, text, said } = await writtenDown(deed, deps, () =>
    ask(request, route, { body, before, whom }, deps),
  )
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.code(response.status).header('content-type', 'application/json; charset=utf-8')
  reply.send(response.ok ? text || 'null' : JSON.stringify(faultOf(said, request.id)))
  // After the answer, so that its time does not tell whether there is such a person.
  if (response.status === 401 && route.path === SIGN_IN) await recordRefused(request, about, 'credentials', deps)
  if (response.status === 401 && challenged) await recordRefused(request, about, 'code', deps)
  return reply
}

/**
 * What somebody does who is known already is in the audit log before it is done, as what goes on to the API is; what was
 * refused afterwards is told by a second row. Whoever is only signing in is known by what the library says.
 */
async function writtenDown(
  deed: Deed | undefined,
  { database, vault }: AuthRouteDeps,
  act: () => Promise<Said>,
): Promise<Said> {
  if (!deed) return act()
  const write = (it: Deed): Promise<void> => database.transaction((tx) => record(tx, vault, it))
  const refused = (status: number) =>
    write({ ...deed, action: `${deed.action}.refused`, details: { ...deed.details, status } })
  await write(deed)
  const done = await act().catch(async (error: unknown) => {
    await refused(toProblem(error).status)
    throw error
  })
  if (!done.response.ok) await refused(done.response.status)
  return done
}

interface Said {
  readonly response: globalThis.Response
  readonly text: string
  readonly said: Answered
}

/** What the library says, and what follows when it has done it. */
async function ask(request: Request, route: AuthRoute, tried: Tried, deps: AuthRouteDeps): Promise<Said> {
  const response = await deps.auth().handler(asWebRequest(request, tried.body, deps.root()))
  const text = await response.text()
  const said = read(text)
  if (response.ok) await succeeded(request, route, tried, said, deps)
  return { response, text, said }
}

/** The library counts codes itself, of a sign-in and of a person; that somebody guesses is ours to say, and to log. */
const TOO_MANY_CODES = new Set(['ACCOUNT_TEMPORARILY_LOCKED', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])

function read(text: string): Answered {
  const said = (text.startsWith('{') ? JSON.parse(text) : {}) as Answered
  if (TOO_MANY_CODES.has(said.code ?? '')) throw codesLocked()
  return said
}

/** Whom a request is about, as far as it says: by the session or the step before, or by what was typed. */
interface About {
  readonly id: string | undefined
  readonly email: string | undefined
}

/** Who has given the right password in the step before. */
async function findChallenged(request: Request, auth: Auth): Promise<string | undefined> {
  return (await auth.api.readChallenged({ headers: headersOf(request) })).person
}

interface Tried {
  readonly body: Record<string, unknown>
  readonly before: Person | undefined
  readonly whom: string | undefined
}

async function succeeded(
  request: Request,
  { path, guess, deed }: AuthRoute,
  { body, before, whom }: Tried,
  said: Answered,
  deps: AuthRouteDeps,
): Promise<void> {
  if (path === VERIFY_TOTP) await refuseUsed(request, textOf(body.code) ?? '', before, said, deps)
  if (guess === 'forgiven') await forgiveGuess(deps, request.ip, whom)
  if (deed && !before && !said.twoFactorRedirect) await recordAuth(request, deed, said.user?.id, deps)
}

/** A code that somebody has looked at over a shoulder is worth nothing once it was used. */
async function refuseUsed(
  request: Request,
  code: string,
  before: Person | undefined,
  { user, token }: Answered,
  deps: AuthRouteDeps,
): Promise<void> {
  const { database, vault } = deps
  if (await isFirstUse(database, vault, user?.id ?? '', code)) return
  // The session that was made for it is known to nobody yet.
  if (!before && token !== undefined) {
    await deleteSession(database.sql, token)
    await recordRefused(request, { id: user?.id, email: undefined }, 'code', deps)
  }
  throw problem('incorrect_credentials', 'This code was used; wait for the next one.')
}

/** The first right code of a person without a second factor is what turns it on. */
const deedIn = (deed: string, before: Person): string =>
  deed === 'second_factor.used' && !before.twoFactor ? 'second_factor.enabled' : deed

/** Told once, however often it is tried meanwhile. */
async function lockedOut(request: Request, about: About, deps: AuthRouteDeps, error: unknown): Promise<never> {
  if (await isLockNews(error, deps, about.id ?? about.email)) await recordRefused(request, about, 'locked', deps)
  throw error
}

/** Somebody could not sign in as a person whom there is. */
async function recordRefused(
  request: Request,
  { id, email }: About,
  reason: 'credentials' | 'code' | 'locked',
  deps: AuthRouteDeps,
): Promise<void> {
  const known = id ?? (email === undefined ? undefined : (await findPersonByEmail(deps.database.sql, email))?.id)
  await recordAuth(request, 'session.refused', known, deps, { reason })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Only what the route is for: a field that the library knows and we do not offer is refused like any other. */
function bodyOf(request: Request, takes: readonly string[]): Record<string, unknown> {
  if (request.body === undefined || request.method === 'GET') return {}
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
    throw problem('validation_failed', 'The body must be a JSON object.')
  }
  const unknown = Object.keys(request.body).filter((name) => !takes.includes(name))
  if (unknown.length > 0) {
    throw validationFailed(
      unknown.map((name) => ({ param: name.slice(0, 100), code: 'unknown_field', message: 'is not known here' })),
    )
  }
  // Where the link leads is ours to say.
  const { redirectTo: _elsewhere, ...body } = request.body as Record<string, unknown>
  if (typeof body.email === 'string') body.email = foldEmail(body.email)
  return takes.includes('name') ? { ...body, name: cleanName(body.name) } : body
}

function asWebRequest(request: Request, body: Record<string, unknown>, root: string): globalThis.Request {
  const headers = headersOf(request)
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  const url = new URL(request.url, root)
  if (request.method === 'GET') return new globalThis.Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new globalThis.Request(url, { method: request.method, headers, body: JSON.stringify(body) })
}

/** The library's errors, in the shape of all of ours. */
const faultOf = ({ code = 'sign_in_failed', message = 'The request failed.' }: Answered, requestId: string) => ({
  message: message.endsWith('.') ? message : `${message}.`,
  code: code.toLowerCase(),
  request_id: requestId,
})

async function recordAuth(
  request: Request,
  action: string,
  id: string | undefined,
  { database, vault }: AuthRouteDeps,
  details: Record<string, unknown> = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    const person = id === undefined ? undefined : await findPersonById(tx, id)
    if (!person) return
    await record(tx, vault, {
      enterprise: person.enterprise_id,
      personId: person.id,
      person: personName(person),
      action,
      details,
      address: request.ip,
      requestId: request.id,
    })
  })
}
