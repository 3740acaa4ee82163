import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { freeBuffers } from './body-bytes.ts'

/** Twice the largest body that clients are known to send by mistake. */
const BYTES_MAX = 32 * 1024 * 1024
const TIME_MAX_MS = 5_000
/** A client that sends nothing for so long is waiting for the answer. */
const QUIET_MS = 1_000

/** Whether the answer will close the connection while the client is still sending its body. */
export function closesDuringUpload({ raw: request }: FastifyRequest, reply: FastifyReply): boolean {
  const isSending = !request.complete && (Number(request.headers['content-length']) > 0 || isChunked(request))
  return isSending && (reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive)
}

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] !== undefined

/**
 * Reads and discards the rest of the body, within limits of size and time. A connection that is closed while the client
 * is sending is reset, and the client loses the answer.
 */
export function drainBody(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let drained = 0
  const late = setTimeout(done, TIME_MAX_MS)
  const quiet = setTimeout(done, QUIET_MS)
  request.on('data', count).on('end', done).on('error', done).on('close', done).resume()
  return promise

  function count(chunk: Buffer): void {
    drained += chunk.length
    // After the call that brought it, which may still read from it.
    setImmediate(freeBuffers, [chunk])
    quiet.refresh()
    if (drained > BYTES_MAX) done()
  }

  function done(): void {
    clearTimeout(late)
    clearTimeout(quiet)
    request.off('data', count).off('end', done).off('error', done).off('close', done)
    resolve()
  }
}
