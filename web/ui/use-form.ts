import { useState } from 'react'
import { afterPress } from './after-press.ts'
import type { Refusal } from './requests.ts'
import { focusFirstError } from './Screen.tsx'

type Rule = (value: string) => string | undefined

export interface FieldSpec {
  readonly initial?: string | undefined
  readonly rule: Rule
  /** As long as this, a value is complete and judged while it is typed; otherwise when the field is left. */
  readonly full?: number
  /** Applied to what is typed, e.g. to group digits. */
  readonly shape?: (typed: string) => string
}

export interface FieldProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (typed: string) => void
  readonly onBlur: () => void
}

/** What a group of fields needs of the form it stands in. */
export interface Form<Name extends string> {
  field(name: Name): FieldProps
}

/** The values of a form and what to say beside each field. */
export function useForm<Name extends string>(specs: Record<Name, FieldSpec>) {
  const names = Object.keys(specs) as Name[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, specs[name].initial ?? ''])) as Record<Name, string>,
  )
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<Name, string>>>({})

  function set(name: Name, typed: string): void {
    const { shape } = specs[name]
    setValues((before) => ({ ...before, [name]: shape ? shape(typed) : typed }))
    setRefused(({ [name]: _, ...rest }) => rest as Partial<Record<Name, string>>)
  }

  function errorOf(name: Name): string | undefined {
    const { rule, full = Number.POSITIVE_INFINITY } = specs[name]
    const judged = left.has(name) || values[name].length >= full
    return refused[name] ?? (judged ? rule(values[name]) : undefined)
  }

  return {
    values,
    set,
    isRight: (name: Name): boolean => specs[name].rule(values[name]) === undefined && refused[name] === undefined,
    field: (name: Name): FieldProps => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (typed: string) => set(name, typed),
      onBlur: () => {
        if (values[name] !== '') afterPress(() => setLeft((before) => new Set(before).add(name)))
      },
    }),
    /** Whether all is right; shows every fault and goes to the first, when not. */
    check(): boolean {
      setLeft(new Set(names))
      if (names.every((name) => specs[name].rule(values[name]) === undefined)) return true
      focusFirstError()
      return false
    },
    /** Puts the service's own words beside the fields they are about. */
    refuse(refusal: Refusal | undefined): void {
      const known = refusal?.fields.filter(({ param }) => (names as string[]).includes(param)) ?? []
      if (known.length === 0) return
      setRefused(Object.fromEntries(known.map(({ param, message }) => [param, sentence(message)])) as typeof refused)
      focusFirstError()
    },
  }
}

/** `must be …` beside a field: as a sentence, without the marks of code. */
const sentence = (message: string): string => {
  const plain = message.replaceAll('`', '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${plain.endsWith('.') ? '' : '.'}`
}
