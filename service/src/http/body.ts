import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, validationFailed } from '../kernel/errors.ts'
import { findLossyInteger, findUnstorable } from '../kernel/json.ts'

/** Strict JSON: what cannot be stored and given back as it came is refused here, for every route. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw problem('malformed_json', 'The body is not JSON: it is not valid UTF-8.')
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw problem('malformed_json', `The body is not JSON: ${reason(error, text)}.`)
  }
  const found = findUnstorable(value) ?? findLossyInteger(text)
  if (found)
    throw validationFailed([{ param: found.path.join('.') || 'body', code: found.code, message: found.message }])
  return value
}

/** Where it went wrong, without the excerpt of the body that V8 quotes: a secret may stand there. */
function reason(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : ''
  const position = /(?:in JSON |property value in JSON |^).*? at position (\d+) \(line \d+ column \d+\)$/s.exec(
    message,
  )?.[1]
  if (/^Unexpected end of JSON input$|^Unterminated /.test(message) || Number(position) >= text.length)
    return 'it ends too early'
  return position ? `unexpected character at position ${position}` : 'unexpected character'
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
