import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, validationFailed } from '../kernel/errors.ts'
import { findUnstorable } from '../kernel/json.ts'

/** Strict JSON: what cannot be stored and given back as it came is refused here, for every route. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw problem('malformed_json', 'The body is not JSON: it is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw problem('malformed_json', `The body is not JSON: ${reason(error)}.`)
  }
  const found = findUnstorable(value)
  if (found) throw validationFailed([{ param: found.path.join('.'), code: found.code, message: found.message }])
  return value
}

/** V8's message without the excerpt of the body that it quotes: a secret may stand there. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /position (\d+)/.exec(message)
  if (/end of JSON/.test(message) || /[Uu]nterminated/.test(message)) return 'it ends too early'
  return position ? `unexpected character at position ${position[1]}` : 'unexpected character'
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, parseBody(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

export function refuseEncodedBody(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw problem(
      'unsupported_media_type',
      'Compressed bodies are not accepted; send the JSON without Content-Encoding.',
    )
  }
}
