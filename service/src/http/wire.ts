import type { Static, TSchema } from 'typebox'

/** Without `readonly`, which a schema cannot say. */
type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T

type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

interface SchemaDiffersFromContract<Schema, Contract> {
  readonly schema: Schema
  readonly contract: Contract
}

/**
 * The type of a schema whose contract the pages import from `contracts/`. If the two differ in a field, nothing can be
 * assigned to it, so that a change of one side alone does not compile.
 */
export type Wire<Schema extends TSchema, Contract> =
  IsSame<Writable<Static<Schema>>, Writable<Contract>> extends true
    ? Static<Schema>
    : SchemaDiffersFromContract<Static<Schema>, Contract>
