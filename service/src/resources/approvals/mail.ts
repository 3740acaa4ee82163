import type { TenantSettings } from '../../tenants/index.ts'
import type { NewMessage } from '../messages/index.ts'
import type { Approval, ApprovalStatus } from './model.ts'
import type { Approver } from './ports.ts'

/** The bank's book has no enterprise: its approvals are the operators'. */
const placeOf = ({ enterprise_name }: TenantSettings): string => enterprise_name || 'the operator console'

type Decided = Exclude<ApprovalStatus, 'awaiting'>

const amountOf = ({ amount_in_cents: amount }: Approval) => (amount === null ? {} : { amount })

/** Asks each of these people for their approval. */
export const neededMails = (approval: Approval, people: readonly Approver[], settings: TenantSettings): NewMessage[] =>
  people.flatMap(({ name, email }) =>
    email === undefined
      ? []
      : [
          {
            kind: 'approval_needed',
            to: email,
            facts: {
              name,
              enterprise: placeOf(settings),
              approval: approval.id,
              what: approval.description,
              ...amountOf(approval),
              needed: approval.needed,
              expiresAt: approval.expires_at,
            },
          },
        ],
  )

function decidedBy({ given, rejected }: Approval): string | undefined {
  if (rejected) return rejected.name
  return given.length === 0 ? undefined : given.map(({ name }) => name).join(', ')
}

/** Tells the maker what became of it; a maker who has left is told nothing. */
export function outcomeMails(approval: Approval, maker: Approver | undefined, settings: TenantSettings): NewMessage[] {
  if (maker?.email === undefined) return []
  const by = decidedBy(approval)
  const reason = approval.rejected?.reason ?? undefined
  return [
    {
      kind: 'approval_decided',
      to: maker.email,
      facts: {
        name: maker.name,
        enterprise: placeOf(settings),
        approval: approval.id,
        what: approval.description,
        ...amountOf(approval),
        outcome: approval.status as Decided,
        ...(by === undefined ? {} : { by }),
        ...(reason === undefined ? {} : { reason }),
      },
    },
  ]
}
