import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type CsvCell, csvHead, csvLine } from '../kernel/csv.ts'
import { givingWay } from './give-way.ts'

export interface CsvFile {
  readonly columns: readonly string[]
  rows(): AsyncIterable<readonly CsvCell[]>
}

const CHUNK_BYTES = 64 * 1024

async function* linesOf({ columns, rows }: CsvFile): AsyncGenerator<string> {
  yield csvHead(columns)
  for await (const row of rows()) yield csvLine(row)
}

/** The first line is sent before the first query, so that a browser starts the download at once. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  let isFirst = true
  for await (const line of lines) {
    text += line
    if (!isFirst && text.length < CHUNK_BYTES) continue
    isFirst = false
    yield text
    text = ''
  }
  yield text
}

/**
 * Streams a file: rows are read only as fast as the receiver takes them, and slower while others ask. When reading fails
 * midway the connection is broken off, so that half a file does not look like a whole one.
 */
export function sendFile(reply: FastifyReply, name: string, type: string, lines: AsyncIterable<string>): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(givingWay(inChunks(lines)), { objectMode: false, highWaterMark: CHUNK_BYTES }))
}

export const sendCsv = (reply: FastifyReply, name: string, file: CsvFile): FastifyReply =>
  sendFile(reply, name, 'text/csv; charset=utf-8', linesOf(file))
