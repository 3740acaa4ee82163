import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TenantId } from '../kernel/ids.ts'
import type { Utf8 } from '../kernel/utf8.ts'
import { sharedRead } from '../platform/shared-read.ts'
import { callerOf } from './caller.ts'
import { serialize } from './idempotency.ts'
import { isLargePage, sendLargePage } from './large-pages.ts'
import { sendUtf8 } from './send-utf8.ts'

/** Sends what several requests have read together as bodies of 200, each made a text once, by the schema. */
export function createSharedSender(): (reply: FastifyReply, read: object) => void {
  const texts = new WeakMap<object, Utf8>()
  return (reply, read) => {
    let body = texts.get(read)
    if (body === undefined) {
      body = serialize(reply, { status: 200, body: read })
      texts.set(read, body)
    }
    sendUtf8(reply, body)
  }
}

/**
 * A handler for reads that are often asked for at the same time, such as the first page of a list: equal requests of one
 * tenant share one read, which starts after they arrived, and its bytes.
 */
export function shareAnswers<Query>(read: (tenant: TenantId, query: Query) => Promise<object>) {
  const shared = sharedRead((key: string) => {
    const [tenant, query] = JSON.parse(key) as [TenantId, Query]
    return read(tenant, query)
  })
  const send = createSharedSender()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const read = await shared(JSON.stringify([callerOf(request).tenant, request.query]))
    if (isLargePage(read)) await sendLargePage(reply, read)
    else send(reply, read)
  }
}
