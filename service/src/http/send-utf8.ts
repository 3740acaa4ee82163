import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { fromUtf8, type Utf8 } from '../kernel/utf8.ts'
import { isAnswerRead } from './request-log.ts'
import { JSON_TYPE } from './serialization.ts'

/** Sends JSON. Fastify would count and encode the text again, so Node gets it directly, unless somebody reads it first. */
export function sendUtf8(reply: FastifyReply, text: Utf8, status = 200): void {
  reply.code(status).header('content-type', JSON_TYPE)
  if (isAnswerRead(reply)) return void reply.send(fromUtf8(text))
  const headers = reply.header('content-length', `${text.length}`).getHeaders() as OutgoingHttpHeaders
  reply.raw.writeHead(status, headers)
  // From here on nothing can fail: Fastify would answer no error.
  reply.hijack().raw.end(text, 'latin1')
}
