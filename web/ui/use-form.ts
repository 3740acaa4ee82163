import { useState } from 'react'
import { afterPress } from './after-press.ts'
import type { RequestError } from './requests.ts'
import { focusFirstError } from './Screen.tsx'

type Rule = (value: string) => string | undefined

export interface FieldSpec {
  readonly initial?: string | undefined
  readonly rule: Rule
  /** A value of this length is complete and checked while it is typed; a shorter one when the field is left. */
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

/** The part of a form that a group of its fields needs. */
export interface Form<Name extends string> {
  field(name: Name): FieldProps
}

/** The values of a form and the message beside each field. */
export function useForm<Name extends string>(specs: Record<Name, FieldSpec>) {
  const names = Object.keys(specs) as Name[]
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, specs[name].initial ?? ''])) as Record<Name, string>,
  )
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [serverErrors, setServerErrors] = useState<Partial<Record<Name, string>>>({})

  function set(name: Name, typed: string): void {
    const { shape } = specs[name]
    setValues((before) => ({ ...before, [name]: shape ? shape(typed) : typed }))
    setServerErrors(({ [name]: _, ...rest }) => rest as Partial<Record<Name, string>>)
  }

  function errorOf(name: Name): string | undefined {
    const { rule, full = Number.POSITIVE_INFINITY } = specs[name]
    const judged = left.has(name) || values[name].length >= full
    return serverErrors[name] ?? (judged ? rule(values[name]) : undefined)
  }

  return {
    values,
    set,
    isRight: (name: Name): boolean => specs[name].rule(values[name]) === undefined && serverErrors[name] === undefined,
    field: (name: Name): FieldProps => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (typed: string) => set(name, typed),
      onBlur: () => {
        if (values[name] !== '') afterPress(() => setLeft((before) => new Set(before).add(name)))
      },
    }),
    /** Whether every field is right. If not, shows all errors and focuses the first wrong field. */
    check(): boolean {
      setLeft(new Set(names))
      if (names.every((name) => specs[name].rule(values[name]) === undefined)) return true
      focusFirstError()
      return false
    },
    /** Shows the service's messages beside their fields. */
    showErrors(error: RequestError | undefined): void {
      const known = names.flatMap((name) => {
        const message = error?.fieldError(name)
        return message ? [[name, message] as const] : []
      })
      if (known.length === 0) return
      setServerErrors(Object.fromEntries(known) as typeof serverErrors)
      focusFirstError()
    },
  }
}
