import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanEnterpriseName, isReserved, skeletonOf } from './names.ts'

describe("an enterprise's name", () => {
  it.each([
    ['a line break', 'Acme\nInc'],
    ['a null', 'Acme\u0000'],
    ['a right-to-left override', 'Acme\u202Ecni'],
    ['an isolate', '\u2066Acme\u2069'],
    ['a zero-width space', 'Ac\u200Bme'],
    ['a soft hyphen', 'Ac\u00ADme'],
    ['a paragraph separator', 'Acme\u2029'],
    ['a private character', 'Acme\uE000'],
    ['a tag character', 'Acme\u{E0041}'],
    ['a filler of Hangul', 'Acme\u3164'],
    ['a filler of a first letter of Hangul', 'Ac\u115Fme'],
    ['a filler of half width', '\uFFA0Acme'],
    ['nothing but signs', '!!! ---'],
    ['nothing', '   '],
    ['nothing but zeros, which the ACH network refuses', '0'],
    ['zeros where a file has room', '0000 0000 0000 0000 Records'],
  ])('is refused with %s', (_what, name) => expect(() => cleanEnterpriseName(name)).toThrow())

  it.each([
    ['Acme, Inc.', 'Acme, Inc.'],
    ['007', '007'],
    ['  Acme   Studios ', 'Acme Studios'],
    ['Société Générale', 'Société Générale'],
    ['株式会社アクメ', '株式会社アクメ'],
    ['אקמה בע"מ', 'אקמה בע"מ'],
  ])('is taken: %s', (given, kept) => expect(cleanEnterpriseName(given)).toBe(kept))
})

describe('names look alike', () => {
  it.each([
    ['case and signs', 'ACME, Inc.', 'acme inc'],
    ['Cyrillic letters', 'Acme', '\u0410\u0441\u043C\u0435'],
    ['Greek letters', 'Omega', '\u039Fmega'],
    ['accents', 'Acmé', 'Acme'],
    ['full width', 'Acme', '\uFF21\uFF43\uFF4D\uFF45'],
    ['mathematical letters', 'Acme', '\u{1D400}\u{1D41C}\u{1D426}\u{1D41E}'],
    ['a capital I for an l', 'Global', 'GIobaI'],
    ['a one for an l', 'Global', 'G1obal'],
    ['a zero for an o', 'Global', 'Gl0bal'],
    ['rn for m', 'Acme', 'Acrne'],
    ['vv for w', 'Weaver', 'VVeaver'],
    ['a dotless i', 'Tributary', 'Tr\u0131butary'],
    ['a filler of Hangul', 'Acme', 'Acme\u3164'],
    ['a letter on a square', 'Acme', '\u{1F170}cme'],
    ['a letter on a disc', 'Acme', 'Acm\u{1F154}'],
    ['half of a flag', 'Acme', '\u{1F1E6}cme'],
    ['small capitals', 'Acme Studios', 'ᴀᴄᴍᴇ ꜱᴛᴜᴅɪᴏꜱ'],
    ['crossed letters', 'Acme Bolt', 'Ⱥȼme Ƀołŧ'],
    ['a sharp s', 'Strasse', 'Straße'],
    ['several marks on a letter', 'Acme', 'Ac\u0307\u0323\u0489me'],
  ])('by %s', (_what, one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)))

  it.each([
    ['Acme', 'Acne'],
    ['Acme One', 'Acme Two'],
    ['株式会社アクメ', '株式会社アクネ'],
  ])('but not %s and %s', (one, other) => expect(skeletonOf(one)).not.toBe(skeletonOf(other)))

  it('to themselves, whatever is done to case and spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        expect(skeletonOf(` ${name} `)).toBe(skeletonOf(name))
        expect(skeletonOf(skeletonOf(name))).toBe(skeletonOf(name))
      }),
    )
  })
})

it('the name of the provider is reserved, however it is written', () => {
  expect(['Tributary', 'TR1BUTARY Support', 'Тributary'].map((name) => isReserved(skeletonOf(name)))).toEqual([
    true,
    true,
    true,
  ])
  expect(isReserved(skeletonOf('A Tributary'))).toBe(false)
})
