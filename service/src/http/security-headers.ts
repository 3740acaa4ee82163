import type { Environment } from '../kernel/environment.ts'

/** API answers are read by programs: they must not be cached, framed, sniffed or load anything. */
const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
const PRODUCTION = { ...ALWAYS, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

export const securityHeaders = (environment: Environment): Record<string, string> =>
  environment === 'production' ? PRODUCTION : ALWAYS
