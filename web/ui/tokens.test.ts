import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COLOURS, NIGHT_COLOURS } from '../../contracts/design.ts'

const WEB = join(import.meta.dirname, '..')
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

const named = new Map(
  [...tokens.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [`var(--${name})`, colour as string]),
)

/** Name → the colour by day and by night. */
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6}|var\([\w-]+\))\)/g)].map(
    ([, name, light, dark = '']) => [name as string, [light as string, named.get(dark) ?? dark]] as const,
  ),
)

const channel = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Relative luminance, as WCAG 2 defines it. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const TEXT = 4.5
const MARK = 3
const GROUNDS = ['surface', 'ground', 'hover', 'raised']
const TONES = ['danger', 'warn', 'good', 'info', 'brand']

/** A colour, what it stands on, and the least contrast between them. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['ink', 'ink-soft', 'ink-faint', 'brand', 'danger'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground, TEXT] as const),
  ),
  ...TONES.map((tone) => [tone, `${tone}-tint`, TEXT] as const),
  ...['brand', 'brand-deep'].map((ground) => ['brand-ink', ground, TEXT] as const),
  ...['sandbox', 'production'].map((ground) => [`${ground}-ink`, ground, TEXT] as const),
  ...['line-strong', 'brand'].map((line) => [line, 'surface', MARK] as const),
]

const sheets = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.css') && !/^dist|tokens\.css$/.test(file),
)

describe('the tokens', () => {
  it.each(PAIRS)('%s is legible on %s by day and by night', (text, ground, least) => {
    for (const scheme of [0, 1] as const) {
      const [one, other] = [colours.get(text)?.[scheme], colours.get(ground)?.[scheme]]
      expect(one && other ? contrastOf(one, other) : 0).toBeGreaterThanOrEqual(least)
    }
  })

  it('are the same in mails and receipts', () => {
    for (const [name, colour] of Object.entries(COLOURS)) expect(colours.get(name)?.[0], name).toBe(colour)
    for (const [name, colour] of Object.entries(NIGHT_COLOURS)) expect(colours.get(name)?.[1], name).toBe(colour)
  })

  it('decide by day and by night alone: a choice of scheme holds for every colour', () => {
    const asking = sheets.filter((file) => readFileSync(join(WEB, file), 'utf8').includes('prefers-color-scheme'))
    expect(asking).toEqual([])
  })

  it('are the only place that names a colour or a typeface', () => {
    expect(sheets.length).toBeGreaterThan(20)
    const wrong = sheets.flatMap((file) =>
      readFileSync(join(WEB, file), 'utf8')
        .split('\n')
        .filter((line) => /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|font-family: (?!var\(|inherit)/i.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(wrong).toEqual([])
  })
})
