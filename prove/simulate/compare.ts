import { deepStrictEqual } from 'node:assert'

/** By way of JSON, which knows no `undefined`, and in which the order of keys says nothing. */
export function same(found: unknown, expected: unknown): void {
  const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)]
  if (one !== other) deepStrictEqual(plain(found), plain(expected))
}
