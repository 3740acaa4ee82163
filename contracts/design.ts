/**
 * The colours of mails and receipts, which can load no style sheet: those that web/ui/tokens.css has by day. A test compares
 * the two. By night a mail program that has a dark scheme turns them itself.
 */
export const COLOURS = {
  ink: '#10231f',
  'ink-soft': '#4c5f5a',
  line: '#dce4e1',
  surface: '#ffffff',
  ground: '#f4f7f6',
  brand: '#0a6558',
  'brand-ink': '#ffffff',
  danger: '#b3261e',
} as const
