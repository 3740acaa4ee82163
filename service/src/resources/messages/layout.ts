import { COLOURS, NIGHT_COLOURS } from '../../../../contracts/design.ts'
import type { Language } from '../../http/index.ts'

/** One part of an e-mail, which has a plain and an HTML form. */
export type Block =
  | { readonly say: string }
  /** The amount or code that the mail is about, set large. */
  | { readonly amount: string; readonly name: string }
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

/** `footer` says why the reader gets it. */
export function renderLetter(letter: Letter, language: Language, footer: string): RenderedMail {
  return {
    subject: inLine(letter.subject),
    text: plainText(letter, footer),
    html: htmlPage(letter, language, footer),
  }
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
  if ('amount' in block) return `  ${block.name}: ${block.amount}`
  return wrap('note' in block ? block.note : block.say)
}

const plainText = ({ heading, blocks }: Letter, footer: string): string =>
  `${[wrap(heading), ...blocks.map(plainBlock), `-- \nTributary\n${wrap(footer)}`].join('\n\n')}\n`

/** The colours of the pages, written out: a mail program knows no variables. Each text has 4.5 to 1 on its ground. */
const {
  ink: INK,
  'ink-soft': SOFT,
  line: LINE,
  brand: BRAND,
  'brand-ink': ON_BRAND,
  surface: SURFACE,
  ground: GROUND,
  'brand-tint': TINT,
} = COLOURS

/**
 * The night of mail programs that ask for it. Every colour is inline for the others, so each rule must overrule one. A
 * program that removes the sheet or the classes shows the day.
 */
const NIGHT = `@media (prefers-color-scheme:dark){${[
  `.ground{background:${NIGHT_COLOURS.ground}!important}`,
  `.card{background:${NIGHT_COLOURS.surface}!important;color:${NIGHT_COLOURS.ink}!important}`,
  `.ink{color:${NIGHT_COLOURS.ink}!important}`,
  `.soft{color:${NIGHT_COLOURS['ink-soft']}!important}`,
  `.brand{color:${NIGHT_COLOURS.brand}!important}`,
  `.line{border-color:${NIGHT_COLOURS.line}!important}`,
  `.tint{background:${NIGHT_COLOURS['brand-tint']}!important}`,
  `.button{background:${NIGHT_COLOURS.brand}!important}`,
  `.button a{color:${NIGHT_COLOURS['brand-ink']}!important}`,
].join('')}}`

const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

/** An amount or a name stays whole; an address or an id may break anywhere. */
const breaking = (value: string): string => (value.length <= WHOLE_MAX ? 'white-space:nowrap' : 'word-break:break-word')
const WHOLE_MAX = 18

function htmlBlock(block: Block): string {
  if ('rows' in block) {
    const rows = block.rows.map(
      ([name, value]) =>
        `<tr><td valign="top" class="soft line" style="padding:10px 16px 10px 0;color:${SOFT};border-top:1px solid ${LINE}">${markup(name)}</td><td valign="top" align="right" class="line" style="padding:10px 0;text-align:right;font-weight:600;border-top:1px solid ${LINE};${breaking(value)}">${markup(inLine(value))}</td></tr>`,
    )
    return `<table ${TABLE} class="line" style="margin:8px 0 24px;border-bottom:1px solid ${LINE}">${rows.join('')}</table>`
  }
  if ('amount' in block) {
    return `<table ${TABLE} style="margin:8px 0 16px"><tr><td bgcolor="${TINT}" class="tint" style="padding:16px 20px;border-radius:12px;background:${TINT}"><span class="soft" style="font-size:14px;line-height:20px;color:${SOFT}">${markup(block.name)}</span><br><span class="ink" style="font-size:32px;line-height:40px;font-weight:700;color:${INK}">${markup(inLine(block.amount))}</span></td></tr></table>`
  }
  if ('button' in block) {
    const url = markup(block.url)
    // The colour is on the cell as well: Outlook draws no padding or background of a link.
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr><td bgcolor="${BRAND}" class="button" style="border-radius:12px;background:${BRAND}"><a href="${url}" style="display:inline-block;padding:14px 28px;color:${ON_BRAND};text-decoration:none;font-weight:600">${markup(block.button)}</a></td></tr></table><p class="soft" style="margin:0 0 24px;font-size:13px;line-height:20px;color:${SOFT};word-break:break-all">${url}</p>`
  }
  if ('note' in block)
    return `<p class="soft" style="margin:0 0 16px;font-size:13px;line-height:20px;color:${SOFT}">${markup(inLine(block.note))}</p>`
  return `<p style="margin:0 0 16px">${markup(inLine(block.say))}</p>`
}

/** The line that a list of mails shows beside the subject. */
function preview(blocks: readonly Block[]): string {
  const first = blocks.find((block) => 'say' in block)
  return first === undefined ? '' : inLine(first.say)
}

/** Tables and inline styles, as mail programs want it; no image, no script, nothing fetched from anywhere. */
function htmlPage({ subject, heading, blocks }: Letter, language: Language, footer: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${markup(inLine(subject))}</title><style>${NIGHT}</style></head>
<body class="ground" style="margin:0;padding:0;background:${GROUND}">
<div style="display:none;max-height:0;overflow:hidden">${markup(preview(blocks))}</div>
<table ${TABLE} bgcolor="${GROUND}" class="ground" style="background:${GROUND}"><tr><td align="center" style="padding:32px 16px">
<table ${TABLE} style="max-width:560px"><tr><td class="brand" style="padding:0 8px 16px;font-family:${FONT};font-size:15px;font-weight:700;color:${BRAND}">Tributary</td></tr></table>
<table ${TABLE} bgcolor="${SURFACE}" class="card" style="max-width:560px;background:${SURFACE};border-radius:20px"><tr><td class="ink" style="padding:32px;font-family:${FONT};font-size:16px;line-height:24px;color:${INK}">
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:700">${markup(inLine(heading))}</h1>
${blocks.map(htmlBlock).join('\n')}
</td></tr></table>
<table ${TABLE} style="max-width:560px"><tr><td class="soft" style="padding:16px 8px 0;font-family:${FONT};font-size:13px;line-height:20px;color:${SOFT}">${markup(footer)}</td></tr></table>
</td></tr></table>
</body></html>
`
}

/** Made once: `toLocaleString` makes another each time, which takes longer than all the rest of a letter. */
const formatsIn = (options: Intl.DateTimeFormatOptions): Readonly<Record<Language, Intl.DateTimeFormat>> => ({
  en: new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es-US', { ...options, timeZone: 'UTC' }),
})

const MINUTES = formatsIn({ dateStyle: 'long', timeStyle: 'short' })
const DAYS = formatsIn({ dateStyle: 'long' })

/** A moment as letters write it. */
export const minute = (at: Date, language: Language = 'en'): string => `${MINUTES[language].format(at)} UTC`

export const dayIn = (at: Date, language: Language): string => DAYS[language].format(at)
