import type { FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'

/** What Node would refuse with an empty body is let through to here, so that it is answered like everything else. */
export function refuseOddHead({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    throw problem('malformed_request', 'The request has no Host header.')
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw problem('malformed_request', 'The header Expect can only be `100-continue`.')
  }
}

/** The path as the router reads it, however it was spelled: an absolute URL, a query, percent-encoded letters. */
export function routedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] as string
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
