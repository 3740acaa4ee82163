import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type CsvCell, csvHead, csvLine } from '../kernel/csv.ts'

export interface CsvFile {
  readonly columns: readonly string[]
  rows(): AsyncIterable<readonly CsvCell[]>
}

const CHUNK_BYTES = 64 * 1024

async function* chunks({ columns, rows }: CsvFile): AsyncGenerator<string> {
  // Sent before the first query, so that a browser starts the download at once.
  yield csvHead(columns)
  let text = ''
  for await (const row of rows()) {
    text += csvLine(row)
    if (text.length < CHUNK_BYTES) continue
    yield text
    text = ''
  }
  yield text
}

/**
 * Streams a file: rows are read only as fast as the receiver takes them. When reading fails midway the connection is
 * broken off, so that half a file does not look like a whole one.
 */
export function sendCsv(reply: FastifyReply, name: string, file: CsvFile): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(chunks(file), { objectMode: false, highWaterMark: CHUNK_BYTES }))
}
