/** One payout of several: whom it was for, how much, and which it became. */
export interface Payee {
  readonly id?: string
  readonly account_connection?: string
  readonly amount_in_cents?: number
}

/** The payees that one entry names. */
export const PAYEES_MAX = 100

/**
 * The entries that tell of several payouts: all payees in their order, a bounded number in each. The first is the entry
 * itself; those that follow have its action, subject and request id.
 */
export function inParts<Entry extends { readonly details?: object | undefined }>(
  entry: Entry,
  payees: readonly Payee[],
): [Entry, ...Entry[]] {
  const parts = Math.ceil(payees.length / PAYEES_MAX)
  const named = (part: number): object => ({
    ...(parts > 1 ? { part, parts } : {}),
    payees: payees.slice((part - 1) * PAYEES_MAX, part * PAYEES_MAX),
  })
  if (parts === 0) return [entry]
  const further = Array.from({ length: parts - 1 }, (_none, nth) => ({ ...entry, details: named(nth + 2) }))
  return [{ ...entry, details: { ...entry.details, ...named(1) } }, ...further]
}
