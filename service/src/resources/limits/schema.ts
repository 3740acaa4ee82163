import { Type } from 'typebox'
import type { Party } from '../../../../contracts/approvals.ts'
import { LIMIT_OUTCOMES, LIMIT_SETTERS, type Limits } from '../../../../contracts/limits.ts'
import { Closed, exampleId, limitFields, OneOf, Reference, Shape, type Wire } from '../../http/index.ts'

export const LimitSchema = Shape('Limit', {
  ...limitFields,
  used_by: Type.Optional(
    Type.String({
      description: 'The API key or account connection that the figures are of, where each is limited by itself.',
      examples: [exampleId('key')],
    }),
  ),
  outcome: OneOf(LIMIT_OUTCOMES, {
    description:
      'What becomes of a payout or a withdrawal that exceeds it: it is refused, or awaits the approval of others.',
  }),
  needed: Type.Optional(Type.Integer({ description: 'With `approve`: how many must approve.', examples: [1] })),
  approvers: Type.Optional(
    Type.Array(Type.Unsafe<Party>({ type: 'string', examples: ['finance'] }), {
      description: 'With `approve`: the roles that may, `api_key` for API keys with the scope.',
    }),
  ),
  set_by: OneOf(LIMIT_SETTERS, { description: 'Your enterprise itself, or your provider.' }),
})

export const LimitsSchema = Shape('Limits', {
  limits: Type.Array(LimitSchema, {
    description: 'In the order in which they are checked. Empty where there are none.',
  }),
  new_bank_account_wait_hours: Type.Integer({
    description:
      'How long a new bank account, of a creator or your own, waits before it is paid to, in hours; 0 for not at all.',
    examples: [0],
  }),
})

export type LimitsView = Wire<typeof LimitsSchema, Limits>

export const LimitsQuery = Closed({
  account_connection: Type.Optional(
    Reference({
      description: 'The connection that limits of each creator by itself are shown for.',
      examples: [exampleId('acon')],
    }),
  ),
})
