import { crc32 } from 'node:zlib'
import { LOGO_BYTES_MAX, LOGO_PIXELS_MAX, LOGO_PIXELS_MIN } from '../../../contracts/brand.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The chunks that a still picture needs. All others are left out: text, places, times, animations. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'gAMA']

interface Chunk {
  readonly type: string
  readonly data: Buffer
  readonly whole: Buffer
}

function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return undefined
  const chunks: Chunk[] = []
  for (let at = 8; at < bytes.length; ) {
    if (at + 12 > bytes.length) return undefined
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) })
    if (type === 'IEND') return end === bytes.length ? chunks : undefined
    at = end
  }
  return undefined
}

/** The same picture without anything that is not shown; a sentence where it is no picture that a page can use. */
export function cleanPng(bytes: Buffer): { readonly png: Buffer } | { readonly fault: string } {
  if (bytes.length > LOGO_BYTES_MAX) return { fault: `must be at most ${LOGO_BYTES_MAX / 1_024} KB` }
  const chunks = chunksOf(bytes)
  const [header] = chunks ?? []
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13 || !chunks.some(({ type }) => type === 'IDAT')) {
    return { fault: 'must be a PNG image' }
  }
  const sides = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  if (sides.some((side) => side < LOGO_PIXELS_MIN || side > LOGO_PIXELS_MAX)) {
    return { fault: `must be ${LOGO_PIXELS_MIN} to ${LOGO_PIXELS_MAX} pixels wide and high` }
  }
  const kept = chunks.filter(({ type }) => KEPT.includes(type)).map(({ whole }) => whole)
  return { png: Buffer.concat([SIGNATURE, ...kept]) }
}
