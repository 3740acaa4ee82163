import { type Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { cents } from '../../kernel/money.ts'
import { type BookTransfers, joinTransfers } from '../../ledger/index.ts'
import type { AchRail } from '../../rails/ach/port.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { judgePayee, type Payee } from '../account-connections/index.ts'
import { claimEnd, feeOf, highestFee, type Payout, type PayoutType } from './model.ts'
import type { PayoutInput } from './schema.ts'
import { initiate, methodOf, reserve } from './transition.ts'

export interface Accepted {
  readonly payout: Payout
  readonly transfers: BookTransfers
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
  settings: TenantSettings,
  ach: AchRail,
  tenant: TenantId,
): Accepted | Problem {
  const { now } = settings
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
    fee_in_cents: exact ? feeOf(settings, verdict.payable) : highestFee(settings),
    description: input.description ?? `Payment from ${settings.enterprise_name}`,
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
  const ready = reserve(created, tenant, type === 'unclaimed' ? claimEnd(now, date) : date, now)
  if (!exact) return { payout: ready.to, transfers: ready.transfers }
  const going = initiate(ready.to, tenant, methodOf(payee, verdict.payable), settings, ach, now)
  return { payout: going.to, transfers: joinTransfers([ready.transfers, going.transfers]) }
}
