import { type Run, runsOf, type Weight } from './fonts.ts'

type Document = PDFKit.PDFDocument

export interface Style {
  readonly size: number
  readonly weight: Weight
  readonly colour: string
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function use(document: Document, { face }: Run, size: number): Document {
  // The document opens a font the first time it is used under its name.
  return document.registerFont(face.name, face.bytes).font(face.name, size)
}

const widthOf = (document: Document, text: string, { size, weight }: Style): number =>
  runsOf(text, weight).reduce((sum, run) => sum + use(document, run, size).widthOfString(run.text), 0)

/** The text in lines of that width, broken at spaces; a word that is too long for a line is broken anywhere. */
export function linesOf(document: Document, text: string, width: number, style: Style): string[] {
  const space = widthOf(document, ' ', style)
  const lines: string[] = []
  let line = ''
  let used = 0
  const add = (piece: string, gap: number, pieceWidth: number): void => {
    line += gap > 0 ? ` ${piece}` : piece
    used += gap + pieceWidth
  }
  const next = (): void => {
    if (line !== '') lines.push(line)
    line = ''
    used = 0
  }
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const wordWidth = widthOf(document, word, style)
    if (line !== '' && used + space + wordWidth > width) next()
    if (wordWidth <= width) {
      add(word, line === '' ? 0 : space, wordWidth)
      continue
    }
    for (const { segment } of graphemes.segment(word)) {
      const segmentWidth = widthOf(document, segment, style)
      if (used + segmentWidth > width) next()
      add(segment, 0, segmentWidth)
    }
  }
  next()
  return lines
}

/** Writes one line, aligned left at `x` or right at `alignRightTo`. */
export function write(
  document: Document,
  text: string,
  x: number,
  y: number,
  style: Style,
  alignRightTo?: number,
): void {
  let at = alignRightTo === undefined ? x : alignRightTo - widthOf(document, text, style)
  for (const run of runsOf(text, style.weight)) {
    use(document, run, style.size)
      .fillColor(style.colour)
      .text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' })
    at += document.widthOfString(run.text)
  }
}
