/** What differs from one run to the next, by the name of its field; `queued` by whether an attempt is under way. */
const VOLATILE_FIELDS = new Set([
  'timestamp',
  'queued',
  'duration_ms',
  'hash',
  'position',
  'next_after',
  'person_id',
  'address',
])

/** What differs within a text: ids, times, tokens, secrets, digits of accounts, mobile numbers. */
const VOLATILE_TEXTS: readonly (readonly [pattern: RegExp, stands: string])[] = [
  [/\b([a-z0-9]{2,5})_(?:test)?[0-9a-z]{26}\b/g, '$1_id'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'time'],
  [/(\/(?:connect|card-form|receipt)\/)[^\s"]+/g, '$1token'],
  [/whsec_[A-Za-z0-9+/=]+/g, 'whsec_secret'],
  [/••••\d{4}/g, '••••digits'],
  [/\+1555\d{7}/g, 'mobile'],
  [/[\w.+-]+@[\w.-]+/g, 'address'],
]

/** The value with everything replaced that no two runs have in common. */
export function steady(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => steady(entry))
  if (typeof value === 'string') {
    return VOLATILE_FIELDS.has(field)
      ? field
      : VOLATILE_TEXTS.reduce((text, [from, to]) => text.replace(from, to), value)
  }
  if (typeof value !== 'object' || value === null) return VOLATILE_FIELDS.has(field) ? field : value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, steady(part, key)]))
}
