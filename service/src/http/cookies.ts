/** The value of a cookie that a request carries. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([known]) => known === name)?.[1]
}

export interface CookieTerms {
  readonly path: string
  readonly seconds: number
  readonly isSecure: boolean
}

/** Scripts cannot read it, and other sites cannot send it with a change. */
export const cookieHeader = (name: string, value: string, { path, seconds, isSecure }: CookieTerms): string =>
  `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

/** How long a browser remembers that somebody has signed in from it. */
export const DEVICE_SECONDS = 180 * 86_400
