import { type Problem, problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { cents } from '../../kernel/money.ts'
import { type BookTransfers, joinTransfers } from '../../ledger/index.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { judgePayee, type Payee, payableFrom } from '../account-connections/index.ts'
import {
  claimEnd,
  type FailureCode,
  feeOf,
  highestFee,
  isHeldBack,
  type Payout,
  type PayoutType,
  timeOfStep,
  UNCLAIMED,
} from './model.ts'
import type { PayoutInput } from './schema.ts'
import {
  asPaidNow,
  claim,
  fail,
  hold,
  initiate,
  methodOf,
  type PayoutTransition,
  release,
  reserve,
  returnFromBank,
  send,
  waitForBankAccount,
} from './transition.ts'

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
  suspended: () =>
    problem(
      'invalid_state',
      'The bank account of this account connection is suspended, because a payment to it came back; the creator gives another one in Connect.',
    ),
  not_granted: () =>
    problem(
      'permission_not_granted',
      'The creator has not granted `payment.credit` on this account connection, or it has expired.',
    ),
}

export const defaultDescription = ({ enterprise_name }: Pick<TenantSettings, 'enterprise_name'>): string =>
  `Payment from ${enterprise_name}`

/**
 * Decides whether a payout may be created, and makes it with its transfers. The caller checks the funds, and says until
 * when others may approve it if they must.
 */
export function acceptPayout(
  input: PayoutInput,
  payee: Payee | undefined,
  settings: TenantSettings,
  ach: AchRail,
  tenant: TenantId,
  awaitsUntil?: Date,
): Accepted | Problem {
  const { now } = settings
  const date = input.date ? new Date(input.date) : now
  if (!payee) return problem('not_found', 'There is no account connection with this id.')
  const verdict = judgePayee(payee, now)
  if ('refused' in verdict) return REFUSALS[verdict.refused]()
  const later = date > now
  const type: PayoutType = 'payable' in verdict ? verdict.payable : 'unclaimed'
  const waitsUntil = payableFrom(payee, settings, later ? date : now)
  const exact = 'payable' in verdict && !later && awaitsUntil === undefined && waitsUntil === undefined
  const created: Payout = {
    id: newId('payout'),
    account_connection: payee.id,
    status: 'created',
    type,
    amount_in_cents: cents(input.amount_in_cents),
    fee_in_cents: exact ? feeOf(settings, verdict.payable) : highestFee(settings),
    description: input.description ?? defaultDescription(settings),
    date: later ? date : now,
    destination: payee.destination,
    creator_id: null,
    due_at: null,
    batch_at: null,
    ach_file: null,
    return_code: null,
    activity: [],
    user_data: (input.user_data as JsonObject | null | undefined) ?? null,
    created_at: now,
    updated_at: now,
  }
  if (awaitsUntil !== undefined) {
    const held = hold(created, tenant, awaitsUntil, now)
    return { payout: held.to, transfers: held.transfers }
  }
  const ready = reserve(created, tenant, type === 'unclaimed' ? claimEnd(now, date) : date, now)
  if (waitsUntil !== undefined && type !== 'unclaimed') {
    return { payout: waitForBankAccount(ready.to, waitsUntil, now).to, transfers: ready.transfers }
  }
  if (!exact) return { payout: ready.to, transfers: ready.transfers }
  const initiated = initiate(ready.to, tenant, methodOf(payee, verdict.payable), settings, ach, now)
  return { payout: initiated.to, transfers: joinTransfers([ready.transfers, initiated.transfers]) }
}

/** A bank account whose sealed value cannot be opened, or that a return has suspended. */
export type Unreadable = 'unreadable' | 'suspended'

export interface DueContext {
  readonly settings: TenantSettings
  readonly ach: AchRail
  /** The payee of a payment that is to be initiated. */
  readonly payee: Payee | undefined
  /** The bank account of a payment that leaves with an ACH batch. */
  readonly bank: BankAccount | Unreadable | undefined
}

/** The transition that is due to a payout, by its state. */
export function dueTransition(
  tenant: TenantId,
  payout: Payout,
  { settings, ach, payee, bank }: DueContext,
): PayoutTransition {
  if (payout.due_at === null) throw new Error(`payout ${payout.id} is not due`)
  const at = timeOfStep(payout, payout.due_at, settings)
  if (payout.status === 'pending') return sendOrFail(tenant, payout, bank, ach, at)
  if (payout.status === 'sent') return returnFromBank(payout, tenant, payout.return_code ?? '', at)
  if (payout.status !== 'ready') throw new Error(`payout ${payout.id} is ${payout.status} and due`)
  if (payout.type === 'unclaimed') return release(payout, tenant, 'expire', UNCLAIMED, at)
  const verdict = payee && judgePayee(payee, at)
  if (payee && verdict && 'payable' in verdict) {
    const waitsUntil = payableFrom(payee, settings, at)
    if (waitsUntil !== undefined) return waitForBankAccount(asPaidNow(payout, payee), waitsUntil, at)
    return initiate(payout, tenant, methodOf(payee, verdict.payable), settings, ach, at)
  }
  return fail(asPaidNow(payout, payee), tenant, { code: refusedCode(verdict) }, at)
}

const refusedCode = (verdict: ReturnType<typeof judgePayee> | undefined): FailureCode =>
  verdict && 'refused' in verdict && verdict.refused === 'suspended'
    ? 'bank_account_suspended'
    : 'permission_not_granted'

/** An ACH payout without a readable bank account fails: where the money should go is never guessed. */
function sendOrFail(
  tenant: TenantId,
  payout: Payout,
  bank: BankAccount | Unreadable | undefined,
  ach: AchRail,
  at: Date,
): PayoutTransition {
  // A payout that leaves in a bank's file has its bank account in there.
  if (payout.type !== 'ach' || payout.ach_file !== null) return send(payout, tenant, at)
  if (bank === undefined) return fail(payout, tenant, { code: 'bank_account_missing' }, at)
  if (bank === 'unreadable') return fail(payout, tenant, { code: 'bank_account_unreadable' }, at)
  if (bank === 'suspended') return fail(payout, tenant, { code: 'bank_account_suspended' }, at)
  return send(payout, tenant, at, { bank, ach })
}

/** The transition of an unclaimed payout when its creator activates the connection. */
export function claimTransition(
  payout: Payout,
  tenant: TenantId,
  payee: Payee,
  settings: TenantSettings,
  ach: AchRail,
  at: Date,
): PayoutTransition {
  if (payee.type === null) throw new Error(`payout ${payout.id} was claimed without a method`)
  const method = methodOf(payee, payee.type)
  // The permission of a scheduled payout is checked on its date.
  if (payout.date > at) return claim(payout, method, at)
  const verdict = judgePayee(payee, at)
  if (!('payable' in verdict)) return fail(payout, tenant, { code: refusedCode(verdict) }, at)
  const waitsUntil = payableFrom(payee, settings, at)
  if (waitsUntil !== undefined) {
    const claimed = claim(payout, method, at)
    return { ...claimed, to: waitForBankAccount(claimed.to, waitsUntil, at).to }
  }
  if (isHeldBack({ ...payout, type: method.type }, settings)) return claim(payout, method, at)
  return initiate(payout, tenant, method, settings, ach, at)
}
