import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type CsvCell, csvHead, csvLine } from '../kernel/csv.ts'

export interface CsvFile {
  readonly columns: readonly string[]
  rows(): AsyncIterable<readonly CsvCell[]>
}

const CHUNK = 64 * 1024

async function* chunks({ columns, rows }: CsvFile): AsyncGenerator<string> {
  // At once, so that a browser begins to save while the first rows are still looked for.
  yield csvHead(columns)
  let text = ''
  for await (const row of rows()) {
    text += csvLine(row)
    if (text.length < CHUNK) continue
    yield text
    text = ''
  }
  yield text
}

/**
 * Sends a file while it is being read: a chunk is made when the receiver has room for it. If reading fails on the way,
 * the connection breaks: half a file must not look like a whole one.
 */
export function sendCsv(reply: FastifyReply, name: string, file: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(chunks(file), { objectMode: false, highWaterMark: CHUNK }))
}
