import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Fault, problem, validationFailed } from '../kernel/errors.ts'
import { type EntriesIn, type ParsedEntries, parseEntries, parseJson } from '../kernel/json.ts'
import { hasMorePartsThan, type PartsLimit } from '../kernel/json-text.ts'
import { readBytes } from './body-bytes.ts'
import { firstFaultOfEachParam, unstorableFault } from './faults.ts'

/** The faults of single entries that the route reports itself, by the entry's index. */
type EntryFaults = ReadonlyMap<number, Fault>

const ENTRY_FAULTS = Symbol('entry faults')
const NONE: EntryFaults = new Map()

interface WithEntryFaults {
  [ENTRY_FAULTS]?: EntryFaults
}

/** The most lists, objects and values in a body; no valid body has more. */
const PARTS_MAX = 20_000
/** The same of a batch, and so many more for each entry: its kilobyte of `user_data` holds 510 values at most. */
const PARTS_MAX_OF_BATCH = 200_000
const PARTS_PER_ENTRY = 550

/** Faults of the entries that the route's `entriesIn` names: entries that cannot be stored. */
export const entryFaultsOf = (request: FastifyRequest): EntryFaults =>
  (request as WithEntryFaults)[ENTRY_FAULTS] ?? NONE

/** Parses strict JSON. Refuses values that cannot be stored and returned unchanged, for every route. */
export const parseBody = (bytes: Buffer): unknown => readBody(bytes).value

function readBody(
  bytes: Buffer,
  entriesIn?: EntriesIn,
): { readonly value: unknown; readonly entryFaults: EntryFaults } {
  if (bytes.length === 0) return { value: undefined, entryFaults: NONE }
  if (!isUtf8(bytes)) throw problem('malformed_json', 'The body is not JSON: it is not valid UTF-8.')
  if (hasMorePartsThan(bytes, partsLimit(entriesIn))) {
    const [max, more] = entriesIn ? [PARTS_MAX_OF_BATCH, `, and ${PARTS_PER_ENTRY} for each entry`] : [PARTS_MAX, '']
    const message = `must not have more than ${max} lists, objects and values in them${more}`
    throw validationFailed([{ param: 'body', code: 'too_many', message }])
  }
  const text = bytes.toString('utf8')
  const { value, faults, entryFaults } = parseText(text, entriesIn)
  if (faults.length > 0) throw validationFailed(firstFaultOfEachParam(faults.map(unstorableFault), 'body'))
  if (entryFaults.size === 0) return { value, entryFaults: NONE }
  return { value, entryFaults: new Map([...entryFaults].map(([index, fault]) => [index, unstorableFault(fault)])) }
}

const partsLimit = (entriesIn: EntriesIn | undefined): PartsLimit =>
  entriesIn ? { max: PARTS_MAX_OF_BATCH, perEntry: PARTS_PER_ENTRY, entriesMax: entriesIn.max } : { max: PARTS_MAX }

function parseText(text: string, entriesIn: EntriesIn | undefined): ParsedEntries {
  try {
    return entriesIn ? parseEntries(text, entriesIn) : { ...parseJson(text), entryFaults: new Map() }
  } catch (error) {
    throw problem('malformed_json', `The body is not JSON: ${reason(error, text)}.`)
  }
}

/** The position of a syntax error. V8's own message is not used: it quotes the body, which may hold a secret. */
function reason(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : ''
  const position = / at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]
  if (/^Unexpected end of JSON input$|^Unterminated /.test(message) || Number(position) >= text.length)
    return 'it ends too early'
  return position ? `unexpected character at position ${position}` : 'unexpected character'
}

export function acceptJsonOnly(app: FastifyInstance): void {
  app.decorateRequest(ENTRY_FAULTS, undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { bodyLimit, config } = request.routeOptions
    const contentLength = request.headers['content-length']
    readBytes(payload, { bytesMax: bodyLimit, contentLength }, (failed, bytes) => {
      if (!bytes) return done(failed)
      try {
        refuseEncodedBody(request)
        const { value, entryFaults } = readBody(bytes, config?.entriesIn)
        if (entryFaults.size > 0) (request as WithEntryFaults)[ENTRY_FAULTS] = entryFaults
        done(null, value)
      } catch (error) {
        done(error as Error)
      }
    })
  })
}

/**
 * Hands over the bytes of a JSON body as they came, for routes whose callers sign them. Not by Fastify's own `parseAs`: it would
 * wait for the end of a stream that has ended (see `readBytes`).
 */
export function acceptSignedJson(
  app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const contentLength = request.headers['content-length']
    // Copied: the memory of the body is freed when it has been handed over.
    readBytes(payload, { bytesMax: request.routeOptions.bodyLimit, contentLength }, (failed, bytes) =>
      done(failed, bytes && Buffer.from(bytes)),
    )
  })
}

/** Removes the `Content-Type` of an empty body, which some clients always send, as `curl -d ''` does. */
export function ignoreContentTypeOfEmptyBody(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-length'] === '0') delete headers['content-type']
    done()
  })
}

/** Types of bodies that were accepted before: to look for a charset in one takes longer than to parse a short body. */
const acceptedTypes = new Set(['application/json', 'application/json; charset=utf-8'])
const ACCEPTED_TYPES_MAX = 100

/** JSON between systems is UTF-8 (RFC 8259). Compressed bodies are not accepted. */
function refuseEncodedBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    throw problem(
      'unsupported_media_type',
      'Compressed bodies are not accepted; send the JSON without `Content-Encoding`.',
    )
  }
  const type = headers['content-type'] ?? ''
  if (acceptedTypes.has(type)) return
  for (const [, charset = ''] of type.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (!/^utf-?8$/i.test(charset)) {
      throw problem(
        'unsupported_media_type',
        'The charset of `Content-Type` is not UTF-8; send `Content-Type: application/json`.',
      )
    }
  }
  if (acceptedTypes.size < ACCEPTED_TYPES_MAX) acceptedTypes.add(type)
}
