import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { createNameLookup, type NameLookup } from './name-lookup.ts'
import { isSpecial } from './special-addresses.ts'

export interface SafeClientOptions {
  /** Calls http, too. */
  readonly plainHttp: boolean
  /** Special addresses that are called all the same; none, when absent. */
  readonly exempts?: (address: string) => boolean
  readonly timeoutMs: number
  /** The maximum number of bytes read of a response. */
  readonly answerBytesMax: number
  readonly socketsMax: number
  /** The client makes its own, when absent. */
  readonly names?: NameLookup
}

export interface SafeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SafeAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** At most `answerBytesMax` of it. */
  readonly body: Buffer
}

/** A call without an answer; the message tells the owner of the URL why. */
export class NoAnswer extends Error {}

class TimedOut extends Error {}

class Closed extends Error {
  readonly code = 'ECONNRESET'
}

/** A client for URLs that customers chose. Connections are kept alive per client: use one client per customer. */
export interface SafeClient {
  post(request: SafeRequest): Promise<SafeAnswer>
  close(): void
}

const REFUSED = 'The address is private, local or otherwise special, and is not called.'

/**
 * Every address is judged when it is connected to, after DNS: a name cannot be public when checked and private when used.
 * Redirects are not followed, no proxy is asked, and no more than the limits is waited for or read.
 */
export function createSafeClient(options: SafeClientOptions): SafeClient {
  const allowed = (address: string): boolean => !isSpecial(address) || (options.exempts?.(address) ?? false)
  const names = options.names ?? createNameLookup()
  const lookup = checkedLookup(names.lookup, allowed)
  const agentOptions = {
    keepAlive: true,
    maxSockets: options.socketsMax,
    maxFreeSockets: options.socketsMax,
    timeout: 60_000,
    lookup,
  }
  const plain = new PlainAgent(agentOptions)
  const secure = new SecureAgent(agentOptions)

  function open(url: URL, { headers, body }: SafeRequest, connection: 'kept' | 'fresh'): ClientRequest {
    const settings = {
      method: 'POST',
      // Sets Content-Length, so that on a kept-alive connection no response is matched to the wrong request.
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    }
    const agentOf = <A>(agent: A) => (connection === 'kept' ? { agent } : { agent: false as const, lookup })
    return url.protocol === 'https:'
      ? secureRequest(url, { ...settings, ...agentOf(secure) })
      : plainRequest(url, { ...settings, ...agentOf(plain) })
  }

  return {
    async post(request) {
      const url = new URL(request.url)
      if (url.protocol !== 'https:' && !(url.protocol === 'http:' && options.plainHttp)) {
        throw new NoAnswer('Only https is called.')
      }
      // A literal address is connected to without a lookup. URL has brought all its spellings into one.
      const literal = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !allowed(literal)) throw new NoAnswer(REFUSED)
      const startedAt = performance.now()
      const attempt = (call: ClientRequest): Promise<SafeAnswer> => {
        const timeoutMs = options.timeoutMs - (performance.now() - startedAt)
        return exchange(call, request.body, { ...options, timeoutMs })
      }
      const first = open(url, request, 'kept')
      try {
        return await attempt(first).catch((error) => {
          if (!first.reusedSocket || !wasStale(error)) throw error
          return attempt(open(url, request, 'fresh'))
        })
      } catch (error) {
        throw asNoAnswer(error, options.timeoutMs)
      }
    },
    close() {
      names.cancel()
      plain.destroy()
      secure.destroy()
    },
  }
}

/** The server had just closed a kept-alive connection and has not read the request, so it may be sent once more. */
const wasStale = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** One special address among several is enough to refuse the name. */
function checkedLookup(lookup: LookupFunction, allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : []
      if (error) return done(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => allowed(address))) {
        return done(new NoAnswer(REFUSED), [])
      }
      const [first] = addresses as [{ address: string; family: number }]
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
}

/** The answer, or as much of it as the limits let through: its status counts once it is there. */
function exchange(
  request: ClientRequest,
  body: string,
  { timeoutMs, answerBytesMax }: SafeClientOptions,
): Promise<SafeAnswer> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const chunks: Buffer[] = []
    let bytes = 0

    const finish = (error?: unknown): void => {
      clearTimeout(late)
      if (!answer) {
        reject(error)
        return
      }
      const read = Buffer.concat(chunks).subarray(0, answerBytesMax)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read })
    }
    // Finishes here: not every connection that hangs emits an event when it is destroyed.
    const late = setTimeout(() => {
      finish(new TimedOut())
      request.destroy()
    }, timeoutMs)

    request.on('error', finish)
    request.on('close', () => {
      if (!answer) finish(new Closed())
    })
    request.on('upgrade', (response, socket) => {
      answer = response
      socket.destroy()
      finish()
    })
    request.on('response', (response) => {
      answer = response
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= answerBytesMax) response.destroy()
      })
      response.on('error', finish)
      response.on('close', () => finish())
    })
    request.end(body)
  })
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  ENOTFOUND: 'There is no such host name.',
  EAI_AGAIN: 'The host name could not be looked up.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'The connection timed out.',
  EPIPE: 'The connection was closed before an answer came.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is signed by nobody known.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
}

const FAULT_FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^HPE_/, 'The answer is not HTTP.'],
  [/^(?:EPROTO$|ERR_SSL_)/, 'TLS could not be established.'],
]

function asNoAnswer(error: unknown, timeoutMs: number): NoAnswer {
  if (error instanceof NoAnswer) return error
  if (error instanceof TimedOut) return new NoAnswer(`No answer within ${timeoutMs / 1_000} seconds.`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = FAULTS[code] ?? FAULT_FAMILIES.find(([family]) => family.test(code))?.[1]
  return new NoAnswer(fault ?? 'The call failed.')
}
