import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type ExpectedBody, freeBuffers, readBytes } from './body-bytes.ts'

const KILOBYTE = 1024

/** The outcome of reading a body of these pieces. */
function read(
  pieces: readonly Buffer[],
  expected: ExpectedBody,
): Promise<{ error: unknown; text: string | undefined }> {
  const payload = new PassThrough()
  for (const piece of pieces) payload.write(piece)
  payload.end()
  return new Promise((resolve) => {
    readBytes(payload, expected, (error, bytes) => resolve({ error, text: bytes?.toString('latin1') }))
  })
}

const piece = (letter: string, kilobytes: number): Buffer => Buffer.alloc(kilobytes * KILOBYTE, letter)

test('a body is read whole, and the memory of its pieces is free when it has been read', async () => {
  const pieces = [piece('a', 64), piece('b', 64), piece('c', 1)]
  const { text } = await read(pieces, { bytesMax: 1024 * KILOBYTE, contentLength: String(129 * KILOBYTE) })
  expect(text).toBe(`${'a'.repeat(64 * KILOBYTE)}${'b'.repeat(64 * KILOBYTE)}${'c'.repeat(KILOBYTE)}`)
  await new Promise(setImmediate)
  expect(pieces.map(({ byteLength }) => byteLength)).toEqual([0, 0, KILOBYTE])
})

test('a body of one piece is handed over as it is, and one of none is empty', async () => {
  expect((await read([Buffer.from('{}')], { bytesMax: 10, contentLength: '2' })).text).toBe('{}')
  expect((await read([], { bytesMax: 10, contentLength: undefined })).text).toBe('')
})

test.each([
  ['says that it is too long', [], { bytesMax: 10, contentLength: '11' }, 'FST_ERR_CTP_BODY_TOO_LARGE', 413],
  ['is too long', ['12345678', '901'], { bytesMax: 10, contentLength: undefined }, 'FST_ERR_CTP_BODY_TOO_LARGE', 413],
  ['is shorter than it said', ['1'], { bytesMax: 10, contentLength: '2' }, 'FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400],
])('a body that %s is refused', async (_, pieces, expected, code, statusCode) => {
  const { error, text } = await read(
    pieces.map((text) => Buffer.from(text)),
    expected,
  )
  expect(error).toMatchObject({ code, statusCode })
  expect(text).toBeUndefined()
})

test('a body that breaks off is the fault of its sender', async () => {
  const payload = new PassThrough()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  readBytes(payload, { bytesMax: 10, contentLength: undefined }, resolve)
  payload.destroy(new Error('aborted'))
  expect(await promise).toMatchObject({ message: 'aborted', statusCode: 400 })
})

test('memory that a buffer shares with others is left alone', () => {
  const shared = Buffer.from(new ArrayBuffer(64 * KILOBYTE), 0, 32 * KILOBYTE)
  freeBuffers([shared])
  expect(shared.byteLength).toBe(32 * KILOBYTE)
})
