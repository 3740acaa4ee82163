import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mapInSlices } from '../platform/slices.ts'
import { createLargePageLimit } from './large-page-limit.ts'
import { JSON_TYPE } from './serialization.ts'

interface Entries {
  readonly data: readonly unknown[]
}

/** Pages of no more entries are serialized at once, as everything else is. */
const SMALL = 50
/** Entries of a large page that are serialized together. */
const TOGETHER = 5

const EMPTY = '"data":[]'

export const isLargePage = (payload: unknown): payload is Entries => {
  const { data } = (payload ?? {}) as Partial<Entries>
  return Array.isArray(data) && data.length > SMALL
}

/**
 * The JSON text of a large page. A page can have a thousand entries and many megabytes: a few of them are serialized at a time,
 * and everything else on the event loop has its turn in between.
 */
export async function serializeLargePage(page: Entries, serialize: (page: Entries) => string): Promise<Buffer> {
  const around = serialize({ ...page, data: [] })
  const at = around.indexOf(EMPTY)
  // The text of some entries stands between the same texts as that of none.
  const head = at + EMPTY.length - 1
  const tail = around.length - head
  const groups = Array.from({ length: Math.ceil(page.data.length / TOGETHER) }, (_, nth) =>
    page.data.slice(nth * TOGETHER, (nth + 1) * TOGETHER),
  )
  const parts = await mapInSlices(groups, (data) => {
    const text = serialize({ ...page, data })
    return Buffer.from(text.slice(head, text.length - tail))
  })
  const separated = parts.flatMap((part, nth) => (nth === 0 ? [part] : [COMMA, part]))
  return Buffer.concat([Buffer.from(around.slice(0, head)), ...separated, Buffer.from(around.slice(head))])
}

const COMMA = Buffer.from(',')

const bytesOf = (page: Entries, reply: FastifyReply): Promise<Buffer> =>
  serializeLargePage(page, (some) => reply.serialize(some) as string)

/** Sends a page that is not handed to Fastify to serialize. */
export async function sendLargePage(reply: FastifyReply, page: Entries): Promise<void> {
  const bytes = await bytesOf(page, reply.code(200))
  reply.type(JSON_TYPE).send(bytes)
}

function slice(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  if (!isLargePage(payload)) {
    done(null, payload)
    return
  }
  bytesOf(payload, reply).then((bytes) => {
    reply.type(JSON_TYPE).serializer((made: unknown) => made as string)
    done(null, bytes)
  }, done)
}

/** Limits the large pages of every list, and serializes them in slices. A route that answers no list has no part in it. */
export function sliceLargePages(app: Pick<FastifyInstance, 'addHook'>): void {
  const limit = createLargePageLimit()
  app.addHook('onRoute', (route) => {
    const query = (route.schema?.querystring ?? {}) as { readonly properties?: object }
    if (!Object.hasOwn(query.properties ?? {}, 'page_size')) return
    route.preHandler = [...[route.preHandler ?? []].flat(), limit]
    route.preSerialization = [...[route.preSerialization ?? []].flat(), slice]
  })
}
