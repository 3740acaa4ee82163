import { type Static, Type } from 'typebox'
import { OneOf, Shape, Timestamp } from '../http/index.ts'
import { ENVIRONMENTS } from '../kernel/environment.ts'
import { iso } from '../kernel/time.ts'
import type { EnterpriseView } from './enterprises.store.ts'

const Balance = (holds: string) =>
  Type.Object({ balance_in_cents: Type.Integer({ examples: [10_000_000] }) }, { description: holds })

export const EnterpriseSchema = Shape('Enterprise', {
  id: Type.String({ examples: ['ent_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  name: Type.String({ examples: ['Demo Enterprise'] }),
  environment: OneOf(ENVIRONMENTS),
  operating_account: Balance('Money ready to be paid out.'),
  pending_payouts: Balance('Amounts and fees reserved for payouts that are not sent yet.'),
  refunds_due_in_cents: Type.Integer({
    description:
      'Your debt: chargebacks and refunds after fraud that found the operating account short. Repaid from its next credits, before anything else.',
    examples: [0],
  }),
  reserved_fees_in_cents: Type.Integer({
    description:
      'Fees among `pending_payouts`: reserved for `ready` payouts, the highest each could cost. What is not charged returns.',
    examples: [25],
  }),
  settings: Type.Object(
    {
      ach_enabled: Type.Boolean(),
      creator_verification_required: Type.Boolean(),
      connect_use_case: OneOf(['Payout', 'Generic']),
      fraud_refund_window_hours: Type.Integer({ examples: [72] }),
    },
    { description: 'Applied by the provider on request.' },
  ),
  created_at: Timestamp(),
})

export function viewEnterprise(row: EnterpriseView): Static<typeof EnterpriseSchema> {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    operating_account: { balance_in_cents: row.operating },
    pending_payouts: { balance_in_cents: row.pending_payouts },
    refunds_due_in_cents: row.refunds_due,
    reserved_fees_in_cents: row.reserved_fees,
    settings: {
      ach_enabled: row.ach_enabled,
      creator_verification_required: row.creator_verification_required,
      connect_use_case: row.connect_use_case,
      fraud_refund_window_hours: row.fraud_refund_window_hours,
    },
    created_at: iso(row.created_at),
  }
}
