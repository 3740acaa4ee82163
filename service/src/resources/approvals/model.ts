import type { ApprovalRule, ApprovalStatus, Deed, Party, SubjectType } from '../../../../contracts/approvals.ts'
import type { ActivityEntry } from '../../kernel/activity.ts'
import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Cents } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'

export {
  APPROVAL_STATUSES as STATUSES,
  type ApprovalRule,
  type ApprovalStatus,
  type Deed,
  type Party,
  type SubjectType,
} from '../../../../contracts/approvals.ts'

export const EVENTS = ['announce', 'give', 'approve', 'reject', 'expire', 'reset', 'void'] as const
export type ApprovalEvent = (typeof EVENTS)[number]

/**
 * `announce`: the approvers are told. `give`: one of several agrees. `approve`: the last one does. `reset`: the subject was
 * changed, so that no approval given before counts. `void`: the subject is gone. All states but `awaiting` are final.
 */
export const APPROVAL_STATES: StateTable<ApprovalStatus, ApprovalEvent> = {
  awaiting: {
    announce: 'awaiting',
    give: 'awaiting',
    approve: 'approved',
    reject: 'rejected',
    expire: 'expired',
    reset: 'awaiting',
    void: 'void',
  },
  approved: {},
  rejected: {},
  expired: {},
  void: {},
}

/** The person or API key that asks for a deed. */
export interface Maker {
  readonly id: string
  readonly role: Party
}

/** One approval that counts, with the name and the role of the moment. */
export interface GivenApproval {
  readonly by: string
  readonly name: string
  readonly role: Party
  readonly at: string
}

export interface Rejection {
  readonly by: string
  readonly name: string
  readonly at: string
  readonly reason: string | null
}

export interface Approval {
  readonly id: Id<'approval'>
  readonly status: ApprovalStatus
  readonly deed: Deed
  readonly subject_type: SubjectType
  /** Null for a batch of payouts. */
  readonly subject: string | null
  readonly subject_count: number
  readonly amount_in_cents: Cents | null
  readonly description: string
  readonly made_by: string
  readonly made_as: Party
  readonly needed: number
  readonly approvers: readonly Party[]
  /** The command to carry out, where the subject is no row that waits already. */
  readonly action: JsonObject | null
  readonly given: readonly GivenApproval[]
  readonly rejected: Rejection | null
  readonly activity: readonly ActivityEntry[]
  readonly user_data: JsonObject | null
  readonly expires_at: Date
  /** While awaiting: when the approvers are told, then the expiry. Afterwards: when the maker is told the outcome. */
  readonly due_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** The deed that a rule is looked up for. */
export interface DeedFacts {
  readonly deed: Deed
  /** 0 where the deed has no amount. */
  readonly amount: Cents
  readonly maker: Maker
}

/**
 * The rule that a deed falls under: the one of the highest amount that the deed reaches; of two with the same amount, the
 * one that names the maker's role. `undefined` where the deed needs no approval.
 */
export function ruleFor(
  rules: readonly ApprovalRule[] | null,
  { deed, amount, maker }: DeedFacts,
): ApprovalRule | undefined {
  if (rules === null) return undefined
  const rank = (rule: ApprovalRule): number => (rule.maker === 'any' ? 0 : 1)
  const [first] = rules
    .filter(
      (rule) =>
        rule.deed === deed &&
        rule.from_amount_in_cents <= amount &&
        (rule.maker === 'any' || rule.maker === maker.role),
    )
    .sort((a, b) => b.from_amount_in_cents - a.from_amount_in_cents || rank(b) - rank(a))
  return first && first.needed > 0 ? first : undefined
}

export const isPastExpiry = ({ status, expires_at }: Approval, now: Date): boolean =>
  status === 'awaiting' && expires_at <= now
