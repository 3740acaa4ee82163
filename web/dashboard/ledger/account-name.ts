import { words } from '../parts/StatusBadge.tsx'

/** `ach_clearing` → `ACH clearing`, `creator:cre_…` → `Creator cre_…`; the number in `due_from:4` is ours, and says nothing. */
export function accountName(account: string): string {
  const [chart = '', of] = account.split(':')
  const name = words(chart).replace(/^Ach /, 'ACH ')
  if (chart === 'due_from') return 'Due from the enterprise'
  return of === undefined ? name : `${name} ${of}`
}
