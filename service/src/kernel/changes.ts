import { canonical, type Json } from './json.ts'

/** Fields that a change has given another value, by name. A field that is absent is null. */
export type FieldChanges = Readonly<Record<string, { readonly before: Json; readonly after: Json }>>

/** The fields that differ between two views of one resource. */
export function changesBetween(before: FieldValues, after: FieldValues): FieldChanges {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => !isSame(before[name] ?? null, after[name] ?? null))
  return Object.fromEntries(changed.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]))
}

/** Fields of a resource as the API shows them. */
export type FieldValues = Readonly<Record<string, Json | undefined>>

/** Whether any of the new values differs from the row's. An update that changes nothing is not written and sends no event. */
export const differs = <Row extends object>(before: Row, changes: Partial<Row>): boolean =>
  Object.entries(changes).some(([name, value]) => !isSame(before[name as keyof Row], value))

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  if (before instanceof Date && after instanceof Date) return before.getTime() === after.getTime()
  if (before instanceof Uint8Array && after instanceof Uint8Array) return Buffer.from(before).equals(after)
  const areObjects = typeof before === 'object' && typeof after === 'object' && before !== null && after !== null
  return areObjects && canonical(before) === canonical(after)
}
