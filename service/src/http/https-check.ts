import type { IncomingMessage } from 'node:http'
import { addressesIn } from '../platform/special-addresses.ts'

/** Whether a request came over HTTPS. */
export type IsHttps = (request: { readonly raw: IncomingMessage }) => boolean

/**
 * Over HTTPS is a request to our own certificate, or one of a trusted proxy that says so. Fastify's `protocol` says the same,
 * but ignores proxies for a request that it answers before any hook.
 */
export function createHttpsCheck(trustedProxies: readonly string[]): IsHttps {
  const isTrusted = addressesIn(trustedProxies)
  return ({ raw: { headers, socket } }) => {
    const forwarded = headers['x-forwarded-proto']
    if (forwarded !== undefined && isTrusted(socket.remoteAddress ?? '')) {
      return String(forwarded).split(',').at(-1)?.trim() === 'https'
    }
    return 'encrypted' in socket
  }
}
