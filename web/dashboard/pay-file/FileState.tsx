import type { PayFileSummary } from '../../../contracts/dashboard/pay-file.ts'
import { StatusBadge } from '../parts/StatusBadge.tsx'

export function FileState({ file: { state, error_count } }: { readonly file: PayFileSummary }) {
  if (state !== 'validated') return <StatusBadge status={state} />
  return error_count > 0 ? (
    <StatusBadge status="error">Has errors</StatusBadge>
  ) : (
    <StatusBadge status="ready">Not confirmed</StatusBadge>
  )
}
