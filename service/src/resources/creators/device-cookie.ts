import { cookieHeader, cookieIn, DEVICE_SECONDS } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { couldBeToken } from '../../platform/tokens.ts'

/** One per environment: both addresses may be on one host, and then share its cookies. */
const NAMES: Record<Environment, string> = {
  sandbox: 'tributary_sandbox_device',
  production: 'tributary_device',
}

/** The token of the device that a request comes from, if a creator has signed in from it. */
export function deviceIn(header: string | undefined, environment: Environment): string | undefined {
  const token = cookieIn(header, NAMES[environment])
  return token && couldBeToken(token) ? token : undefined
}

/** For all paths: Connect and the account page know the same devices. */
export const deviceCookie = (token: string, environment: Environment, isSecure: boolean): string =>
  cookieHeader(NAMES[environment], token, { path: '/', seconds: DEVICE_SECONDS, isSecure })
