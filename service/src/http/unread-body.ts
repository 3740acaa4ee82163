import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The largest body that is sent by mistake, twice. */
const BYTES_MAX = 32 * 1024 * 1024
const TIME_MAX_MS = 5_000
/** Who sends nothing for so long is waiting for the answer. */
const QUIET_MS = 1_000

/** The answer closes the connection while its caller is still sending. */
export function closesOnSender({ raw: request }: FastifyRequest, reply: FastifyReply): boolean {
  const isSending = !request.complete && (Number(request.headers['content-length']) > 0 || isChunked(request))
  return isSending && (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive)
}

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined

/**
 * Reads on and keeps nothing, until the sender is done or has had enough of our time. A connection that is closed while
 * its sender writes is reset, and the answer is lost with it.
 */
export function dropBody(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let dropped = 0
  const late = setTimeout(done, TIME_MAX_MS)
  const quiet = setTimeout(done, QUIET_MS)
  request.on('data', count).on('end', done).on('error', done).on('close', done).resume()
  return promise

  function count(chunk: Buffer): void {
    dropped += chunk.length
    quiet.refresh()
    if (dropped > BYTES_MAX) done()
  }

  function done(): void {
    clearTimeout(late)
    clearTimeout(quiet)
    request.off('data', count).off('end', done).off('error', done).off('close', done)
    resolve()
  }
}
