import { centsOf } from '../parts/amounts.ts'
import type { Clock } from '../parts/clock.ts'

interface FieldBase<Name extends string> {
  /** The field of the request's body; an error that names it is shown beside the input. */
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly optional?: true
  readonly initial?: Value
  /** The message for an empty field, where the one made from the label would not be English. */
  readonly missing?: string
}

export interface Option {
  readonly value: string
  readonly label: string
}

/** One field of a form. Its value is text while a person types; `toWire` converts it to the type that the API expects. */
export type Field<Name extends string = string> = FieldBase<Name> &
  (
    | {
        readonly kind: 'text' | 'email' | 'url' | 'password'
        readonly autoComplete?: string
        readonly inputMode?: 'numeric' | 'text'
        readonly minLength?: number
      }
    | { readonly kind: 'lines' | 'money' | 'percent' | 'number' | 'json' }
    | { readonly kind: 'moment'; readonly clock?: Clock }
    | { readonly kind: 'creator' | 'buyer' }
    | { readonly kind: 'switch' }
    | { readonly kind: 'choice' | 'choices'; readonly options: readonly Option[] }
    | { readonly kind: 'items' }
  )

/** A line of a purchase while it is typed. */
export interface Item {
  readonly key: string
  readonly name: string
  readonly amount: string
  readonly quantity: string
}

export type Value = string | boolean | readonly string[] | readonly Item[]
export type Values = Readonly<Record<string, Value>>
export type Body = Record<string, unknown>
/** A message for each wrong field. */
export type FormErrors = Readonly<Record<string, string>>

export const newItem = (): Item => ({ key: crypto.randomUUID(), name: '', amount: '', quantity: '1' })

const emptyOf = (field: Field): Value => {
  switch (field.kind) {
    case 'switch':
      return false
    case 'choices':
      return []
    case 'items':
      return [newItem()]
    case 'choice':
      return field.optional ? '' : (field.options[0]?.value ?? '')
    default:
      return ''
  }
}

export const initialValue = (field: Field): Value => field.initial ?? emptyOf(field)

type Converted = { readonly wire: unknown } | { readonly error: string }

/** The values as the request's body, or what is wrong with them. Optional fields that are empty are left out. */
export function toWire(fields: readonly Field[], values: Values): { readonly body: Body; readonly errors: FormErrors } {
  const body: Body = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? initialValue(field)
    if (isBlank(value)) {
      if (!field.optional) errors[field.name] = missingMessage(field)
      continue
    }
    const converted = convert(field, value)
    if ('error' in converted) errors[field.name] = converted.error
    else body[field.name] = converted.wire
  }
  return { body, errors }
}

const isBlank = (value: Value): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

function missingMessage({ kind, label, missing }: Field): string {
  if (missing) return missing
  switch (kind) {
    case 'choices':
      return 'Choose at least one.'
    case 'choice':
      return 'Choose one.'
    case 'creator':
    case 'buyer':
      return `Choose a ${kind}.`
    case 'moment':
      return 'Enter a date and a time.'
    default:
      return `Enter the ${label.charAt(0).toLowerCase()}${label.slice(1)}.`
  }
}

function convert(field: Field, value: Value): Converted {
  switch (field.kind) {
    case 'password':
      return longEnough(String(value), field.minLength)
    case 'money':
      return orError(centsOf(String(value)), 'Enter an amount like 125 or 125.50.')
    case 'percent':
      return orError(percentOf(String(value)), 'Enter a number from 0 to 100, with up to four decimals.')
    case 'number':
      return orError(wholeNumber(String(value)), 'Enter a whole number.')
    case 'moment':
      return orError(momentOf(String(value)), 'Enter a date and a time.')
    case 'email':
      return /^\S+@\S+\.\S+$/.test(String(value).trim())
        ? { wire: String(value).trim() }
        : { error: 'Enter an e-mail address like alice@example.com.' }
    case 'json':
      return jsonOf(String(value))
    case 'lines':
      return { wire: linesOf(String(value)) }
    case 'items':
      return itemsOf(value as readonly Item[])
    case 'switch':
    case 'choices':
      return { wire: value }
    default:
      return { wire: String(value).trim() }
  }
}

const orError = (wire: unknown, error: string): Converted => (wire === undefined ? { error } : { wire })

/** Spaces at either end belong to a password. */
const longEnough = (password: string, min = 0): Converted =>
  password.length < min ? { error: `Use at least ${min} characters.` } : { wire: password }

function percentOf(typed: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(typed.trim())
  const percent = match ? Number(`${match[1]}.${match[2] ?? '0'}`) : Number.NaN
  return percent <= 100 ? percent : undefined
}

const wholeNumber = (typed: string): number | undefined => (/^\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined)

/** The instant of a local date and time, as the browser's own field writes it. */
function momentOf(typed: string): string | undefined {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** A list, one entry on each line; commas separate entries, too. */
const linesOf = (typed: string): readonly string[] =>
  typed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean)

function jsonOf(typed: string): Converted {
  try {
    const value: unknown = JSON.parse(typed)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { wire: value }
  } catch {
    // The error below covers this, too.
  }
  return { error: 'Enter a JSON object like {"order": 42}.' }
}

function itemsOf(items: readonly Item[]): Converted {
  const wire = []
  for (const [nth, item] of items.entries()) {
    const amount = centsOf(item.amount, { negative: true })
    const name = item.name.trim()
    const quantity = /^[1-9]\d{0,6}$/.test(item.quantity.trim()) ? Number(item.quantity) : undefined
    if (name === '' || amount === undefined || quantity === undefined)
      return { error: `Item ${nth + 1} needs a name, an amount like 45.00 and a whole quantity.` }
    wire.push({ name, amount_in_cents: amount, quantity })
  }
  return { wire }
}
