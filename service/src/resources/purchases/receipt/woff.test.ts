import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { expect, it } from 'vitest'
import { unpackWoff } from './woff.ts'

const path = createRequire(import.meta.url)
  .resolve('@fontsource/noto-sans/package.json')
  .replace('package.json', 'files/noto-sans-latin-400-normal.woff')

it('an unpacked font is the font that was packed', () => {
  const woff = readFileSync(path)
  const packed = create(woff) as Font
  const font = create(unpackWoff(woff)) as Font
  expect(font.numGlyphs).toBe(packed.numGlyphs)
  expect(font.characterSet).toEqual(packed.characterSet)
  for (const text of ['Tributary', 'fiancé', '$1,234.56']) {
    const widths = [packed, font].map((one) => one.layout(text).glyphs.map(({ advanceWidth }) => advanceWidth))
    expect(widths[1]).toEqual(widths[0])
  }
})

it('what is no WOFF file is refused', () => {
  expect(() => unpackWoff(Buffer.alloc(64))).toThrow('not a WOFF file')
})
