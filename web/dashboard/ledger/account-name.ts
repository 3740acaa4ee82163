import { words } from '../parts/StatusBadge.tsx'

/** `ach_clearing` → `ACH clearing`, `creator:cre_…` → `Creator cre_…`. */
export function accountName(account: string): string {
  const [chart = '', of] = account.split(':')
  const name = words(chart).replace(/^Ach /, 'ACH ')
  return of === undefined ? name : `${name} ${of}`
}
