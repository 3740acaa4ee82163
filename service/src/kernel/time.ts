/** A time as the API writes it, in UTC with milliseconds: `2026-11-15T01:12:00.000Z`. */
export function iso(at: Date): string {
  const ms = at.getTime()
  if (ms === lastMs) return lastText
  if (ms === otherMs) return otherText
  otherText = lastText
  otherMs = lastMs
  lastText = at.toISOString()
  lastMs = ms
  return lastText
}

// The last two texts are kept, because two times are often written several times: that of a new payout stands five times in
// its activity alone, and the rows of a batch have it and that of their arrival in common.
let lastMs = Number.NaN
let lastText = ''
let otherMs = Number.NaN
let otherText = ''

export const isoOrNull = (at: Date | null): string | null => (at === null ? null : iso(at))

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
