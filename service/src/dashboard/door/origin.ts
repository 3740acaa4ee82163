import type { Request } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'

const hostOf = (origin: string): string | undefined => URL.parse(origin)?.host

/**
 * Changes are taken from our own pages alone. A browser sends the page's origin with every such request and lets no page
 * choose it; the cookie is same-site besides.
 */
export function refuseForeign({ headers, method }: Request, root: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const ours = headers.origin !== undefined && [new URL(root).host, headers.host].includes(hostOf(headers.origin))
  if (!ours || (site !== undefined && site !== 'same-origin')) {
    throw problem('foreign_origin', 'This is accepted from the dashboard alone: the Origin must be this address.')
  }
}
