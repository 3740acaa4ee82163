import { COLOURS } from '../../../../contracts/design.ts'

/** One part of an e-mail, which has a plain and an HTML form. */
export type Block =
  | { readonly say: string }
  | { readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly button: string; readonly url: string }
  | { readonly note: string }

export interface Letter {
  readonly subject: string
  readonly heading: string
  readonly blocks: readonly Block[]
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const WIDTH = 72

/** Names and descriptions come from strangers: without line breaks they stay within their sentence. */
export const inLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

const NAME_MAX = 40

/** A stranger's name in an SMS: letters, digits and the marks of names, so that it makes no link and no sentence. */
export function asName(text: string): string {
  const letters = [...inLine(text.replace(/[^\p{L}\p{M}\p{N} '’&,()-]+/gu, ' '))]
  return letters.length <= NAME_MAX
    ? letters.join('')
    : `${letters
        .slice(0, NAME_MAX - 1)
        .join('')
        .trimEnd()}…`
}

const markup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function renderLetter({ subject, heading, blocks }: Letter): RenderedMail {
  return { subject: inLine(subject), text: plainText(heading, blocks), html: htmlPage(subject, heading, blocks) }
}

function wrap(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of inLine(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join('\n')
}

function plainBlock(block: Block): string {
  if ('rows' in block) {
    const width = Math.max(...block.rows.map(([name]) => name.length)) + 2
    return block.rows.map(([name, value]) => `  ${`${name}:`.padEnd(width)}${inLine(value)}`).join('\n')
  }
  if ('button' in block) return `${block.button}:\n${block.url}`
  return wrap('note' in block ? block.note : block.say)
}

const plainText = (heading: string, blocks: readonly Block[]): string =>
  `${[wrap(heading), ...blocks.map(plainBlock), '-- \nTributary'].join('\n\n')}\n`

const {
  ink: INK,
  'ink-soft': SOFT,
  line: LINE,
  brand: BRAND,
  'brand-ink': ON_BRAND,
  surface: SURFACE,
  ground: GROUND,
} = COLOURS
const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function htmlBlock(block: Block): string {
  if ('rows' in block) {
    const rows = block.rows.map(
      ([name, value]) =>
        `<tr><td style="padding:10px 16px 10px 0;color:${SOFT};border-top:1px solid ${LINE}">${markup(name)}</td><td style="padding:10px 0;text-align:right;font-weight:600;border-top:1px solid ${LINE}">${markup(inLine(value))}</td></tr>`,
    )
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-bottom:1px solid ${LINE}">${rows.join('')}</table>`
  }
  if ('button' in block) {
    const url = markup(block.url)
    return `<p style="margin:8px 0 16px"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${BRAND};color:${ON_BRAND};text-decoration:none;font-weight:600">${markup(block.button)}</a></p><p style="margin:0 0 24px;font-size:13px;line-height:20px;color:${SOFT};word-break:break-all">${url}</p>`
  }
  if ('note' in block)
    return `<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${SOFT}">${markup(inLine(block.note))}</p>`
  return `<p style="margin:0 0 16px">${markup(inLine(block.say))}</p>`
}

/** Tables and inline styles, as mail programs want it; no image, no script, nothing fetched from anywhere. */
function htmlPage(subject: string, heading: string, blocks: readonly Block[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${markup(inLine(subject))}</title></head>
<body style="margin:0;padding:0;background:${GROUND}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${SURFACE};border-radius:12px"><tr><td style="padding:32px;font-family:${FONT};font-size:16px;line-height:24px;color:${INK}">
<p style="margin:0 0 24px;font-size:14px;font-weight:700;letter-spacing:.04em;color:${BRAND}">Tributary</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px">${markup(inLine(heading))}</h1>
${blocks.map(htmlBlock).join('\n')}
</td></tr></table>
</td></tr></table>
</body></html>
`
}

/** A moment as letters write it. */
export const minute = (at: Date): string =>
  at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).concat(' UTC')
