import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem, validationFailed } from '../kernel/errors.ts'
import { parseJson } from '../kernel/json.ts'
import { firstOfEach, unstorableFault } from './faults.ts'

/** Strict JSON: what cannot be stored and given back as it came is refused here, for every route. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw problem('malformed_json', 'The body is not JSON: it is not valid UTF-8.')
  const text = bytes.toString('utf8')
  const { value, faults } = parseText(text)
  if (faults.length > 0) throw validationFailed(firstOfEach(faults.map(unstorableFault), 'body'))
  return value
}

function parseText(text: string): ReturnType<typeof parseJson> {
  try {
    return parseJson(text)
  } catch (error) {
    throw problem('malformed_json', `The body is not JSON: ${reason(error, text)}.`)
  }
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
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseEncodedBody(request)
      done(null, parseBody(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** JSON between systems is UTF-8 (RFC 8259), sent as it is. */
function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw problem(
      'unsupported_media_type',
      'Compressed bodies are not accepted; send the JSON without Content-Encoding.',
    )
  }
  const charsets = headers['content-type']?.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi) ?? []
  for (const [, charset = ''] of charsets) {
    if (!/^utf-?8$/i.test(charset)) {
      throw problem(
        'unsupported_media_type',
        'The body is not UTF-8 by its type; send `Content-Type: application/json`.',
      )
    }
  }
}
