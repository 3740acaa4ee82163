import { type Static, Type } from 'typebox'
import { ResourceId, Shape, Timestamp, Values } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { iso } from '../kernel/time.ts'
import type { EnterpriseView } from './enterprises.store.ts'

export const Balance = (holds: string) =>
  Type.Object(
    { balance_in_cents: Type.Integer({ description: 'In cents, now.', examples: [10_000_000] }) },
    { description: holds },
  )

export const EnvironmentSchema = Values<Environment>('Environment', 'An environment, with keys and data of its own.', {
  sandbox: 'nothing here moves real money',
  production: 'the real thing',
})

export const EnterpriseSchema = Shape('Enterprise', {
  id: ResourceId('ent', 'The id of your enterprise.'),
  name: Type.String({ description: 'What creators and buyers read.', examples: ['Demo Enterprise'] }),
  environment: EnvironmentSchema,
  operating_account: Balance('Money ready to be paid out.'),
  pending_payouts: Balance('Amounts and fees reserved for payouts that are not sent yet.'),
  pending_withdrawals: Balance('Amounts of withdrawals that are not sent yet.'),
  refunds_due_in_cents: Type.Integer({
    description:
      'Your debt: chargebacks and refunds after fraud that found the operating account short. Repaid from its next credits, before anything else.',
    examples: [0],
  }),
  incoming_in_cents: Type.Integer({
    description:
      'Credits to your operating account that have arrived before their settlement date. Each is available on that date.',
    examples: [0],
  }),
  receivables_in_cents: Type.Integer({
    description:
      'Your debt: credits that the bank took back after they were spent. Repaid from the next credits to the operating account, after `refunds_due_in_cents`.',
    examples: [0],
  }),
  reserved_fees_in_cents: Type.Integer({
    description:
      'Fees among `pending_payouts`: reserved for `ready` payouts, the highest each could cost. What is not charged returns.',
    examples: [25],
  }),
  settings: Type.Object(
    {
      ach_enabled: Type.Boolean({ description: 'Whether Connect offers a bank account.' }),
      creator_verification_required: Type.Boolean({
        description: 'Whether creators who are not verified yet pass an extra step in Connect.',
      }),
      connect_use_case: Values<'Payout' | 'Generic'>('ConnectUseCase', 'What Connect says of you.', {
        Payout: 'you use the service to pay the creator',
        Generic: 'you are partnered with the service',
      }),
      fraud_refund_window_hours: Type.Integer({
        description: 'How many hours after its payment a fraud alert refunds a purchase with `auto_refund_on_fraud`.',
        examples: [72],
      }),
    },
    { description: 'Applied by the provider on request.' },
  ),
  suspended: Type.Optional(
    Type.Object(
      {
        since: Timestamp({ description: 'When your provider suspended it.' }),
        reason: Type.String({ description: 'Why.', examples: ['The annual review of your business is open.'] }),
      },
      { description: 'Absent unless your enterprise is suspended: then no new money moves out.' },
    ),
  ),
  created_at: Timestamp({ description: 'When it was created.' }),
})

export function viewEnterprise(row: EnterpriseView): Static<typeof EnterpriseSchema> {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    operating_account: { balance_in_cents: row.operating },
    pending_payouts: { balance_in_cents: row.pending_payouts },
    pending_withdrawals: { balance_in_cents: row.pending_withdrawals },
    refunds_due_in_cents: row.refunds_due,
    incoming_in_cents: row.incoming,
    receivables_in_cents: row.receivables,
    reserved_fees_in_cents: row.reserved_fees,
    settings: {
      ach_enabled: row.ach_enabled,
      creator_verification_required: row.creator_verification_required,
      connect_use_case: row.connect_use_case,
      fraud_refund_window_hours: row.fraud_refund_window_hours,
    },
    ...(row.suspended_at === null || row.suspended_because === null
      ? {}
      : { suspended: { since: iso(row.suspended_at), reason: row.suspended_because } }),
    created_at: iso(row.created_at),
  }
}
