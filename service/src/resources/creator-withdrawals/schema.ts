import { type Static, Type } from 'typebox'
import { Activity, ResourceId, Shape, Times, Values } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { WithdrawalStatus } from '../withdrawals/index.ts'
import type { CreatorWithdrawal } from './model.ts'

/** As the sandbox shows it to whoever plays the creator. */
export const CreatorWithdrawalSchema = Shape('SandboxWithdrawal', {
  id: ResourceId('wdr', 'The id of the withdrawal. The API does not find it: it is the creator’s own.'),
  amount_in_cents: Type.Integer({ description: 'What leaves the creator’s account, in cents.', examples: [12_500] }),
  status: Values<WithdrawalStatus>('SandboxWithdrawalStatus', 'Where the withdrawal is.', {
    created: 'accepted; lasts no longer than the request',
    ready: 'the amount is held',
    pending: 'waits for the next ACH batch',
    sent: 'handed to the ACH network',
    error: 'failed before it was sent; the amount is back. Final',
    returned: 'the creator’s bank gave it back. Final',
    canceled: 'canceled; the amount is back. Final',
  }),
  destination: Type.String({ description: 'The creator’s bank account.', examples: ['Checking ••••6789'] }),
  activity: Activity,
  ...Times,
})

export const viewCreatorWithdrawal = (withdrawal: CreatorWithdrawal): Static<typeof CreatorWithdrawalSchema> => ({
  id: withdrawal.id,
  amount_in_cents: withdrawal.amount_in_cents,
  status: withdrawal.status,
  destination: withdrawal.destination,
  activity: withdrawal.activity as Static<typeof Activity>,
  created_at: iso(withdrawal.created_at),
  updated_at: iso(withdrawal.updated_at),
})
