/** The parts of a page. The texts of headings, paragraphs and cells are Markdown still. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly id: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }

const FENCE = '```'
const INDENT = '    '
const BULLET = /^(?:[-*]|\d{1,3}\.) /

/** The lines of a text, and how far they have been read. */
interface Lines {
  readonly all: readonly string[]
  at: number
}

type Ids = (text: string) => string

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === ''
const isTableRow = (line: string | undefined): boolean => line?.startsWith('|') === true
const isComment = (line: string): boolean => line.startsWith('<!--')

/** A line that ends a paragraph. */
const opensBlock = (line: string): boolean =>
  line.startsWith(FENCE) || line.startsWith('#') || line.startsWith('> ') || isTableRow(line) || BULLET.test(line)

/** Reads the Markdown that our documents are written in: a part of CommonMark, and tables. */
export function parseMarkdown(text: string): Block[] {
  return parseLines(text.split('\n'), createIds())
}

function parseLines(all: readonly string[], ids: Ids): Block[] {
  const lines: Lines = { all, at: 0 }
  const blocks: Block[] = []
  while (lines.at < all.length) {
    const block = readBlock(lines, ids)
    if (block) blocks.push(block)
  }
  return blocks
}

function readBlock(lines: Lines, ids: Ids): Block | undefined {
  const line = lines.all[lines.at] as string
  if (isBlank(line) || isComment(line)) {
    lines.at++
    return undefined
  }
  if (line.startsWith(FENCE)) return readFence(lines)
  if (line.startsWith('#')) return readHeading(lines, ids)
  if (line.startsWith(INDENT)) return readIndented(lines)
  if (isTableRow(line)) return readTable(lines)
  if (line.startsWith('> ')) return { kind: 'quote', blocks: parseLines(readQuoted(lines), ids) }
  if (BULLET.test(line)) return readList(lines, ids)
  return readParagraph(lines)
}

function takeWhile(lines: Lines, holds: (line: string) => boolean): string[] {
  const taken: string[] = []
  for (let line = lines.all[lines.at]; line !== undefined && holds(line); line = lines.all[lines.at]) {
    taken.push(line)
    lines.at++
  }
  return taken
}

function readFence(lines: Lines): Block {
  const language = (lines.all[lines.at] as string).slice(FENCE.length).trim()
  lines.at++
  const code = takeWhile(lines, (line) => !line.startsWith(FENCE)).join('\n')
  lines.at++
  return { kind: 'code', language, code }
}

function readHeading(lines: Lines, ids: Ids): Block {
  const line = lines.all[lines.at++] as string
  const level = line.length - line.replace(/^#+/, '').length
  const text = line.slice(level).trim()
  return { kind: 'heading', level, text, id: ids(text) }
}

function readIndented(lines: Lines): Block {
  const taken = takeWhile(lines, (line) => line.startsWith(INDENT) || isBlank(line))
  return {
    kind: 'code',
    language: '',
    code: taken
      .map((line) => line.slice(INDENT.length))
      .join('\n')
      .trimEnd(),
  }
}

const readQuoted = (lines: Lines): string[] =>
  takeWhile(lines, (line) => line.startsWith('>')).map((line) => line.slice(line.startsWith('> ') ? 2 : 1))

function readParagraph(lines: Lines): Block {
  const first = lines.all[lines.at++] as string
  const rest = takeWhile(lines, (line) => !isBlank(line) && !opensBlock(line) && !isComment(line))
  return { kind: 'paragraph', text: [first, ...rest].map((line) => line.trim()).join('\n') }
}

function readTable(lines: Lines): Block {
  const [head = [], , ...rows] = takeWhile(lines, isTableRow).map(cellsOf)
  return { kind: 'table', head, rows }
}

/** The cells of a row. A bar in code, or after a backslash, is no border. */
export function cellsOf(row: string): string[] {
  const cells: string[] = []
  let [cell, isCode] = ['', false]
  for (let at = 1; at < row.length; at++) {
    const character = row[at] as string
    if (character === '\\' && row[at + 1] === '|') {
      cell += '|'
      at++
    } else if (character === '|' && !isCode) {
      cells.push(cell.trim())
      cell = ''
    } else {
      if (character === '`') isCode = !isCode
      cell += character
    }
  }
  return cells
}

function readList(lines: Lines, ids: Ids): Block {
  const isOrdered = /^\d/.test(lines.all[lines.at] as string)
  const items: Block[][] = []
  while (BULLET.test(lines.all[lines.at] ?? '')) items.push(parseLines(readItem(lines), ids))
  return { kind: 'list', isOrdered, items }
}

/** An item goes on as long as lines are indented below it, or are the rest of its paragraph. */
function readItem(lines: Lines): string[] {
  const first = lines.all[lines.at++] as string
  const width = BULLET.exec(first)?.[0].length ?? 0
  const inner = [first.slice(width)]
  for (let line = lines.all[lines.at]; line !== undefined; line = lines.all[lines.at]) {
    const isIndented = line.startsWith(' '.repeat(width))
    const goesOnAfterBlank = isBlank(line) && lines.all[lines.at + 1]?.startsWith(' '.repeat(width))
    if (!isIndented && !goesOnAfterBlank && (isBlank(line) || opensBlock(line))) break
    inner.push(isIndented ? line.slice(width) : line)
    lines.at++
  }
  if (isBlank(lines.all[lines.at]) && BULLET.test(lines.all[lines.at + 1] ?? '')) lines.at++
  return inner
}

/** The anchor of a heading, as GitHub makes it: letters, digits and dashes. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The second heading with the same words gets a number. */
function createIds(): Ids {
  const used = new Map<string, number>()
  return (text) => {
    const id = anchorOf(text) || 'section'
    const count = used.get(id) ?? 0
    used.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
