import { NEEDED_MAX, type Party } from '../../../contracts/approvals.ts'
import { ROLES } from '../../../contracts/dashboard/session.ts'
import {
  LIMIT_PERIODS,
  LIMIT_SCOPES,
  type LimitPeriod,
  type LimitScope,
  type PayoutLimit,
} from '../../../contracts/limits.ts'
import { partyName } from '../approvals/names.tsx'
import type { Field } from '../form/field.ts'

const PERIOD_NAMES: Readonly<Record<LimitPeriod, string>> = {
  payment: 'One payment',
  day: 'A day (UTC)',
  month: 'A month (UTC)',
}

/** One limit, as the enterprise and its provider fill it in. */
export const LIMIT_FIELDS: readonly Field<keyof PayoutLimit>[] = [
  {
    kind: 'choice',
    name: 'scope',
    label: 'What counts',
    options: (Object.keys(LIMIT_SCOPES) as LimitScope[]).map((value) => ({ value, label: LIMIT_SCOPES[value] })),
  },
  {
    kind: 'text',
    name: 'of',
    label: 'Only of',
    hint: `The id of a key or a connection; empty for each by itself. For a role, its name: ${ROLES.join(', ')}.`,
    optional: true,
  },
  {
    kind: 'choice',
    name: 'per',
    label: 'Within',
    options: LIMIT_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] })),
    initial: 'day',
  },
  { kind: 'money', name: 'max_in_cents', label: 'Largest amount', hint: 'This or a number, not both.', optional: true },
  { kind: 'number', name: 'max_count', label: 'Largest number of payouts', optional: true },
  {
    kind: 'choice',
    name: 'outcome',
    label: 'A payment above it',
    options: [
      { value: 'refuse', label: 'Is refused' },
      { value: 'approve', label: 'Awaits approval' },
    ],
  },
  {
    kind: 'number',
    name: 'needed',
    label: 'How many must approve',
    hint: `1 to ${NEEDED_MAX}; counts only where approval is awaited.`,
    initial: '1',
  },
  {
    kind: 'choices',
    name: 'approvers',
    label: 'Who may approve',
    options: (['admin', 'finance', 'developer', 'api_key'] satisfies Party[]).map((party) => ({
      value: party,
      label: partyName(party),
    })),
    initial: ['admin', 'finance'],
  },
]

/** A limit as it is written: without its use, and without approvers where it refuses. */
export function asWritten({
  scope,
  of,
  per,
  max_in_cents,
  max_count,
  outcome,
  needed,
  approvers,
}: PayoutLimit): PayoutLimit {
  return {
    scope,
    ...(of === undefined ? {} : { of }),
    per,
    ...(max_in_cents === undefined ? {} : { max_in_cents }),
    ...(max_count === undefined ? {} : { max_count }),
    outcome,
    ...(outcome === 'approve' && needed !== undefined ? { needed } : {}),
    ...(outcome === 'approve' && approvers !== undefined ? { approvers } : {}),
  }
}
