import { basic } from '../client.ts'
import { CARDS, expiry } from '../purchases.ts'
import type { Token } from './kinds.ts'

/** The answer of a door to a token. */
export interface Opened {
  readonly status: number
  readonly opened: boolean
}

export interface Door {
  /** The kinds of token that it takes, at the environment that each was made for. */
  readonly takes: readonly string[]
  /** It uses the token up. */
  readonly once?: true
  knock(root: string, token: Token): Promise<Opened>
}

/** Every request comes from another address, so that limits on guesses refuse none of them. */
let visitors = 0
const visitor = (): string => `2001:db8:${(visitors >> 16).toString(16)}:${(visitors++ & 0xffff).toString(16)}::1`

interface Knock {
  readonly path: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: object
  /** Whether the answer is that of an open door; any success, when absent. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly isOpen?: (body: any) => boolean
}

async function send(
  root: string,
  { path, method = 'GET', headers, body, isOpen = () => true }: Knock,
): Promise<Opened> {
  const response = await fetch(root + path, {
    method,
    redirect: 'manual',
    headers: {
      origin: root,
      'x-forwarded-for': visitor(),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, opened: response.ok && isOpen(isJson && text ? JSON.parse(text) : text) }
}

const door = (takes: readonly string[], knock: (token: Token) => Knock, once?: true): Door => ({
  takes,
  knock: (root, token) => send(root, knock(token)),
  ...(once ? { once } : {}),
})

const inPath = ({ value }: Token): string => encodeURIComponent(value)
const bearer = ({ value }: Token) => ({ authorization: `Bearer ${value}` })

/** The token under each of these names: a thief would try them all. */
const cookies = ({ value }: Token, ...names: string[]) => ({
  cookie: names.map((name) => `${name}=${value}`).join('; '),
})

const inAccount = (token: Token) => cookies(token, 'tributary_account', 'tributary_sandbox_account')

const PREFIXES = ['', '__Secure-'].flatMap((secure) =>
  [
    'tributary',
    'tributary_sandbox',
    'tributary_production',
    'tributary_operator_sandbox',
    'tributary_operator_production',
  ].map((name) => secure + name),
)
const inDashboard = (token: Token, name: string) => cookies(token, ...PREFIXES.map((prefix) => `${prefix}.${name}`))

const SESSION = 'session_token'
const CARD = { number: CARDS.visa, ...expiry, cvc: '123', postal_code: '94103' }
const FORM = ['card form', 'card form of 0.1']
const LINKS = ['Connect link', 'Connect invite']

/** Every way in that a token opens. A kind of token opens those doors that take it, and no other. */
export const DOORS: Record<string, Door> = {
  'the API': door(['API key'], ({ value }) => ({
    path: '/enterprise/v1/enterprise',
    headers: { authorization: basic(value) },
  })),
  'the page of the card form': door(FORM, (token) => ({ path: `/card-form/${inPath(token)}` })),
  'the state of the card form': door(FORM, (token) => ({ path: '/card-form/api/state', headers: bearer(token) })),
  'saving a card': door(FORM, (token) => ({
    path: '/card-form/api/card',
    method: 'POST',
    headers: bearer(token),
    body: CARD,
  })),
  'saving an instrument': door(FORM, (token) => ({
    path: '/card-form/api/instrument',
    method: 'POST',
    headers: bearer(token),
    body: { instrument: 'pi_sandbox_visa' },
  })),
  'removing a card': door(FORM, (token) => ({ path: '/card-form/api/card', method: 'DELETE', headers: bearer(token) })),
  'the receipt': door(['receipt', 'receipt of 0.1'], (token) => ({ path: `/receipt/${inPath(token)}` })),
  'the page of Connect': door(LINKS, (token) => ({ path: `/connect/${inPath(token)}` })),
  'opening Connect': door(LINKS, ({ value: token }) => ({
    path: '/connect/api/open',
    method: 'POST',
    body: { token },
  })),
  'starting Connect': door(
    LINKS,
    ({ value: token, answer }) => ({
      path: '/connect/api/start',
      method: 'POST',
      body: { token, ...(answer === undefined ? {} : { answer }) },
    }),
    true,
  ),
  // Opened by an invite that has ended: here, by the start before.
  'renewing an invite': door(
    ['Connect invite'],
    ({ value: token }) => ({ path: '/connect/api/renew', method: 'POST', body: { token } }),
    true,
  ),
  'the state of Connect': door(['Connect session'], (token) => ({
    path: '/connect/api/state',
    headers: bearer(token),
  })),
  'a step of Connect': door(['Connect session'], (token) => ({
    path: '/connect/api/bank-name',
    method: 'POST',
    headers: bearer(token),
    body: { routing_number: '021000021' },
  })),
  "the creator's session": door(['creator session'], (token) => ({
    path: '/account/api/session',
    headers: inAccount(token),
    isOpen: ({ status }) => status === 'signed_in',
  })),
  "the creator's home": door(['creator session'], (token) => ({
    path: '/account/api/home',
    headers: inAccount(token),
  })),
  "the creator's security": door(['creator session'], (token) => ({
    path: '/account/api/security',
    headers: inAccount(token),
  })),
  "resetting a creator's password": door(
    ["creator's password reset"],
    ({ value: token }) => ({
      path: '/account/api/password/reset',
      method: 'POST',
      body: { token, password: 'nine grey herons wade' },
    }),
    true,
  ),
  'the dashboard': door(['person session'], (token) => ({
    path: '/dashboard/api/me',
    headers: inDashboard(token, SESSION),
  })),
  'the API through the dashboard': door(['person session'], (token) => ({
    path: '/dashboard/api/sandbox/v1/enterprise',
    headers: inDashboard(token, SESSION),
  })),
  "a person's session": door(['person session'], (token) => ({
    path: '/dashboard/auth/get-session',
    headers: inDashboard(token, SESSION),
    isOpen: (body) => body !== null,
  })),
  "a person's sessions": door(['person session'], (token) => ({
    path: '/dashboard/auth/list-sessions',
    headers: inDashboard(token, SESSION),
  })),
  "a person's passkeys": door(['person session'], (token) => ({
    path: '/dashboard/auth/passkey/list-user-passkeys',
    headers: inDashboard(token, SESSION),
  })),
  'the second factor': door(
    ['half-done sign-in'],
    (token) => ({
      path: '/dashboard/auth/two-factor/verify-totp',
      method: 'POST',
      headers: inDashboard(token, 'two_factor'),
      body: { code: token.code?.() ?? '123456' },
    }),
    true,
  ),
  'an invitation': door(['invitation', 'invitation of 0.1'], (token) => ({
    path: `/dashboard/api/invitation/${inPath(token)}`,
  })),
  'accepting an invitation': door(
    ['invitation', 'invitation of 0.1'],
    (token) => ({
      path: `/dashboard/api/invitation/${inPath(token)}/accept`,
      method: 'POST',
      body: { name: 'Nora', password: 'nine grey herons wade' },
    }),
    true,
  ),
  'resetting a password': door(
    ['password reset'],
    ({ value: token }) => ({
      path: '/dashboard/auth/reset-password',
      method: 'POST',
      body: { token, newPassword: 'nine grey herons wade' },
    }),
    true,
  ),
  'the console': door(['operator session'], (token) => ({
    path: '/operator/api/me',
    headers: inDashboard(token, SESSION),
  })),
  'a page of the console': door(['operator session'], (token) => ({
    path: '/operator/api/enterprises',
    headers: inDashboard(token, SESSION),
  })),
  "an operator's session": door(['operator session'], (token) => ({
    path: '/operator/auth/get-session',
    headers: inDashboard(token, SESSION),
    isOpen: (body) => body !== null,
  })),
  "an operator's sessions": door(['operator session'], (token) => ({
    path: '/operator/auth/list-sessions',
    headers: inDashboard(token, SESSION),
  })),
  "an operator's passkeys": door(['operator session'], (token) => ({
    path: '/operator/auth/passkey/list-user-passkeys',
    headers: inDashboard(token, SESSION),
  })),
  "an operator's second factor": door(
    ["operator's half-done sign-in"],
    (token) => ({
      path: '/operator/auth/two-factor/verify-totp',
      method: 'POST',
      headers: inDashboard(token, 'two_factor'),
      body: { code: token.code?.() ?? '123456' },
    }),
    true,
  ),
  "choosing an operator's password": door(
    ["operator's link"],
    ({ value: token }) => ({
      path: '/operator/auth/reset-password',
      method: 'POST',
      body: { token, newPassword: 'nine grey herons wade' },
    }),
    true,
  ),
}
