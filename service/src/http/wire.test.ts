import { Type } from 'typebox'
import { expect, it } from 'vitest'
import type { Wire } from './wire.ts'

const Schema = Type.Object({ id: Type.String(), notes: Type.Optional(Type.Array(Type.String())) })
const value = { id: 'a', notes: [] }

/** The compiler is what tests this: each comment below fails where the next line compiles. */
it('a schema has a type only with a contract of the same fields', () => {
  const same: Wire<typeof Schema, { readonly id: string; readonly notes?: readonly string[] }> = value
  // @ts-expect-error the contract lacks an optional field
  const fewer: Wire<typeof Schema, { readonly id: string }> = value
  // @ts-expect-error the contract requires an optional field
  const stricter: Wire<typeof Schema, { readonly id: string; readonly notes: readonly string[] }> = value
  // @ts-expect-error the contract has a field of another type
  const other: Wire<typeof Schema, { readonly id: number; readonly notes?: readonly string[] }> = value
  expect([same, fewer, stricter, other]).toEqual([value, value, value, value])
})
