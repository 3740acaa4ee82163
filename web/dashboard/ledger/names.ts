import { humanize } from '../parts/StatusBadge.tsx'

/** `ach_clearing` → `ACH clearing`, `creator:cre_…` → `Creator`; the number in `due_from:4` is internal. */
export function accountKind(account: string): string {
  const [chart = ''] = account.split(':')
  return chart === 'due_from' ? 'Due from the enterprise' : humanize(chart).replace(/^Ach /, 'ACH ')
}

/** The creator of a creator's account. */
export const creatorOf = (account: string): string | undefined => /^creator:(.+)/.exec(account)?.[1]

/** `payout.hold` → `Payout hold`, `payout.returned.bank` → `Payout returned, in the bank's book`. */
export const transferName = (kind: string): string => {
  const [what = '', ...rest] = kind.split('.')
  const inBank = rest.at(-1) === 'bank'
  return `${humanize([what, ...(inBank ? rest.slice(0, -1) : rest)].join(' '))}${inBank ? ", in the bank's book" : ''}`
}
