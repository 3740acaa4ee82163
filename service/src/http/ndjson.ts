import type { FastifyReply } from 'fastify'
import { sendFile } from './csv.ts'

async function* linesOf(rows: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}

/** Streams a file with one JSON object on each line. */
export const sendNdjson = (reply: FastifyReply, name: string, rows: AsyncIterable<object>): FastifyReply =>
  sendFile(reply, name, 'application/x-ndjson; charset=utf-8', linesOf(rows))
