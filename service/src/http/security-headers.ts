import type { Environment } from '../kernel/environment.ts'

/** API answers are read by programs: they must not be cached, framed, sniffed or load anything. */
const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
const STRICT_TRANSPORT = { ...ALWAYS, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** Browsers remember for two years to use HTTPS. The header is for answers over HTTPS only (RFC 6797, 7.2). */
export const securityHeaders = (environment: Environment, isHttps: boolean): Readonly<Record<string, string>> =>
  environment === 'production' && isHttps ? STRICT_TRANSPORT : ALWAYS
