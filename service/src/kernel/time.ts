/** A time as the API writes it, in UTC with milliseconds: `2026-11-15T01:12:00.000Z`. */
export function iso(at: Date): string {
  const ms = at.getTime()
  if (ms !== lastMs) {
    lastText = at.toISOString()
    lastMs = ms
  }
  return lastText
}

// The last text is kept, because one time is often written several times: five in a new payout's activity alone.
let lastMs = Number.NaN
let lastText = ''

export const isoOrNull = (at: Date | null): string | null => (at === null ? null : iso(at))

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
