import { Type } from 'typebox'
import { NEEDED_MAX } from '../../../../contracts/approvals.ts'
import {
  LIMIT_CENTS_MAX,
  LIMIT_COUNT_MAX,
  LIMIT_OUTCOMES,
  LIMIT_PERIODS,
  LIMIT_SCOPES,
  LIMITS_MAX,
  type LimitScope,
  type LimitsUpdate,
  type PayoutLimit,
  WAIT_HOURS_MAX,
} from '../../../../contracts/limits.ts'
import { Closed, createValidate, OneOf, type Wire } from '../../http/index.ts'
import { type Fault, validationFailed } from '../../kernel/errors.ts'
import { APPROVER_ROLES } from '../approvals/index.ts'
import { ROLES } from '../roles.ts'

const Limit = Closed({
  scope: OneOf(Object.keys(LIMIT_SCOPES) as LimitScope[]),
  of: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  per: OneOf(LIMIT_PERIODS),
  max_in_cents: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_CENTS_MAX })),
  max_count: Type.Optional(Type.Integer({ minimum: 0, maximum: LIMIT_COUNT_MAX })),
  outcome: OneOf(LIMIT_OUTCOMES),
  needed: Type.Optional(Type.Integer({ minimum: 1, maximum: NEEDED_MAX })),
  approvers: Type.Optional(
    Type.Array(OneOf(APPROVER_ROLES as NonNullable<PayoutLimit['approvers']>[number][]), { minItems: 1, maxItems: 5 }),
  ),
})

export const LimitList = Type.Array(Limit, { maxItems: LIMITS_MAX })

export const LimitsBody = Closed({
  limits: LimitList,
  new_bank_account_wait_hours: Type.Integer({ minimum: 0, maximum: WAIT_HOURS_MAX }),
})

export type LimitsInput = Wire<typeof LimitsBody, LimitsUpdate>

/** Faults of a list that came by another way than HTTP. */
export const limitSchemaFaults = createValidate(LimitList)

/** The ids that `of` may hold in each scope. */
const OF_PATTERNS: Readonly<Record<LimitScope, { readonly form: string; fits(of: string | undefined): boolean }>> = {
  enterprise: { form: 'must be absent: the whole enterprise is limited', fits: (of) => of === undefined },
  key: { form: 'must be the id of an API key', fits: (of) => of === undefined || of.startsWith('key_') },
  role: { form: `must be one of ${ROLES.join(', ')}`, fits: (of) => ROLES.includes(of as (typeof ROLES)[number]) },
  creator: {
    form: 'must be the id of an account connection',
    fits: (of) => of === undefined || of.startsWith('acon_'),
  },
}

const sameAs = (a: PayoutLimit) => (b: PayoutLimit) =>
  a.scope === b.scope &&
  a.of === b.of &&
  a.per === b.per &&
  (a.max_count === undefined) === (b.max_count === undefined) &&
  a.outcome === b.outcome

/** Faults that no schema can name: an amount or a count, somebody who may approve, no limit twice. */
export const faultsOfLimits = (limits: readonly PayoutLimit[]): Fault[] =>
  limits.flatMap((limit, nth): Fault[] => {
    const { scope, of, per, max_in_cents, max_count, outcome, needed, approvers } = limit
    const param = `limits.${nth}`
    const pattern = OF_PATTERNS[scope]
    const checks: readonly (Fault | false)[] = [
      !pattern.fits(of) && { param: `${param}.of`, code: 'invalid_value', message: pattern.form },
      (max_in_cents === undefined) === (max_count === undefined) && {
        param: `${param}.max_in_cents`,
        code: 'conflict',
        message: 'must be given, or `max_count`, and not both',
      },
      per === 'payment' &&
        max_count !== undefined && {
          param: `${param}.max_count`,
          code: 'conflict',
          message: 'must not be given per payment: a payment is one',
        },
      outcome === 'approve' &&
        (needed === undefined || approvers === undefined) && {
          param: `${param}.${needed === undefined ? 'needed' : 'approvers'}`,
          code: 'required',
          message: 'is required with `approve`',
        },
      limits.findIndex(sameAs(limit)) < nth && {
        param,
        code: 'duplicate',
        message: 'must not limit the same as another one',
      },
    ]
    return checks.filter((fault) => fault !== false)
  })

export function requireSoundLimits(limits: readonly PayoutLimit[]): void {
  const faults = faultsOfLimits(limits)
  if (faults.length > 0) throw validationFailed(faults)
}
