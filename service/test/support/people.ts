import type { Role } from '../../src/dashboard/index.ts'
import { insertPerson } from '../../src/dashboard/people/store.ts'
import { newId } from '../../src/kernel/ids.ts'
import { hashPassword } from '../../src/resources/creators/index.ts'
import type { Answer } from './client.ts'
import type { RunningService } from './service.ts'
import { totp } from './totp.ts'

export const PASSWORD = 'rivers run to the sea'

/** A browser at the dashboard: keeps cookies, names its origin, speaks JSON. */
export interface Browser {
  readonly origin: string
  cookies(): string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string): Promise<Answer>
}

export function createBrowser(origin: string, jar = new Map<string, string>()): Browser {
  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        cookie: cookies(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : text }
  }
  return {
    origin,
    cookies,
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    delete: (path) => call('DELETE', path),
  }
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(';')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  if (attributes.some((one) => /^\s*max-age=0$/i.test(one))) jar.delete(name)
  else jar.set(name, value)
}

/** Stretched once for all of them: it is slow on purpose. */
let hashed: Promise<string> | undefined

/** A person of an enterprise, who has not signed in yet. */
export async function newPerson(
  running: RunningService,
  enterprise: string,
  role: Role,
): Promise<{ id: string; email: string }> {
  const id = newId('person')
  const person = { id, email: `${id}@people.example`, name: `Pat ${role}`, enterprise, role }
  hashed ??= hashPassword(PASSWORD)
  const passwordHash = await hashed
  await running.database.transaction((tx) => insertPerson(tx, { ...person, loginId: newId('person'), passwordHash }))
  return person
}

/** The cookie of a browser's session, without that of its device. */
export const sessionCookie = ({ cookies }: Browser): string =>
  cookies()
    .split('; ')
    .find((cookie) => cookie.includes('session_token')) ?? ''

export async function signIn(origin: string, email: string, password = PASSWORD): Promise<Browser> {
  const browser = createBrowser(origin)
  const answer = await browser.post('/dashboard/auth/sign-in/email', { email, password })
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.status} ${answer.text}`)
  return browser
}

/** Somebody of an enterprise in that role, signed in. */
export async function signedIn(
  running: RunningService,
  enterprise: string,
  role: Role,
): Promise<Browser & { readonly id: string; readonly email: string }> {
  const { id, email } = await newPerson(running, enterprise, role)
  return { ...(await signIn(running.roots.sandbox, email)), id, email }
}

/** Gives a person a passkey, as if their browser had made one. */
export async function havePasskey({ database: { sql } }: RunningService, person: string): Promise<void> {
  const id = newId('person')
  await sql`
    insert into person_passkeys (id, person_id, public_key, credential_id, counter, device_type, backed_up)
    values (${id}, ${person}, 'a key', ${id}, 0, 'singleDevice', false)`
}

export interface Enrolment {
  readonly totpURI: string
  readonly backupCodes: readonly string[]
}

/** Sets the second factor of somebody up, with the code of now. */
export async function enrolled(browser: Browser): Promise<Enrolment> {
  const { body } = await browser.post('/dashboard/auth/two-factor/enable', { password: PASSWORD })
  const proven = await browser.post('/dashboard/auth/two-factor/verify-totp', { code: totp(body.totpURI) })
  if (proven.status !== 200) throw new Error(`could not enrol: ${proven.status} ${proven.text}`)
  return body
}

/** What the audit log of an enterprise holds, newest first. */
export async function deedsOf(
  running: RunningService,
  enterprise: string,
): Promise<{ action: string; person_id: string; subject: string | null; details: Record<string, unknown> }[]> {
  return running.database.sql`
    select action, person_id, subject, details from audit_log
    where enterprise_id = ${enterprise} order by position desc`
}
