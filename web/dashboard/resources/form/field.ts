import { centsOf } from '../../parts/amounts.ts'

interface Asked {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly optional?: true
}

export interface Option {
  readonly value: string
  readonly label: string
}

/** One field of a dialog. What it holds while a person types is text; `toWire` makes of it what the API wants. */
export type Field = Asked &
  (
    | { readonly kind: 'text' | 'email' | 'lines' | 'money' | 'percent' | 'moment' | 'json' }
    | { readonly kind: 'creator' | 'buyer' }
    | { readonly kind: 'switch' }
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    | { readonly kind: 'choices'; readonly options: readonly Option[] }
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
export type Faults = Readonly<Record<string, string>>

export const newItem = (): Item => ({ key: crypto.randomUUID(), name: '', amount: '', quantity: '1' })

export const emptyOf = (field: Field): Value => {
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

export const text = (values: Values, name: string): string => String(values[name] ?? '').trim()

type Made = { readonly wire: unknown } | { readonly fault: string }

/** What the dialog holds as the API wants it, or what is wrong with it, field by field. */
export function toWire(
  fields: readonly Field[],
  values: Values,
): { readonly body: Record<string, unknown>; readonly faults: Faults } {
  const body: Record<string, unknown> = {}
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? emptyOf(field)
    if (isBlank(value)) {
      if (!field.optional) faults[field.name] = field.kind === 'choices' ? 'Choose at least one.' : 'This is needed.'
      continue
    }
    const made = oneToWire(field, value)
    if ('fault' in made) faults[field.name] = made.fault
    else body[field.name] = made.wire
  }
  return { body, faults }
}

const isBlank = (value: Value): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

function oneToWire(field: Field, value: Value): Made {
  switch (field.kind) {
    case 'money':
      return orFault(centsOf(String(value)), 'Write an amount like 125 or 125.50.')
    case 'percent':
      return orFault(percentOf(String(value)), 'Write a number from 0 to 100, with up to four decimals.')
    case 'moment':
      return orFault(momentOf(String(value)), 'Write a date and a time.')
    case 'email':
      return /^\S+@\S+\.\S+$/.test(String(value).trim())
        ? { wire: String(value).trim() }
        : { fault: 'Write an e-mail address like alice@example.com.' }
    case 'json':
      return jsonOf(String(value))
    case 'items':
      return itemsOf(value as readonly Item[])
    case 'switch':
    case 'choices':
      return { wire: value }
    default:
      return { wire: String(value).trim() }
  }
}

const orFault = (wire: unknown, fault: string): Made => (wire === undefined ? { fault } : { wire })

function percentOf(written: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(written.trim())
  const percent = match ? Number(`${match[1]}.${match[2] ?? '0'}`) : Number.NaN
  return percent <= 100 ? percent : undefined
}

/** A local date and time, as the browser's own field writes it, as the moment it names. */
function momentOf(written: string): string | undefined {
  const moment = new Date(written)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

function jsonOf(written: string): Made {
  try {
    const value: unknown = JSON.parse(written)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { wire: value }
  } catch {
    // Said below.
  }
  return { fault: 'Write a JSON object like {"order": 42}.' }
}

function itemsOf(items: readonly Item[]): Made {
  const wire = []
  for (const [nth, item] of items.entries()) {
    const amount = centsOf(item.amount, { negative: true })
    const name = item.name.trim()
    const quantity = /^[1-9]\d{0,6}$/.test(item.quantity.trim()) ? Number(item.quantity) : undefined
    if (name === '' || amount === undefined || quantity === undefined)
      return { fault: `Item ${nth + 1} needs a name, an amount like 45.00 and a whole quantity.` }
    wire.push({ name, amount_in_cents: amount, quantity })
  }
  return { wire }
}
