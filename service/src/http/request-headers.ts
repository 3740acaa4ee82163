import type { FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'

/** Refuses headers that Node itself would refuse without a body, so that the answer has the usual error body. */
export function checkRequestHeaders({ headers, raw }: FastifyRequest): void {
  if (headers.host === undefined && raw.httpVersion !== '1.0') {
    throw problem('malformed_request', 'The request has no `Host` header; HTTP/1.1 requires one.')
  }
  if (!HOST.test(headers.host ?? '')) {
    throw problem('malformed_request', 'The `Host` header is not a host name or address, with or without a port.')
  }
  const doubled = doubledIn(raw.rawHeaders)
  if (doubled !== undefined) {
    throw problem('malformed_request', `The request has more than one \`${doubled}\` header; send one.`)
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    throw problem('malformed_request', 'The `Expect` header must be `100-continue`.')
  }
}

/** A name, an address, or an IPv6 address in brackets; nothing that could be read as two hosts, or as a user before one. */
const HOST = /^(?:[\w.~%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/** Node keeps the first of several of these, or joins them; a proxy before us may have gone by another. */
const ONCE = ['Host', 'Authorization', 'Content-Type', 'Idempotency-Key'].map((name) => ({
  name,
  lower: name.toLowerCase(),
}))

/** The first of them that is there twice. Names and values take turns in the list. */
function doubledIn(rawHeaders: readonly string[]): string | undefined {
  for (const { name, lower } of ONCE) {
    let found = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const header = rawHeaders[at] as string
      if (header.length === lower.length && header.toLowerCase() === lower && ++found > 1) return name
    }
  }
  return undefined
}

/** The path as the router reads it: without host and query, and with percent-encoded letters decoded. */
export function routedPath(url: string): string {
  if (url.startsWith('/') && !/[?#%]/.test(url)) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] as string
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
