import type { Approval, Party } from '../../../contracts/approvals.ts'
import type { PersonListed } from '../../../contracts/dashboard/people.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { useRead } from '../api/queries.ts'
import { humanize } from '../parts/StatusBadge.tsx'

export const partyName = (party: Party | 'any'): string =>
  party === 'api_key' ? 'API key' : party === 'any' ? 'Anybody' : humanize(party)

export const SUBJECTS: Readonly<Record<Approval['subject']['type'], string>> = {
  payout: 'Payout',
  payout_batch: 'Batch of payouts',
  pay_file: 'Pay file',
  withdrawal: 'Withdrawal',
  refund: 'Refund',
  api_key: 'API key',
  person: 'Access',
  operator_deed: 'Action of an operator',
  approval_rules: 'Approval rules',
  limits: 'Limits',
}

/** The name of a person by their id. One who has left is shown by the id, an API key as such. */
export function useNames(): (id: string) => string {
  const { data } = useRead<WholeList<PersonListed>>('/people')
  const names = new Map(data?.data.map((person) => [person.id, person.name]))
  return (id) => names.get(id) ?? (id.startsWith('key_') ? `API key ${id}` : id)
}

const PAGES: Readonly<Partial<Record<Approval['subject']['type'], (id: string) => string>>> = {
  payout: (id) => `/payouts/${id}`,
  withdrawal: (id) => `/withdrawals/${id}`,
  refund: (id) => `/purchases/${id}`,
  pay_file: (id) => `/pay-file/${id}`,
  api_key: () => '/keys',
  person: () => '/people',
}

/** The page of what an approval is about. */
export function subjectPage({ type, id }: Approval['subject']): string | undefined {
  if (id === undefined) return undefined
  return PAGES[type]?.(id) ?? '/settings'
}
