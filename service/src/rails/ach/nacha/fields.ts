import { isAchText } from './characters.ts'
import { AchFault } from './fault.ts'

export const RECORD_WIDTH = 94

/** One field of a record: `write` gives its columns, `read` its value. Both throw an `Error` that says what is wrong. */
export interface Field<V> {
  readonly width: number
  write(value: V): string
  read(columns: string): V
}

const fits = (value: string, width: number): void => {
  if (value.length > width) throw new Error(`\`${value}\` has ${value.length} characters, ${width} fit`)
}

/** The same characters in every file; the field carries no value. */
export const constant = (text: string): Field<never> => ({
  width: text.length,
  write: () => text,
  read(columns) {
    if (columns !== text) throw new Error(`must be \`${text}\`, not \`${columns}\``)
    return undefined as never
  },
})

/** Written as blanks. Reading accepts any content, because banks leave their own marks there. */
export const reserved = (width: number): Field<never> => ({
  width,
  write: () => ' '.repeat(width),
  read: () => undefined as never,
})

const CONTROL = /\p{Cc}/u

/** Left-justified text, padded with blanks. Reading accepts every printable character, also outside of ACH's set. */
export const text = (width: number): Field<string> => ({
  width,
  write(value) {
    fits(value, width)
    if (!isAchText(value)) throw new Error(`\`${value}\` has characters that ACH cannot carry`)
    if (value !== value.trimEnd()) throw new Error(`\`${value}\` ends with blanks`)
    return value.padEnd(width)
  },
  read(columns) {
    if (CONTROL.test(columns)) throw new Error('has a character that cannot be printed')
    return columns.trimEnd()
  },
})

/** Text that must not be blank, neither read nor written. */
export const filled = (width: number): Field<string> => {
  const field = name(width)
  return {
    ...field,
    read(columns) {
      if (columns.trim() === '') throw new Error('must not be blank')
      return field.read(columns)
    },
  }
}

/** Text that must not be blank when written. */
export const name = (width: number): Field<string> => {
  const field = text(width)
  return {
    ...field,
    write(value) {
      if (value.trim() === '') throw new Error('must not be blank')
      return field.write(value)
    },
  }
}

/** Whether a text names somebody: blanks and zeros alone do not, and the network refuses them. */
export const saysSomething = (value: string): boolean => /[^0 ]/.test(value)

const COMPANY_NAME_WIDTH = 16

/** Whether the network takes a name as that of the originating company: what fits of it must not be blanks or zeros alone. */
export const isCompanyName = (value: string): boolean => saysSomething(value.trim().slice(0, COMPANY_NAME_WIDTH))

/** Text of the originating company: neither read nor written as blanks or zeros alone. */
export const companyText = (width: number): Field<string> => {
  const field = text(width)
  const checked = (value: string): string => {
    if (!saysSomething(value)) throw new Error('must not be blanks or zeros alone')
    return value
  }
  return { ...field, write: (value) => field.write(checked(value)), read: (columns) => checked(field.read(columns)) }
}

/** A whole number, padded with zeros on the left. */
export const whole = (width: number): Field<number> => ({
  width,
  write(value) {
    const digits = String(value)
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`must be a whole number, not \`${value}\``)
    fits(digits, width)
    return digits.padStart(width, '0')
  },
  read(columns) {
    // Some banks pad with blanks instead of zeros.
    const digits = columns.trim()
    if (!/^\d*$/.test(digits)) throw new Error(`must be ${width} digits, not \`${columns}\``)
    return Number(digits)
  },
})

/** Exactly `width` characters that match `form`; `what` describes the form in the error. */
export const code = (width: number, form: RegExp | ((value: string) => boolean), what: string): Field<string> => {
  const matches = form instanceof RegExp ? (value: string) => form.test(value) : form
  const checked = (value: string): string => {
    if (value.length !== width || !matches(value)) throw new Error(`must be ${what}, not \`${value}\``)
    return value
  }
  return { width, write: checked, read: checked }
}

/** A code that is checked only when written. Reading accepts any characters. */
export const looseCode = (width: number, form: RegExp, what: string): Field<string> => ({
  ...code(width, form, what),
  read: (columns) => columns,
})

export const digits = (width: number): Field<string> => code(width, /^\d+$/, `${width} digits`)

// biome-ignore lint/suspicious/noExplicitAny: a field of any value, whose type `Values` finds again
export type Fields = Readonly<Record<string, Field<any>>>

/** The values of a record: every field but the constant and the reserved ones. */
export type Values<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Field<never> ? never : K]: F[K] extends Field<infer V> ? V : never
}

export interface RecordType<V> {
  /** A line of 94 characters; throws `AchFault` naming the field. */
  write(values: V): string
  read(line: string, number: number): V
}

/** The values of a record's type, as `Values` are of its fields. */
export type ValuesOf<R> = R extends RecordType<infer V> ? V : never

const inWords = (field: string): string => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** A record type, from its fields in the order of their columns. */
export function record<const F extends Fields>(what: string, fields: F): RecordType<Values<F>> {
  const table = Object.entries(fields)
  const width = table.reduce((total, [, field]) => total + field.width, 0)
  if (width !== RECORD_WIDTH) throw new Error(`the fields of the ${what} come to ${width} columns`)
  const refuse = (line: number, field: string, error: unknown): AchFault =>
    new AchFault(line, `${what}: ${inWords(field)} ${error instanceof Error ? error.message : error}`)

  return {
    write(values) {
      let line = ''
      for (const [key, field] of table) {
        try {
          line += field.write((values as Record<string, unknown>)[key])
        } catch (error) {
          throw refuse(0, key, error)
        }
      }
      return line
    },
    read(line, number) {
      const values: Record<string, unknown> = {}
      let at = 0
      for (const [key, field] of table) {
        try {
          const value = field.read(line.slice(at, at + field.width))
          if (value !== undefined) values[key] = value
        } catch (error) {
          throw refuse(number, key, error)
        }
        at += field.width
      }
      return values as Values<F>
    },
  }
}
