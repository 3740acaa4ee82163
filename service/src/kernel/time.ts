/** UTC with milliseconds, as the wire spells every time: `2026-11-15T01:12:00.000Z`. */
export const iso = (at: Date): string => at.toISOString()

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
