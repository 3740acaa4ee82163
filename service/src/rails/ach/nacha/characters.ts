/** ASCII spellings of letters that NFKD does not split into a plain letter and a mark, and of typographic marks. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
  ŧ: 't',
  Ŧ: 'T',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
}

const MARKS = /\p{M}/gu
/** Only ACH characters, no blank at either end, and no two in a row. */
const PLAIN = /^[\x21-\x7e]+( [\x21-\x7e]+)*$/
const FOREIGN = /[^\x20-\x7e]/gu

/** ACH carries the printable characters of ASCII. */
export const isAchText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** A text has characters that cannot be transliterated to ASCII; the message lists each once. */
export class UnspellableText extends Error {
  override readonly name = 'UnspellableText'

  constructor(text: string, characters: readonly string[]) {
    super(`\`${text}\` has characters that ACH cannot carry: ${characters.join(' ')}`)
  }
}

/** A text in ACH's characters: accents dropped, letters and marks respelled, white space collapsed. */
export function transliterate(text: string): string {
  if (PLAIN.test(text)) return text
  const plain = [...text.normalize('NFKD').replace(MARKS, '')]
    .map((character) => SPELLED[character] ?? character)
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
  const foreign = [...new Set(plain.match(FOREIGN) ?? [])]
  if (foreign.length > 0) throw new UnspellableText(text, foreign)
  return plain
}
