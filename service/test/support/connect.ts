import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { LEGAL_NAMES, LEGAL_VERSIONS } from '../../../contracts/legal.ts'
import type { Answer, Client } from './client.ts'
import { invited } from './payouts.ts'

export { BANK } from './bodies.ts'

/** Agreed to with every grant, unless a test says otherwise. */
const CONSENTS = LEGAL_NAMES.map((document) => ({ document, version: LEGAL_VERSIONS[document] }))

/** What the Connect page does: holds a token, and after its first action a session. */
export interface Tab {
  readonly url: string
  readonly token: string
  open(): Promise<Answer>
  start(answer?: string): Promise<Answer>
  /** The bearer token, once the session has begun. */
  session(): string
  state(): Promise<Answer>
  post(step: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The same session, at another process. */
  at(root: string): Tab
}

async function ask(url: string, method: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, text, body: json && text ? JSON.parse(text) : text }
}

export function openTab(url: string, session = ''): Tab {
  const { origin, pathname } = new URL(url)
  const token = pathname.split('/').at(-1) ?? ''
  const api = `${origin}/connect/api`
  return {
    url,
    token,
    open: () => ask(`${api}/open`, 'POST', { token }),
    async start(answer) {
      const started = await ask(`${api}/start`, 'POST', { token, ...(answer === undefined ? {} : { answer }) })
      if (started.status === 201) session = started.body.session
      return started
    },
    session: () => session,
    state: () => ask(`${api}/state`, 'GET', undefined, { authorization: `Bearer ${session}` }),
    post: (step, body = {}, headers = {}) =>
      ask(`${api}/${step}`, 'POST', step === 'grant' ? { consents: CONSENTS, ...body } : body, {
        authorization: `Bearer ${session}`,
        ...headers,
      }),
    at: (root) => openTab(new URL(pathname, root).href, session),
  }
}

export async function linkTo(client: Client, connection: string, more: object = {}): Promise<string> {
  const made = await client.post('/connect-link', { account_connection: connection, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body.url
}

export async function inviteTo(client: Client, connection: string, more: object = {}): Promise<string> {
  const made = await client.post('/connect-invite', { account_connection: connection, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body.url
}

/** A tab whose session has begun. */
export async function startedTab(client: Client, connection: string, more: object = {}): Promise<Tab> {
  const tab = openTab(await linkTo(client, connection, more))
  const started = await tab.start()
  expect(started.status, started.text).toBe(201)
  return tab
}

/** A step that must succeed and lead to that screen. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function go(tab: Tab, step: string, body: object, to: string): Promise<any> {
  const answer = await tab.post(step, body)
  expect([step, answer.status, answer.text.slice(0, 300), answer.body.step]).toEqual([step, 200, expect.anything(), to])
  return answer.body
}

export const PASSWORD = 'correct horse battery'
export const newEmail = (): string => `creator.${randomUUID()}@example.com`

/** The sample applicant of the sandbox. */
export const APPLICANT = {
  first_name: 'Alice',
  last_name: 'Alison',
  date_of_birth: '1990-01-31',
  ssn: '123-45-6789',
  street_line_1: '1 Main Street',
  city: 'Springfield',
  state_abbreviation: 'IL',
  postal_code: '62701',
}

export const CREDIT = { permissions: [{ name: 'payment.credit' }] }

/** A new login, with the code that was sent to its address; in the sandbox any code passes. */
export async function proveLogin(
  tab: Tab,
  to: string,
  login: { readonly email: string; readonly password: string },
  code: string | (() => Promise<string>) = '000000',
): Promise<void> {
  await go(tab, 'login', login, 'email_code')
  await go(tab, 'email-code', { code: typeof code === 'string' ? code : await code() }, to)
}

/** From the choice of a way to the screen after the second factor, with a new login. */
export async function newLogin(tab: Tab, to: string, email = newEmail()): Promise<string> {
  await proveLogin(tab, 'mobile', { email, password: PASSWORD })
  await go(tab, 'mobile', { mobile: '(202) 555-0123' }, 'code')
  await go(tab, 'code', { code: '000000' }, to)
  return email
}

/** The same with the login of a simulated creator, who has a mobile number and no password yet. */
export async function claimLogin(tab: Tab, to: string, email: string): Promise<void> {
  await proveLogin(tab, 'code', { email, password: PASSWORD })
  await go(tab, 'code', { code: '000000' }, to)
}

/** The creator's own page, with its cookie. */
export function openHome(root: string) {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await ask(`${root}/account/api/${path}`, method, body, {
      ...(jar.size > 0 ? { cookie: cookies() } : {}),
      ...headers,
    })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=')
      jar.set(name, value)
    }
    return answer
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: object = {}, headers: Record<string, string> = {}) => call('POST', path, body, headers),
    /** That of the session. */
    cookie: () => [...jar].find(([name]) => name.endsWith('account'))?.join('=') ?? '',
  }
}

/** A creator with a login and a `direct` account, who has been through Connect. */
export async function creatorOf(of: Client, more: object = {}): Promise<{ email: string; connection: string }> {
  const connection = await invited(of, more)
  const tab = await startedTab(of, connection)
  // Where `payment.debit` is requested there is no choice of the method.
  const { step } = (await tab.post('welcome')).body
  if (step === 'method') await go(tab, 'method', { method: 'direct' }, 'sign_in')
  const email = await newLogin(tab, 'application')
  await go(tab, 'application', APPLICANT, 'review')
  await go(tab, 'grant', CREDIT, 'done')
  return { email, connection }
}
