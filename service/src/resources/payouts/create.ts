import { type Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { cents } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import type { AchRail } from '../../rails/ach/port.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { judgePayee, type Payee } from '../account-connections/index.ts'
import {
  acceptedEntries,
  claimEnd,
  feeOf,
  held,
  highestFee,
  PAYOUT_STATES,
  type Payout,
  type PayoutType,
} from './model.ts'
import { type PayoutTransfers, transfersOf } from './postings.ts'
import type { PayoutInput } from './schema.ts'
import { initiate, methodOf } from './transition.ts'

export interface Accepted {
  readonly payout: Payout
  readonly transfers: PayoutTransfers
}

const REFUSALS = {
  deleted: () => problem('invalid_state', 'The account connection is deleted and cannot receive payouts.'),
  not_requested: () =>
    problem(
      'permission_not_granted',
      'The permission `payment.credit` was not requested from this account connection.',
    ),
  not_granted: () =>
    problem(
      'permission_not_granted',
      'The creator has not granted `payment.credit` on this account connection, or it has expired.',
    ),
}

/** Whether this payout may be made, and everything that follows if so. Pure: funds are the caller's to check. */
export function accept(
  input: PayoutInput,
  payee: Payee | undefined,
  facts: TenantSettings,
  ach: AchRail,
  tenant: TenantId,
): Accepted | Problem {
  const { now } = facts
  const date = input.date === undefined ? now : new Date(input.date)
  if (!payee) return problem('not_found', 'There is no account connection with this id.')
  const verdict = judgePayee(payee, now)
  if ('refused' in verdict) return REFUSALS[verdict.refused]()
  const later = date > now
  const type: PayoutType = 'payable' in verdict ? verdict.payable : 'unclaimed'
  const exact = 'payable' in verdict && !later
  const created: Payout = {
    id: newId('payout'),
    account_connection: payee.id,
    status: 'created',
    type,
    amount_in_cents: cents(input.amount_in_cents),
    fee_in_cents: exact ? feeOf(facts, verdict.payable) : highestFee(facts),
    description: input.description ?? `Payment from ${facts.enterprise_name}`,
    date: later ? date : now,
    destination: payee.destination,
    creator_id: null,
    due_at: null,
    batch_at: null,
    ach_file: null,
    return_code: null,
    activity: [],
    user_data: (input.user_data as JsonObject | undefined) ?? null,
    created_at: now,
    updated_at: now,
  }
  const ready: Payout = {
    ...created,
    status: mustFollow(PAYOUT_STATES, created.status, 'accept'),
    due_at: type === 'unclaimed' ? claimEnd(now, date) : date,
    activity: acceptedEntries(held(created), now),
  }
  const movement = {
    event: 'accept',
    before: created,
    type,
    finalFee: created.fee_in_cents,
    creatorId: null,
    at: now,
  } as const
  const hold = transfersOf(movement, tenant)
  if (!exact) return { payout: ready, transfers: hold }
  const going = initiate(ready, tenant, methodOf(payee, verdict.payable), facts, ach, now)
  return { payout: going.to, transfers: { tenant: [...hold.tenant, ...going.transfers.tenant], bank: [] } }
}
