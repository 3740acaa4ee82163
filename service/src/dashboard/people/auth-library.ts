import type { Request } from '../../http/index.ts'
import { type Problem, problem, validationFailed } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import type { Auth } from './auth.ts'
import { codesLocked } from './guesses.ts'
import { explainFailure } from './library-failure.ts'
import { cleanName, foldEmail } from './name.ts'
import { headersOf } from './session.ts'

/** The fields of the sign-in library's JSON that are read here. */
export interface LibraryBody {
  readonly user?: { readonly id?: string }
  readonly token?: string
  readonly session?: { readonly token?: string }
  readonly twoFactorRedirect?: boolean
  readonly code?: string
  readonly message?: string
}

/** An answer of the sign-in library, read to its end. */
export interface LibraryAnswer {
  readonly response: globalThis.Response
  readonly text: string
  readonly body: LibraryBody
}

export interface LibraryDeps {
  readonly auth: () => Auth
  readonly root: () => string
  readonly database: Database
}

export async function callLibrary(
  request: Request,
  body: Record<string, unknown>,
  { auth, root, database }: LibraryDeps,
): Promise<LibraryAnswer> {
  const asked = toWebRequest(request, body, root())
  const response = await auth()
    .handler(asked)
    .catch((error) => explainFailure(error, database))
  const text = await response.text()
  const answered = parseBody(text)
  // The library calls a credential that it cannot read an error of its own.
  if (answered.code === 'FAILED_TO_VERIFY_REGISTRATION') throw unreadablePasskey()
  return { response, text, body: answered }
}

export const unreadablePasskey = (): Problem =>
  problem('incorrect_credentials', 'The passkey could not be verified; try again.')

const TEXT_MAX = 8_192

/** The credential of a browser has an id and the authenticator's response; the library checks the rest. */
export function requireCredential({ response }: Record<string, unknown>): void {
  const { id, response: signed } = (response ?? {}) as { id?: unknown; response?: unknown }
  const isWhole = typeof id === 'string' && id.length <= TEXT_MAX && typeof signed === 'object' && signed !== null
  if (!isWhole)
    throw validationFailed([{ param: 'response', code: 'invalid', message: 'must be a WebAuthn credential' }])
}

/** The library counts wrong codes itself; its lock is answered and logged as our own are. */
const TOO_MANY_CODES = new Set(['ACCOUNT_TEMPORARILY_LOCKED', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])

function parseBody(text: string): LibraryBody {
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as LibraryBody
  if (TOO_MANY_CODES.has(body.code ?? '')) throw codesLocked()
  return body
}

function toWebRequest(request: Request, body: Record<string, unknown>, root: string): globalThis.Request {
  const headers = headersOf(request)
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  const url = new URL(request.url, root)
  if (request.method === 'GET') return new globalThis.Request(url, { headers })
  headers.set('content-type', 'application/json')
  return new globalThis.Request(url, { method: request.method, headers, body: JSON.stringify(body) })
}

/** The body of a request with the fields its route takes. A field that only the library knows is refused like any other. */
export function bodyOf(request: Request, takes: readonly string[]): Record<string, unknown> {
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
  // Our own mail says where the link leads.
  const { redirectTo: _ignored, ...body } = request.body as Record<string, unknown>
  if (typeof body.email === 'string') body.email = foldEmail(body.email)
  return takes.includes('name') ? { ...body, name: cleanName(body.name) } : body
}

/** An error of the library in the shape of the API's errors. */
export const toErrorBody = (
  { code = 'sign_in_failed', message = 'The request failed.' }: LibraryBody,
  requestId: string,
) => ({
  message: message.endsWith('.') ? message : `${message}.`,
  code: code.toLowerCase(),
  request_id: requestId,
})
