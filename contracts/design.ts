/**
 * The colours of mails and receipts, which can load no style sheet: those that web/ui/tokens.css has. A test compares the
 * two. Paper is always white, so a receipt has those of the day.
 */
export const COLOURS = {
  ink: '#10231f',
  'ink-soft': '#4c5f5a',
  line: '#dce4e1',
  surface: '#ffffff',
  ground: '#f4f7f6',
  brand: '#0a6558',
  'brand-ink': '#ffffff',
  'brand-tint': '#e6f3f0',
  danger: '#b3261e',
} as const

/** For mail programs that say when it is dark; the others show the colours of the day, or turn them themselves. */
export const NIGHT_COLOURS = {
  ink: '#e6eeeb',
  'ink-soft': '#a5b5b0',
  line: '#263531',
  surface: '#121b19',
  ground: '#0b1211',
  brand: '#4dc4ae',
  'brand-ink': '#06231e',
  'brand-tint': '#12322c',
} as const
