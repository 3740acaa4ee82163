import { validationFailed } from '../kernel/errors.ts'
import { isCompanyName } from '../rails/ach/nacha/index.ts'
import { LOOKS_LIKE } from './confusables.ts'

export const NAME_MAX = 255

/**
 * Control, format (also bidirectional and invisible), private and unassigned characters; separators of lines; the fillers of
 * Hangul, which are letters to Unicode and white to the eye.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u

/** An enterprise's name as it is kept, or why it cannot be one. */
export function cleanEnterpriseName(given: string): string {
  if (INVISIBLE.test(given)) throw refusedName('must hold no control, invisible or bidirectional characters')
  const name = given.replace(/\s+/gu, ' ').trim()
  if (name.length === 0 || name.length > NAME_MAX) throw refusedName(`must be a text of 1 to ${NAME_MAX} characters`)
  if (skeletonOf(name) === '') throw refusedName('must hold letters or digits')
  if (!isCompanyName(name)) throw refusedName('must hold more than zeros: banks refuse such a name in ACH files')
  return name
}

export const refusedName = (message: string) => validationFailed([{ param: 'name', code: 'invalid_value', message }])

/** The first of the 26 letters that Unicode has as signs: white on a disc, white on a square, and as halves of flags. */
const SIGNS_OF_LETTERS = [0x1f150, 0x1f170, 0x1f1e6]
const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz']

/** Letters of Latin that Unicode's table has as letters of their own: small capitals, crossed and joined ones. */
const LATIN: Readonly<Record<string, string>> = {
  ...zip('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...zip('ⱥƀȼđɇǥħɨɉꝁƚłøꝑɍŧʉɏƶ', 'abcdeghijklloprtuyz'),
  ß: 'ss',
}

function zip(letters: string, plain: string): Record<string, string> {
  return Object.fromEntries([...letters].map((letter, nth) => [letter, plain[nth] as string]))
}

const LETTER_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOOKS_LIKE).flatMap(([letters, points]) =>
    points.split(' ').map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), letters] as const),
  ),
  ...SIGNS_OF_LETTERS.flatMap((first) =>
    ALPHABET.map((letter, nth) => [String.fromCodePoint(first + nth), letter] as const),
  ),
  ...Object.entries(LATIN),
])

/** Latin letters and digits that look alike in one case or in many typefaces. */
const SAME: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', i: 'l', '|': 'l', m: 'rn', w: 'vv' }

const fold = (letter: string): string => SAME[letter] ?? letter

/** Two names with the same skeleton look alike: case, accents, spaces and signs do not count, nor the script of a letter. */
export function skeletonOf(name: string): string {
  const letters = [
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, ''),
  ]
  const latin = letters.map((letter) => LETTER_OF.get(letter) ?? letter).join('')
  return [...latin.toLowerCase()]
    .map(fold)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Names that only the provider may bear. */
const RESERVED = ['Tributary'].map(skeletonOf)

export const isReserved = (skeleton: string): boolean => RESERVED.some((one) => skeleton.startsWith(one))
