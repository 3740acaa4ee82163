import { changesBetween, differs } from '../../kernel/changes.ts'
import { type Problem, problem, unavailable } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Cents, cents, dollars, ZERO } from '../../kernel/money.ts'
import { lockOperating, openAccounts, post } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { BankAccount } from '../../rails/ach/port.ts'
import { readTenant, refuseSuspended, type TenantSettings } from '../../tenants/index.ts'
import { expiryFrom, insertApprovalsStatements, type Maker, newApproval, ruleFor } from '../approvals/index.ts'
import { type LimitVerdict, strictestRule, whyToApprove } from '../limits/index.ts'
import { changeOf, type Transition } from '../transitions/index.ts'
import { addToEvent, recordEvents } from '../webhooks/index.ts'
import { expireHold } from './approved.ts'
import {
  type Destination,
  findDestination,
  openAccount,
  type SetAccount,
  waitsUntil,
  writeAccount,
} from './bank-account.ts'
import { withdrawalFields } from './events.ts'
import { countWithdrawal, judgeWithdrawal } from './limits.ts'
import { FAILURES, type FailureCode, isAwaiting, isDue, isPastApproval, type Withdrawal } from './model.ts'
import { booksOf } from './postings.ts'
import type { WithdrawalInput, WithdrawalUpdateInput } from './schema.ts'
import { applyWithdrawals, noteChange, settleDue, type WithdrawalDeps } from './settle.ts'
import { insertWithdrawal, lockWithdrawal, updateWithdrawal } from './store.ts'
import {
  delay,
  fail,
  followedBy,
  hold,
  initiate,
  release,
  reserve,
  returnFromBank,
  waitForBankAccount,
} from './transition.ts'

export const withdrawalNotFound = (): Problem => problem('not_found', 'There is no withdrawal with this id.')

const defaultDescription = ({ enterprise_name }: TenantSettings): string => `Withdrawal from ${enterprise_name}`

/** Reserves the money under the lock of the operating account, so that no other payment is decided by the same balance. */
export async function createWithdrawal(
  tx: Tx,
  tenant: TenantId,
  input: WithdrawalInput,
  maker: Maker,
  deps: WithdrawalDeps,
): Promise<Withdrawal> {
  const accounts = await lockOperating(tx, tenant)
  const settings = await readTenant(tx, tenant)
  requireServed(settings)
  refuseSuspended(settings, 'POST /withdrawal')
  const destination = await findDestination(tx, tenant, deps.ach[settings.environment])
  if (destination === undefined) {
    throw problem(
      'invalid_state',
      'No bank account is registered for withdrawals; the operator of the service sets it.',
    )
  }
  const created = newWithdrawal(input, destination.label, settings)
  const { verdict, tally } = await judgeWithdrawal(tx, tenant, created, maker, settings)
  requireFunds(created.amount_in_cents, accounts.get('operating')?.balance ?? ZERO)
  // The book of an enterprise that version 0.1 opened lacks the account.
  await openAccounts(tx, tenant, ['pending_withdrawals'])
  const made =
    (await holdIfRuled(tx, tenant, created, maker, settings, verdict)) ??
    start(tenant, created, destination, settings, deps)
  await insertWithdrawal(tx, tenant, made.to)
  await post(tx, tenant, made.transfers.tenant)
  await countWithdrawal(tx, tenant, made.to, maker, settings, tally)
  const { id: resource, amount_in_cents } = made.to
  tx.afterCommit(() => deps.log.info({ tenant, resource, cents: amount_in_cents }, 'created a withdrawal'))
  return made.to
}

function requireServed({ retired, payouts_stopped_because }: TenantSettings): void {
  // The request was routed to the sandbox before its reset: sent again, it reaches the new one.
  if (retired) throw unavailable('The sandbox has just been reset; send this again.')
  if (payouts_stopped_because !== null) {
    throw unavailable('Withdrawals of this enterprise are paused while its books are being checked.')
  }
}

function requireFunds(needed: Cents, funds: Cents): void {
  if (needed <= funds) return
  throw problem(
    'insufficient_funds',
    `The operating account holds ${dollars(funds)}, but ${dollars(needed)} is to be withdrawn.`,
  )
}

const newWithdrawal = (input: WithdrawalInput, destination: string, settings: TenantSettings): Withdrawal => ({
  id: newId('withdrawal'),
  status: 'created',
  amount_in_cents: cents(input.amount_in_cents),
  description: input.description ?? defaultDescription(settings),
  destination,
  approval: null,
  awaits_until: null,
  due_at: null,
  batch_at: null,
  ach_file: null,
  return_code: null,
  activity: [],
  user_data: (input.user_data as JsonObject | null | undefined) ?? null,
  created_at: settings.now,
  updated_at: settings.now,
})

/** A withdrawal that needs no approval: `pending`, or `ready` while its bank account is new. */
function start(
  tenant: TenantId,
  created: Withdrawal,
  destination: Destination,
  settings: TenantSettings,
  { ach }: WithdrawalDeps,
): Transition<Withdrawal> {
  const { now, environment } = settings
  const ready = reserve(created, booksOf(tenant), now)
  const until = waitsUntil(destination, settings, now)
  if (until !== undefined) return followedBy(ready, waitForBankAccount(ready.to, until, now))
  return followedBy(ready, initiate(ready.to, booksOf(tenant), ach[environment], now))
}

/** Holds a withdrawal that needs approval, by a rule or by a limit; undefined for any other. */
async function holdIfRuled(
  tx: Tx,
  tenant: TenantId,
  created: Withdrawal,
  maker: Maker,
  settings: TenantSettings,
  verdict: LimitVerdict,
): Promise<Transition<Withdrawal> | undefined> {
  const { id, amount_in_cents: amount, destination } = created
  const own = ruleFor(settings.approval_rules, { deed: 'withdrawal', amount, maker })
  const rule = strictestRule(own, verdict, 'withdrawal')
  if (!rule) return undefined
  const description = `Withdrawal to ${destination}${whyToApprove(verdict)}`
  const subject = { type: 'withdrawal' as const, id, count: 1, amount, description }
  const approval = newApproval(rule, maker, subject, settings)
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return hold(created, booksOf(tenant), { approval: approval.id, until: expiryFrom(settings) }, settings.now)
}

interface Current {
  readonly withdrawal: Withdrawal
  readonly settings: TenantSettings
}

/** Locks a withdrawal and takes its due steps first: a stopped worker extends no deadline. */
async function lockCurrent(tx: Tx, tenant: TenantId, id: string, deps: WithdrawalDeps): Promise<Current> {
  await lockOperating(tx, tenant)
  let withdrawal = await lockWithdrawal(tx, tenant, id)
  if (!withdrawal) throw withdrawalNotFound()
  const settings = await readTenant(tx, tenant)
  if (isPastApproval(withdrawal, settings.now)) {
    await expireHold(tx, tenant, withdrawal, deps)
    withdrawal = (await lockWithdrawal(tx, tenant, id)) as Withdrawal
  }
  while (isDue(withdrawal, settings)) {
    await settleDue(tx, tenant, settings, [withdrawal], deps)
    withdrawal = (await lockWithdrawal(tx, tenant, id)) as Withdrawal
  }
  return { withdrawal, settings }
}

export const readCurrent = async (tx: Tx, tenant: TenantId, id: string, deps: WithdrawalDeps): Promise<Withdrawal> =>
  (await lockCurrent(tx, tenant, id, deps)).withdrawal

export async function changeWithdrawal(
  tx: Tx,
  tenant: TenantId,
  id: string,
  input: WithdrawalUpdateInput,
  deps: WithdrawalDeps,
): Promise<Withdrawal> {
  const { withdrawal, settings } = await lockCurrent(tx, tenant, id, deps)
  const { now } = settings
  const isCanceling = input.status === 'canceled' && withdrawal.status === 'ready'
  const { description = withdrawal.description, user_data = withdrawal.user_data } = input
  const fields = {
    description: description ?? defaultDescription(settings),
    user_data: user_data as JsonObject | null,
  }
  const isChanged = differs(withdrawal, fields)
  const changed: Withdrawal = isChanged ? { ...withdrawal, ...fields, updated_at: now } : withdrawal
  if (isChanged) await updateWithdrawal(tx, tenant, withdrawal.id, changed)
  if (isChanged && isAwaiting(withdrawal) && !isCanceling) await noteChange(tx, tenant, withdrawal, now)
  if (isCanceling) {
    const canceled = release(changed, booksOf(tenant), { event: 'cancel', why: 'Canceled by the enterprise' }, now)
    await applyWithdrawals(tx, tenant, settings, [canceled], deps)
  }
  if (isChanged) {
    const told = changesBetween(withdrawalFields(withdrawal), withdrawalFields(changed))
    // The event of a transition tells of the other changes, too.
    if (isCanceling) addToEvent(tx, tenant, withdrawal.id, told)
    else recordEvents(tx, tenant, [changeOf('withdrawal.update', changed, { changes: told })])
  }
  return (await lockWithdrawal(tx, tenant, id)) as Withdrawal
}

async function move(
  tx: Tx,
  tenant: TenantId,
  { settings, withdrawal }: Current,
  transition: Transition<Withdrawal>,
  deps: WithdrawalDeps,
): Promise<Withdrawal> {
  await applyWithdrawals(tx, tenant, settings, [transition], deps)
  return (await lockWithdrawal(tx, tenant, withdrawal.id)) as Withdrawal
}

/** Records that the bank has returned a withdrawal. */
export async function returnWithdrawal(
  tx: Tx,
  tenant: TenantId,
  id: string,
  code: string,
  deps: WithdrawalDeps,
): Promise<Withdrawal> {
  const current = await lockCurrent(tx, tenant, id, deps)
  const { withdrawal, settings } = current
  if (withdrawal.status !== 'sent') {
    throw problem('invalid_state', `Only a \`sent\` withdrawal can be returned; this one is \`${withdrawal.status}\`.`)
  }
  return move(tx, tenant, current, returnFromBank(withdrawal, booksOf(tenant), code, settings.now), deps)
}

/** Records that a withdrawal could not be made, before the money left. */
export async function failWithdrawal(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: WithdrawalDeps,
  code: FailureCode = 'payment_failed',
): Promise<Withdrawal> {
  const current = await lockCurrent(tx, tenant, id, deps)
  const { withdrawal, settings } = current
  if (withdrawal.status !== 'ready' && withdrawal.status !== 'pending') {
    throw problem(
      'invalid_state',
      `Only a \`ready\` or \`pending\` withdrawal can fail; this one is \`${withdrawal.status}\`.`,
    )
  }
  return move(tx, tenant, current, fail(withdrawal, booksOf(tenant), { code }, settings.now), deps)
}

/** Registers the bank account of an enterprise; approvals given for another destination no longer count. */
export async function setBankAccount(
  tx: Tx,
  tenant: TenantId,
  bank: BankAccount,
  deps: WithdrawalDeps,
): Promise<Pick<SetAccount, 'before' | 'after'>> {
  const settings = await readTenant(tx, tenant)
  const ach = deps.ach[settings.environment]
  const { before, after, redirected, since, at } = await writeAccount(tx, tenant, bank, { vault: deps.vault, ach })
  for (const withdrawal of redirected) {
    if (isAwaiting(withdrawal)) await noteChange(tx, tenant, withdrawal, at)
  }
  const until = waitsUntil({ since }, settings, at)
  if (until !== undefined) {
    const initiated = redirected.filter(({ status }) => status === 'pending')
    const delayed = initiated.map((withdrawal) => delay({ ...withdrawal, destination: after }, until, ach, at))
    await applyWithdrawals(tx, tenant, settings, delayed, deps)
  }
  return { before, after }
}

/** The receiving bank has corrected the registered account, and an operator agrees. Answers why it cannot be, or undefined. */
export async function correctBankAccount(
  tx: Tx,
  tenant: TenantId,
  correct: (bank: BankAccount) => Partial<BankAccount> | undefined,
  deps: WithdrawalDeps,
): Promise<string | undefined> {
  await lockOperating(tx, tenant)
  const { environment } = await readTenant(tx, tenant)
  const account = await openAccount(tx, tenant, deps.ach[environment], deps)
  if ('failure' in account) return FAILURES[account.failure.code]
  const changes = correct(account.bank)
  if (!changes) return 'another bank account is registered by now'
  await setBankAccount(tx, tenant, { ...account.bank, ...changes }, deps)
  return undefined
}
