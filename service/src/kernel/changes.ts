import { canonical } from './json.ts'

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
