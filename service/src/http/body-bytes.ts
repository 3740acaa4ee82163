import type { Readable } from 'node:stream'
import { errorCodes } from 'fastify'

/** Smaller buffers are not worth the call. */
const FREED_BYTES_MIN = 16 * 1024

export interface ExpectedBody {
  readonly bytesMax: number
  /** The header `Content-Length`; absent where the body comes in chunks. */
  readonly contentLength: string | undefined
}

/** Reads a whole body. The bytes that it hands over are good until `done` returns. */
export function readBytes(
  payload: Readable,
  { bytesMax, contentLength }: ExpectedBody,
  done: (error: Error | null, bytes?: Buffer) => void,
): void {
  const expected = contentLength === undefined ? undefined : Number(contentLength)
  const pieces: Buffer[] = []
  let received = 0
  if (expected !== undefined && expected > bytesMax) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  // The stream of a request that announces no body has ended before it began (`optimizeEmptyRequests`), and emits nothing.
  else if (payload.readableEnded) finish()
  else payload.on('data', take).on('end', finish).on('error', finish).resume()

  function take(piece: Buffer): void {
    received += piece.length
    if (received <= bytesMax) pieces.push(piece)
    else finish(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  }

  function finish(error?: Error): void {
    payload.off('data', take).off('end', finish).off('error', finish)
    if (error) done(Object.assign(error, { statusCode: statusOf(error) }))
    else if (expected !== undefined && received !== expected) done(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    else {
      const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, received)
      done(null, bytes)
      freeBuffers([bytes])
    }
    freeBuffers(pieces)
  }
}

/** A body that breaks off is the caller's fault. */
const statusOf = (error: Error & { readonly statusCode?: unknown }): number =>
  typeof error.statusCode === 'number' && error.statusCode >= 400 ? error.statusCode : 400

/**
 * Frees the memory of buffers that nobody reads any more. It lies outside V8's heap, and after some tens of megabytes V8
 * collects its whole heap to be rid of it: 15 ms in which nobody is served, once for every ten bodies of 3 MB.
 */
export function freeBuffers(buffers: readonly Buffer[]): void {
  for (const { buffer, byteLength } of buffers) {
    // A buffer that is a part of a larger one shares its memory with others.
    const isWhole = byteLength === buffer.byteLength
    if (isWhole && byteLength >= FREED_BYTES_MIN && buffer instanceof ArrayBuffer) buffer.transfer(0)
  }
}
