import type { Environment } from '../kernel/environment.ts'

/** An API answer is read by a program: it is never cached, framed, sniffed or allowed to load anything. */
const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
const PRODUCTION = { ...ALWAYS, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

export const securityHeaders = (environment: Environment): Record<string, string> =>
  environment === 'production' ? PRODUCTION : ALWAYS
