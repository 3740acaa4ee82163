import { countMembers, duplicateKeys } from './json-text.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** No valid request nests deeper, and no recursion over a body of this depth exhausts the stack. */
export const DEPTH_MAX = 64

/** A part of a JSON value that cannot be stored and returned unchanged; `path` leads to it. */
export interface Unstorable {
  readonly path: readonly string[]
  readonly code: 'too_deep' | 'forbidden_key' | 'invalid_character' | 'number_out_of_range' | 'duplicate_key'
  readonly message: string
}

const FAULTS = {
  too_deep: `must not be nested deeper than ${DEPTH_MAX} levels`,
  forbidden_key: 'must not be named `__proto__`',
  invalid_character: 'must not contain a NUL character or half of a surrogate pair',
  number_out_of_range: 'must be a number that a double holds as it is written',
  duplicate_key: 'must not be given twice',
} as const

/** A body can hold a million faults; the first hundred are enough for its sender. */
const UNSTORABLE_MAX = 100

const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * PostgreSQL's text has no NUL and no lone surrogate, JSON has no Infinity (`1e999`), and a `__proto__` key would
 * pollute whatever copies the object: all four are the caller's error, found here once for every route.
 */
export const findUnstorable = (value: unknown, above: readonly string[] = []): Unstorable[] =>
  inspect(value, above).found

interface Inspected {
  readonly found: Unstorable[]
  /** The members of all objects that were looked at. */
  readonly members: number
}

/** How many members all objects in a value have; NaN where any part of it cannot be stored. */
function membersIfStorable(value: unknown, depth: number): number {
  if (typeof value === 'string') return storable(value) ? 0 : Number.NaN
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= DEPTH_MAX) return Number.NaN
  let members = 0
  if (Array.isArray(value)) {
    for (const entry of value) members += membersIfStorable(entry, depth + 1)
    return members
  }
  for (const key in value) {
    if (key === '__proto__' || !storable(key)) return Number.NaN
    members += 1 + membersIfStorable((value as Record<string, unknown>)[key], depth + 1)
  }
  return members
}

/** Nearly every value is storable, which is known without the path to each of its parts. */
function inspect(value: unknown, above: readonly string[] = []): Inspected {
  const members = membersIfStorable(value, above.length)
  return Number.isNaN(members) ? inspectParts(value, above) : { found: [], members }
}

function inspectParts(value: unknown, above: readonly string[]): Inspected {
  const found: Unstorable[] = []
  let members = 0
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
    const keys = Object.keys(value)
    if (!Array.isArray(value)) members += keys.length
    for (const key of keys) {
      if (found.length >= UNSTORABLE_MAX) return
      // A name that cannot be stored cannot be answered either, so the fault names its parent.
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
  return { found, members }
}

/** The member of a body whose entries have their faults reported one by one, up to `max` entries. */
export interface EntriesIn {
  readonly name: string
  readonly max: number
}

export interface Parsed {
  readonly value: unknown
  readonly faults: readonly Unstorable[]
}

export interface ParsedEntries extends Parsed {
  /** The first fault of each faulty entry, by the entry's index. Paths begin at the entry. */
  readonly entryFaults: ReadonlyMap<number, Unstorable>
}

/** Parses a JSON text and lists everything in it that cannot be stored and returned unchanged. */
export function parseJson(text: string): Parsed {
  const value: unknown = JSON.parse(text)
  return { value, faults: wholeFaults(text, markInexact(text, value)) }
}

function wholeFaults(text: string, marked: unknown): Unstorable[] {
  const { found, members } = inspect(marked)
  // A text without duplicates has as many members as its value. Counting them costs a fraction of parsing.
  return countMembers(text) === members ? found : [...found, ...findDuplicates(text).take(UNSTORABLE_MAX)]
}

/** Keys that are given twice in an object, of which a parser keeps the last one only. */
const findDuplicates = (text: string): IteratorObject<Unstorable> =>
  duplicateKeys(text, DEPTH_MAX)
    .filter((path) => path.every(storable))
    .map((path) => ({ path, code: 'duplicate_key' as const, message: FAULTS.duplicate_key }))

/** Like `parseJson`, with the faults of single entries kept apart. */
export function parseEntries(text: string, entriesIn: EntriesIn): ParsedEntries {
  const value: unknown = JSON.parse(text)
  const marked = markInexact(text, value)
  const entries = (marked as Record<string, unknown> | null)?.[entriesIn.name]
  if (!Array.isArray(entries) || entries.length > entriesIn.max) {
    return { value, faults: wholeFaults(text, marked), entryFaults: new Map() }
  }
  const rest = inspect({ ...(marked as object), [entriesIn.name]: [] })
  let { members } = rest
  const entryFaults = new Map<number, Unstorable>()
  const kept = entries.map((entry, index) => {
    const above = [entriesIn.name, String(index)]
    const { found, members: more } = inspect(entry, above)
    members += more
    const [first] = found
    if (!first) return entry
    entryFaults.set(index, { ...first, path: first.path.slice(above.length) })
    // An entry that is too deep, or has too many faults, is not echoed in the answer.
    return found.length === UNSTORABLE_MAX || found.some(({ code }) => code === 'too_deep') ? null : entry
  })
  const duplicates = countMembers(text) === members ? [] : findDuplicates(text)
  const faults = [...rest.found, ...sortDuplicates(duplicates, entriesIn, entryFaults)]
  // Nor is one with a doubled key: it would show one of two values.
  for (const [index, { code }] of entryFaults) if (code === 'duplicate_key') kept[index] = null
  return { value: entryFaults.size > 0 ? { ...(value as object), [entriesIn.name]: kept } : value, faults, entryFaults }
}

/** Adds the first duplicate of each entry that has no other fault to the faults of entries; returns the others. */
function sortDuplicates(
  duplicates: Iterable<Unstorable>,
  { name }: EntriesIn,
  entryFaults: Map<number, Unstorable>,
): Unstorable[] {
  const others: Unstorable[] = []
  for (const duplicate of duplicates) {
    const [list, index, ...path] = duplicate.path
    if (list !== name || path.length === 0) {
      if (others.length < UNSTORABLE_MAX) others.push(duplicate)
    } else if (!entryFaults.has(Number(index))) entryFaults.set(Number(index), { ...duplicate, path })
  }
  return others
}

/** The same value, with NaN in place of each number that a double cannot hold exactly. */
function markInexact(text: string, value: unknown): unknown {
  if (!MAY_BE_INEXACT.test(text)) return value
  try {
    return JSON.parse(text, inexactIsNaN)
  } catch {
    // The reviver recurses, so a very deep value overflows the stack. `findUnstorable` refuses it for its depth.
    return value
  }
}

/**
 * A double holds fifteen significant digits with a two-digit exponent exactly. Without a longer number, the second
 * parse is skipped, as for nearly every body. A number begins the text or follows one of these characters, and its exponent
 * follows a digit: digits inside of a word, as in an id, are none.
 */
const MAY_BE_INEXACT = /(?:^|[[:,\s-])[\d.]{16}|\d\.?[eE][+-]?\d{3}/

const inexactIsNaN = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !isExact(context?.source ?? '', value) ? Number.NaN : value

/** Whether the double is equal to the decimal in the source: `1.50` is `1.5`, `1e3` is `1000`. */
const isExact = (source: string, value: number): boolean =>
  Number.isFinite(value) && (source === String(value) || decimal(source) === decimal(String(value)))

/** A canonical spelling of a decimal: significant digits and a power of ten. A zero has no sign. */
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

/** Canonical JSON: keys sorted, no white space. Two bodies are the same request when their canonical JSON is equal. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>
    let members = ''
    for (const key of Object.keys(object).sort()) {
      if (object[key] === undefined) continue
      members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonical(object[key])}`
    }
    return `{${members}}`
  }
  return JSON.stringify(value) ?? 'null'
}
