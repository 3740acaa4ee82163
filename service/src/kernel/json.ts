export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Deeper than any honest request, shallow enough that no recursion over a body can exhaust the stack. */
export const DEPTH_MAX = 64

/** Why a parsed JSON value cannot be stored and given back as it came; the path leads to the offender. */
export interface Unstorable {
  readonly path: readonly string[]
  readonly code: 'too_deep' | 'forbidden_key' | 'invalid_character' | 'number_out_of_range'
  readonly message: string
}

const FAULTS = {
  too_deep: `must not be nested deeper than ${DEPTH_MAX} levels`,
  forbidden_key: 'must not be named `__proto__`',
  invalid_character: 'must not contain a NUL character or half of a surrogate pair',
  number_out_of_range: 'must be a number that a double holds exactly',
} as const

const fault = (path: readonly string[], code: Unstorable['code']): Unstorable => ({
  path: path.slice(0, 8),
  code,
  message: FAULTS[code],
})

const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * PostgreSQL's text has no NUL and no lone surrogate, JSON has no Infinity (`1e999`), and a `__proto__` key would
 * pollute whatever copies the object: all four are the caller's error, found here once for every route.
 */
export function findUnstorable(value: unknown): Unstorable | undefined {
  const path: string[] = []

  function walk(value: unknown): Unstorable | undefined {
    if (typeof value === 'string') return storable(value) ? undefined : fault(path, 'invalid_character')
    if (typeof value === 'number') return Number.isFinite(value) ? undefined : fault(path, 'number_out_of_range')
    return typeof value === 'object' && value !== null ? walkMembers(value) : undefined
  }

  function walkMembers(value: object): Unstorable | undefined {
    if (path.length >= DEPTH_MAX) return fault(path, 'too_deep')
    for (const key of Object.keys(value)) {
      path.push(key)
      if (key === '__proto__') return fault(path, 'forbidden_key')
      if (!storable(key)) return fault(path.slice(0, -1), 'invalid_character')
      const found = walk((value as Record<string, unknown>)[key])
      if (found) return found
      path.pop()
    }
    return undefined
  }

  return walk(value)
}

/**
 * An integer with more digits than a double holds would be stored as its neighbour. Only a text with sixteen digits in a
 * row can have one, so nearly every body is spared the second look.
 */
export function findLossyInteger(text: string): Unstorable | undefined {
  if (!/\d{16}/.test(text)) return undefined
  let found: Unstorable | undefined
  JSON.parse(text, (key: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source ?? ''
    if (typeof value === 'number' && isLossy(source, value)) found ??= fault([key], 'number_out_of_range')
    return value
  })
  return found
}

/** Neither the same number nor the shortest way to write it, which is how JavaScript itself would send it. */
const isLossy = (source: string, value: number): boolean =>
  /^-?\d+$/.test(source) && String(value) !== source && BigInt(source) !== BigInt(value)

/** One spelling for equal values: keys sorted, no white space. Two bodies are the same request when this is equal. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    const members = Object.keys(object)
      .filter((key) => object[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
