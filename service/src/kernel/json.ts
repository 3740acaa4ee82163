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
  number_out_of_range: 'must be a number that a double holds as it is written',
} as const

/** More would help nobody, and a body may hold a million. */
const UNSTORABLE_MAX = 100

const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * PostgreSQL's text has no NUL and no lone surrogate, JSON has no Infinity (`1e999`), and a `__proto__` key would
 * pollute whatever copies the object: all four are the caller's error, found here once for every route.
 */
export function findUnstorable(value: unknown, above: readonly string[] = []): Unstorable[] {
  const found: Unstorable[] = []
  const path: string[] = [...above]
  const report = (code: Unstorable['code']): void => void found.push({ path: [...path], code, message: FAULTS[code] })

  function walk(value: unknown): void {
    if (typeof value === 'string' && !storable(value)) report('invalid_character')
    else if (typeof value === 'number' && !Number.isFinite(value)) report('number_out_of_range')
    else if (typeof value === 'object' && value !== null) {
      if (path.length < DEPTH_MAX) walkMembers(value)
      else report('too_deep')
    }
  }

  function walkMembers(value: object): void {
    for (const key of Object.keys(value)) {
      if (found.length >= UNSTORABLE_MAX) return
      // A name that cannot be stored cannot be told either, so its parent is named.
      if (!storable(key)) report('invalid_character')
      else walkMember(key, (value as Record<string, unknown>)[key])
    }
  }

  function walkMember(key: string, value: unknown): void {
    path.push(key)
    if (key === '__proto__') report('forbidden_key')
    else walk(value)
    path.pop()
  }

  walk(value)
  return found
}

/** A member of a body whose entries are answered for one by one; more than `max` are not looked at. */
export interface EntriesIn {
  readonly name: string
  readonly max: number
}

export interface Parsed {
  readonly value: unknown
  readonly faults: readonly Unstorable[]
}

export interface ParsedEntries extends Parsed {
  /** Of entries that are answered for one by one: the first fault of each, its path within the entry. */
  readonly entryFaults: ReadonlyMap<number, Unstorable>
}

const [QUOTE, BACKSLASH, COLON, BRACKET, BRACE] = Buffer.from('"\\:[{')

/**
 * Whether a JSON text has more lists, objects and members than that. Each costs far more to build than its byte to send:
 * a megabyte of brackets takes the parser a tenth of a second, in which nobody else is served.
 */
export function hasMorePartsThan(bytes: Uint8Array, max: number): boolean {
  if (bytes.length <= max) return false
  let parts = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if ((byte === BRACKET || byte === BRACE || byte === COLON) && ++parts > max) return true
  }
  return false
}

/** Where the string that begins there ends: at a quote with an even number of backslashes before it. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(QUOTE as number, from + 1); at >= 0; at = bytes.indexOf(QUOTE as number, at + 1)) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return bytes.length
}

/** The value of a JSON text, with everything in it that could not be stored and given back as it came. */
export function parseJson(text: string): Parsed {
  const value: unknown = JSON.parse(text)
  return { value, faults: findUnstorable(markInexact(text, value)) }
}

/** The same, where the faults of single entries are told apart. */
export function parseEntries(text: string, entriesIn: EntriesIn): ParsedEntries {
  const value: unknown = JSON.parse(text)
  const marked = markInexact(text, value)
  const entries = (marked as Record<string, unknown> | null)?.[entriesIn.name]
  if (!Array.isArray(entries) || entries.length > entriesIn.max) {
    return { value, faults: findUnstorable(marked), entryFaults: new Map() }
  }
  const faults = findUnstorable({ ...(marked as object), [entriesIn.name]: [] })
  const entryFaults = new Map<number, Unstorable>()
  const kept = entries.map((entry, index) => {
    const above = [entriesIn.name, String(index)]
    const found = findUnstorable(entry, above)
    const [first] = found
    if (!first) return entry
    entryFaults.set(index, { ...first, path: first.path.slice(above.length) })
    // What is too deep cannot even be told again.
    return found.length === UNSTORABLE_MAX || found.some(({ code }) => code === 'too_deep') ? null : entry
  })
  return { value: entryFaults.size > 0 ? { ...(value as object), [entriesIn.name]: kept } : value, faults, entryFaults }
}

/** The same value, with NaN in place of each number that a double does not hold as it is written. */
function markInexact(text: string, value: unknown): unknown {
  if (!MAY_BE_INEXACT.test(text)) return value
  try {
    return JSON.parse(text, inexactIsNaN)
  } catch {
    // Nested deeper than this second look can follow: it is refused for that, there or at a key above.
    return value
  }
}

/**
 * Fifteen significant digits and an exponent of two always come back from a double as they were written, so nearly
 * every body is spared the second look.
 */
const MAY_BE_INEXACT = /[\d.]{16}|[eE][+-]?\d{3}/

const inexactIsNaN = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !isExact(context?.source ?? '', value) ? Number.NaN : value

/** Whether the number is written back as the same decimal, in whatever form: `1.50` as `1.5`, `1e3` as `1000`. */
const isExact = (source: string, value: number): boolean =>
  Number.isFinite(value) && (source === String(value) || decimal(source) === decimal(String(value)))

/** One spelling for equal decimals: the significant digits and the power of ten they count. A zero has no sign. */
function decimal(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = whole + fraction
  const start = digits.search(/[1-9]/)
  if (start < 0) return '0'
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`
}

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

/** JSON, or nothing where there is nothing. */
export const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))
