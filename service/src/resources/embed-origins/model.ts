import { parseUrl } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Fault } from '../../kernel/errors.ts'

/** All origins go into one header of every hosted page, which has a limited length. */
export const ORIGINS_MAX = 50

/** Returns the origin as browsers spell it, or its fault. */
export function readOrigin(text: string, environment: Environment): { origin: string } | { fault: Fault } {
  const fault = (message: string) => ({ fault: { param: 'origin', code: 'invalid_format', message } })
  const url = parseUrl(text)
  if (!url || url.href !== `${url.origin}/` || /[*,;'"\s?#]/.test(text)) {
    return fault('must be an origin like `https://app.example.com`: scheme, host and port, without a path or wildcard')
  }
  if (url.protocol !== 'https:' && environment === 'production') return fault('must be an https origin in production')
  return { origin: url.origin }
}

/** The origins that may frame a hosted page, and that the page may send messages to. */
export interface Framing {
  readonly origins: readonly string[]
  /** Sandbox: every port of this machine, without registration. */
  readonly loopback: boolean
}

export const NO_FRAMING: Framing = { origins: [], loopback: false }

const LOOPBACK = ['http://localhost:*', 'http://127.0.0.1:*']

/** The value of `frame-ancestors`. */
export function frameAncestors({ origins, loopback }: Framing): string {
  const all = [...origins, ...(loopback ? LOOPBACK : [])]
  return all.length === 0 ? "'none'" : all.join(' ')
}
