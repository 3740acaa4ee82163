import { diagramOf } from '../diagram.ts'
import type { Block } from './blocks.ts'
import { highlight } from './highlight.ts'
import { escapeHtml, plainText, type Resolve, renderInline } from './inline.ts'

/** Languages that readers choose between, in the order of their buttons. */
export const LANGUAGES: Readonly<Record<string, string>> = { sh: 'curl', ts: 'TypeScript', python: 'Python' }

const NAMES: Readonly<Record<string, string>> = {
  json: 'JSON',
  html: 'HTML',
  swift: 'Swift',
  kotlin: 'Kotlin',
  jsx: 'React Native',
}

/** The HTML of blocks. Programs that follow each other, each in another language, become one with buttons. */
export function renderBlocks(blocks: readonly Block[], resolve: Resolve): string {
  const parts: string[] = []
  for (let at = 0; at < blocks.length; ) {
    const group = programsAt(blocks, at)
    parts.push(group.length > 1 ? choice(group) : renderBlock(blocks[at] as Block, resolve))
    at += Math.max(group.length, 1)
  }
  return parts.join('\n')
}

type Code = Extract<Block, { kind: 'code' }>

function programsAt(blocks: readonly Block[], from: number): Code[] {
  const group: Code[] = []
  for (const block of blocks.slice(from, from + Object.keys(LANGUAGES).length)) {
    const isOne = block.kind === 'code' && block.language in LANGUAGES
    if (!isOne || group.some(({ language }) => language === block.language)) break
    group.push(block)
  }
  return group
}

function choice(programs: readonly Code[]): string {
  const buttons = programs.map(
    ({ language }) => `<button type="button" data-choose="${language}">${LANGUAGES[language]}</button>`,
  )
  return `<div class="choice"><div class="languages" role="group" aria-label="Language">${buttons.join('')}</div>
${programs.map((one) => figure(one)).join('\n')}</div>`
}

/** Scrollable parts take the focus, so that a keyboard can scroll them. */
function figure({ language, code }: Code): string {
  const name = LANGUAGES[language] ?? NAMES[language]
  const caption = name ? `<figcaption>${name}</figcaption>` : ''
  return `<figure class="code" data-language="${escapeHtml(language)}">${caption}<pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>`
}

function renderBlock(block: Block, resolve: Resolve): string {
  const inline = (text: string): string => renderInline(text, resolve)
  switch (block.kind) {
    case 'heading':
      return heading(block, inline)
    case 'paragraph':
      return `<p>${inline(block.text)}</p>`
    case 'code':
      return block.language === 'mermaid' ? diagramOf(block.code) : figure(block)
    case 'table':
      return table(block, inline)
    case 'quote':
      return `<blockquote>${renderBlocks(block.blocks, resolve)}</blockquote>`
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${itemHtml(item, resolve)}</li>`).join('')}</${tag}>`
    }
  }
}

/** An item of a single paragraph is set tight. */
function itemHtml(item: readonly Block[], resolve: Resolve): string {
  const [first, ...rest] = item
  if (first?.kind !== 'paragraph') return renderBlocks(item, resolve)
  return renderInline(first.text, resolve) + renderBlocks(rest, resolve)
}

function heading({ level, text, id }: Extract<Block, { kind: 'heading' }>, inline: (text: string) => string): string {
  if (level === 1) return `<h1 id="${id}">${inline(text)}</h1>`
  const link = `<a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(plainText(text))}”">#</a>`
  return `<h${level} id="${id}">${inline(text)}${link}</h${level}>`
}

function table({ head, rows }: Extract<Block, { kind: 'table' }>, inline: (text: string) => string): string {
  const heads = head.map((cell) => (cell === '' ? '<td></td>' : `<th scope="col">${inline(cell)}</th>`)).join('')
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`)
  return `<div class="table" tabindex="0"><table><thead><tr>${heads}</tr></thead><tbody>${lines.join('\n')}</tbody></table></div>`
}
