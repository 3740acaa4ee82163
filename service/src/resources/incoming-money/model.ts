import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'

/** An account of ours that money comes to: an enterprise's operating account, a creator's, or the operators' own. */
export type OwnAccount =
  // The operators' is in the bank's book. That does not tell it from others: an enterprise's sandbox is its own bank.
  | { readonly owner: TenantId; readonly creator?: undefined; readonly isOperators?: boolean }
  | { readonly owner?: undefined; readonly creator: Id<'creator'> }

/** `credit`, `taken_back`: an entry of a file. `wire_in`, `wire_out`: a movement at the bank that is in no file. */
export type BookingKind = 'credit' | 'taken_back' | 'wire_in' | 'wire_out'

/** Whether a booking brings money. */
export const bringsMoney = (kind: BookingKind): boolean => kind === 'credit' || kind === 'wire_in'

/** How much of an amount an account covers, and the rest, which its owner owes. */
export function coveredPart(amount: Cents, balance: Cents): { readonly covered: Cents; readonly rest: Cents } {
  const covered = Math.max(0, Math.min(amount, balance)) as Cents
  return { covered, rest: (amount - covered) as Cents }
}
