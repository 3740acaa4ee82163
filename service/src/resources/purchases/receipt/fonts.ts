import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'bold'

/** A font file, opened when a text first needs it: most receipts need one. */
export interface Face {
  /** The unique name of the font in the document. */
  readonly name: string
  readonly bytes: Buffer
  has(codePoint: number): boolean
}

interface Source {
  readonly pack: string
  readonly subset: string
  /** Where a font has no weight of its own, the regular one serves. */
  readonly weights: Record<Weight, number>
}

const BOTH = { regular: 400, bold: 700 }

/**
 * Fonts in the order in which they are searched for a character. Noto Sans has the scripts of most names; Unifont, which
 * looks plain but has nearly all of Unicode's first plane (Chinese, Japanese, Korean, Thai …), has the rest.
 */
const SOURCES: readonly Source[] = [
  ...['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese', 'devanagari'].map(
    (subset) => ({ pack: 'noto-sans', subset, weights: BOTH }),
  ),
  { pack: 'noto-sans-arabic', subset: 'arabic', weights: BOTH },
  { pack: 'noto-sans-hebrew', subset: 'hebrew', weights: BOTH },
  { pack: 'unifont', subset: 'latin', weights: { regular: 400, bold: 400 } },
]

const resolve = createRequire(import.meta.url).resolve
const faces = new Map<string, Face>()

function open({ pack, subset, weights }: Source, weight: Weight): Face {
  const name = `${pack}-${subset}-${weights[weight]}-normal`
  const known = faces.get(name)
  if (known) return known
  const folder = join(dirname(resolve(`@fontsource/${pack}/package.json`)), 'files')
  const bytes = unpackWoff(readFileSync(join(folder, `${name}.woff`)))
  const font = create(bytes) as Font
  const face = { name, bytes, has: (codePoint: number) => font.hasGlyphForCodePoint(codePoint) }
  faces.set(name, face)
  return face
}

/** A piece of text that one font can write. */
export interface Run {
  readonly face: Face
  readonly text: string
}

const UNKNOWN = '\u{fffd}'
/** Controls and marks of direction have no shape: they are not written. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const NEUTRAL = /^[\s\p{P}]$/u

/** The font of each character that was needed before; texts repeat few characters. */
const chosen: Record<Weight, Map<number, Face | undefined>> = { regular: new Map(), bold: new Map() }
const CHOSEN_MAX = 100_000

function faceOf(codePoint: number, weight: Weight): Face | undefined {
  const known = chosen[weight]
  if (known.has(codePoint)) return known.get(codePoint)
  const source = SOURCES.find((candidate) => open(candidate, weight).has(codePoint))
  const face = source && open(source, weight)
  if (known.size < CHOSEN_MAX) known.set(codePoint, face)
  return face
}

/** The text in pieces by font. A space or a comma stays with what stands before it, so that words of one script stay one. */
export function runsOf(text: string, weight: Weight): Run[] {
  const runs: { face: Face; text: string }[] = []
  for (const character of text
    .normalize('NFC')
    .replace(/[\t\n\r]+/g, ' ')
    .replace(SHAPELESS, '')) {
    const last = runs.at(-1)
    const codePoint = character.codePointAt(0) as number
    if (last && (NEUTRAL.test(character) || /\p{M}/u.test(character)) && last.face.has(codePoint)) {
      last.text += character
      continue
    }
    const face = faceOf(codePoint, weight)
    const written = face ? character : UNKNOWN
    const needed = face ?? (faceOf(UNKNOWN.codePointAt(0) as number, weight) as Face)
    if (last?.face === needed) last.text += written
    else runs.push({ face: needed, text: written })
  }
  return runs.flatMap((run) => (FROM_RIGHT.test(run.text) ? fromRight(run, weight) : [run]))
}

const FROM_RIGHT = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * The font orders the letters of a word; the words of a text that is read from the right are ordered here. Spaces and
 * punctuation after the last word belong to the line, which is read from the left.
 */
function fromRight({ face, text }: Run, weight: Weight): Run[] {
  const tailAt = text.search(/(?<![\s\p{P}])[\s\p{P}]*$/u)
  const [words, tail] = [text.slice(0, tailAt), text.slice(tailAt)]
  const pieces = words.split(/( )/).reverse()
  return [
    ...pieces.filter((piece) => piece !== '').map((piece) => ({ face, text: piece })),
    ...(tail === '' ? [] : runsOf(tail, weight)),
  ]
}
