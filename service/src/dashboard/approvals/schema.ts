import { Type } from 'typebox'
import {
  type ApprovalRule,
  type ApprovalRules,
  DEEDS,
  type Deed,
  NEEDED_MAX,
  RULES_MAX,
} from '../../../../contracts/approvals.ts'
import { Closed, OneOf, type Wire } from '../../http/index.ts'
import { type Fault, validationFailed } from '../../kernel/errors.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { mayDo, ROLES } from '../roles.ts'

/** Roles that may approve at all; which of them do is for the rule to say. */
export const APPROVER_ROLES = [...ROLES.filter((role) => mayDo(role, 'approvals.decide')), 'api_key' as const]

const Rule = Closed({
  deed: OneOf(Object.keys(DEEDS) as Deed[]),
  from_amount_in_cents: Type.Integer({ minimum: 0, maximum: AMOUNT_MAX }),
  maker: OneOf<ApprovalRule['maker']>([...ROLES, 'api_key', 'any']),
  needed: Type.Integer({ minimum: 0, maximum: NEEDED_MAX }),
  approvers: Type.Array(OneOf(APPROVER_ROLES as ApprovalRule['approvers'][number][]), { maxItems: 5 }),
})

export const RulesBody = Closed({ rules: Type.Array(Rule, { maxItems: RULES_MAX }) })

export type RulesInput = Wire<typeof RulesBody, ApprovalRules>

/** Rules that no schema can say: somebody must be able to approve, and no deed falls under two rows. */
export function requireSound(rules: readonly ApprovalRule[]): void {
  const faults = rules.flatMap((rule, nth): Fault[] => {
    const param = `rules.${nth}`
    const same = rules.findIndex(
      (other) =>
        other.deed === rule.deed &&
        other.maker === rule.maker &&
        other.from_amount_in_cents === rule.from_amount_in_cents,
    )
    const isRepeated = same < nth
    return [
      ...(rule.needed > 0 && rule.approvers.length === 0
        ? [{ param: `${param}.approvers`, code: 'required', message: 'must name at least one role' }]
        : []),
      ...(isRepeated
        ? [{ param, code: 'duplicate', message: `must not repeat the deed, maker and amount of rule ${same + 1}` }]
        : []),
    ]
  })
  if (faults.length > 0) throw validationFailed(faults)
}
