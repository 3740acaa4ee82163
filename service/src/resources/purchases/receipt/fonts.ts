import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'bold'

/** A font file, opened when a text first needs it: most receipts need one. */
export interface Face {
  /** Unique; what the document knows it by. */
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
 * In the order they are asked for a character. Noto Sans for what most names are written in; Unifont, which looks plain
 * but has nearly everything of Unicode's first plane (Chinese, Japanese, Korean, Thai …), for the rest.
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

/** Which font writes a character; texts repeat few of them. */
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
 * The letters of a word the font puts in order; words that are read from the right are put in order here. What follows
 * the last of them belongs to the line, which is read from the left.
 */
function fromRight({ face, text }: Run, weight: Weight): Run[] {
  const [, words = '', tail = ''] = /^(.*?)([\s\p{P}]*)$/u.exec(text) ?? []
  const pieces = words.split(/( )/).reverse()
  return [
    ...pieces.filter((piece) => piece !== '').map((piece) => ({ face, text: piece })),
    ...(tail === '' ? [] : runsOf(tail, weight)),
  ]
}
