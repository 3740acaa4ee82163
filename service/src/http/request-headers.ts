import type { FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'

/** Refuses headers that Node itself would refuse without a body, so that the answer has the usual error body. */
export function checkRequestHeaders({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    throw problem('malformed_request', 'The request has no `Host` header; HTTP/1.1 requires one.')
  }
  // Node keeps the first of several; a proxy before us may have gone by another.
  if (hostsIn(raw.rawHeaders) > 1) {
    throw problem('malformed_request', 'The request has more than one `Host` header; send one.')
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw problem('malformed_request', 'The `Expect` header must be `100-continue`.')
  }
}

/** Names and values take turns in the list. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** The path as the router reads it: without host and query, and with percent-encoded letters decoded. */
export function routedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] as string
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
