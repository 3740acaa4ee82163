import { escapeHtml } from './inline.ts'

interface Grammar {
  readonly comment: string
  /** Characters that open and close a string. */
  readonly quotes: string
  readonly keywords: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const SHELL: Grammar = {
  comment: '#',
  quotes: '\'"',
  keywords: words('curl npm npx node if then else fi for do done while case esac echo export tributary'),
}
const SCRIPT: Grammar = {
  comment: '//',
  quotes: '\'"`',
  keywords: words(
    'import from export const let function return if else for of in while await async new try catch throw class extends interface type true false null undefined',
  ),
}

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  sh: SHELL,
  ts: SCRIPT,
  js: SCRIPT,
  jsx: SCRIPT,
  json: SCRIPT,
  swift: { ...SCRIPT, keywords: words('final class func let var if as import return true false nil') },
  kotlin: { ...SCRIPT, keywords: words('class private val var fun if override import return true false null') },
  python: {
    comment: '#',
    quotes: '\'"',
    keywords: words(
      'import from def class return if elif else for in while try except raise with as and or not True False None async await print lambda',
    ),
  },
}

const span = (kind: string, text: string): string => `<span class="t-${kind}">${escapeHtml(text)}</span>`

const isWord = (character: string | undefined): boolean => character !== undefined && /[\w$]/.test(character)

function endOfString(code: string, at: number): number {
  const quote = code[at]
  let end = at + 1
  while (end < code.length && code[end] !== quote) end += code[end] === '\\' ? 2 : 1
  return Math.min(end + 1, code.length)
}

function endOfWord(code: string, at: number): number {
  let end = at
  while (isWord(code[end])) end++
  return end
}

function wordHtml(word: string, { keywords }: Grammar): string {
  if (keywords.has(word)) return span('keyword', word)
  return /^\d/.test(word) ? span('number', word) : escapeHtml(word)
}

/** A comment begins a line or follows a space: `$#` and `https://` are none. */
const isComment = (code: string, at: number, { comment }: Grammar): boolean =>
  code.startsWith(comment, at) && (at === 0 || /\s/.test(code[at - 1] as string))

/** The HTML of a program: strings, comments, numbers and keywords in colours of their own. One pass from start to end. */
export function highlight(code: string, language: string): string {
  const grammar = GRAMMARS[language]
  if (!grammar) return escapeHtml(code)
  let html = ''
  for (let at = 0; at < code.length; ) {
    const character = code[at] as string
    let end = at + 1
    if (isComment(code, at, grammar)) {
      end = code.indexOf('\n', at)
      if (end < 0) end = code.length
      html += span('comment', code.slice(at, end))
    } else if (grammar.quotes.includes(character)) {
      end = endOfString(code, at)
      html += span('string', code.slice(at, end))
    } else if (isWord(character)) {
      end = endOfWord(code, at)
      html += wordHtml(code.slice(at, end), grammar)
    } else html += escapeHtml(character)
    at = end
  }
  return html
}
