import type { ApprovalRule } from '../../../../contracts/approvals.ts'
import { changesBetween, differs } from '../../kernel/changes.ts'
import { Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Cents } from '../../kernel/money.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { findPayees, findPayeesToPay, payableFrom, type WaitingPayouts } from '../account-connections/index.ts'
import type { Maker } from '../approvals/index.ts'
import { limitExceeded, readTally, whyToApprove } from '../limits/index.ts'
import { changeOf } from '../transitions/index.ts'
import { addToEvent, recordEvents } from '../webhooks/index.ts'
import { judge } from './admit.ts'
import { expireHolds } from './approved.ts'
import { acceptPayout, claimTransition, defaultDescription } from './decide.ts'
import { payoutFields } from './events.ts'
import { noteChangedHolds } from './holds.ts'
import { claimEnd, type FailureCode, isAwaiting, isDue, isPastApproval, isPastClaim, type Payout } from './model.ts'
import type { PayoutInput, PayoutUpdateInput } from './schema.ts'
import { applyPayouts, type PayoutDeps, settleDue } from './settle.ts'
import { lockDueOfConnection, lockPayout, lockPayouts, lockReadyPayouts, lockUnsentAch, updatePayout } from './store.ts'
import { asPaidNow, delay, fail, type PayoutTransition, release, returnFromBank } from './transition.ts'

export const payoutNotFound = (): Problem => problem('not_found', 'There is no payout with this id.')

/**
 * Locks a payout and takes its due steps first: a stopped worker extends no deadline, and a payout whose date has come
 * cannot be canceled any more.
 */
async function lockCurrent(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: PayoutDeps,
): Promise<{ payout: Payout; now: Date }> {
  await lockOperating(tx, tenant)
  const found = await lockPayout(tx, tenant, id)
  if (!found) throw payoutNotFound()
  const settings = await readTenant(tx, tenant)
  let payout = found
  if (isPastApproval(payout, settings.now)) {
    await expireHolds(tx, tenant, [payout], settings.now, deps)
    payout = (await lockPayout(tx, tenant, id)) as Payout
  }
  while (isDue(payout, settings)) {
    await settleDue(tx, tenant, settings, [payout], deps)
    payout = (await lockPayout(tx, tenant, id)) as Payout
  }
  return { payout, now: settings.now }
}

export async function readCurrent(tx: Tx, tenant: TenantId, id: string, deps: PayoutDeps): Promise<Payout> {
  return (await lockCurrent(tx, tenant, id, deps)).payout
}

/** Cancels payouts past their deadline; those that another transaction has moved meanwhile are left alone. */
export async function cancelPastDeadline(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly Payout[],
  deps: PayoutDeps,
): Promise<void> {
  await lockOperating(tx, tenant)
  const settings = await readTenant(tx, tenant)
  const current = await lockPayouts(
    tx,
    tenant,
    payouts.map(({ id }) => id),
  )
  const past = current.filter((payout) => isPastClaim(payout, settings.now))
  await settleDue(tx, tenant, settings, past, deps)
  const unapproved = current.filter((payout) => isPastApproval(payout, settings.now))
  if (unapproved.length > 0) await expireHolds(tx, tenant, unapproved, settings.now, deps)
}

export async function changePayout(
  tx: Tx,
  tenant: TenantId,
  id: string,
  input: PayoutUpdateInput,
  deps: PayoutDeps,
): Promise<Payout> {
  const { payout, now } = await lockCurrent(tx, tenant, id, deps)
  const canceling = input.status === 'canceled' && payout.status === 'ready'
  if (input.date !== undefined) requireDateCanChange(payout, canceling)
  const { description = payout.description, user_data = payout.user_data } = input
  const fields = {
    description: description ?? defaultDescription(await readTenant(tx, tenant)),
    user_data: user_data as JsonObject | null,
    ...(input.date === undefined ? {} : reschedule(payout, new Date(input.date), now)),
  }
  const changes = differs(payout, fields)
  const changed: Payout = changes ? { ...payout, ...fields, updated_at: now } : payout
  if (changes) await updatePayout(tx, tenant, payout.id, { ...fields, updated_at: now })
  if (changes && isAwaiting(payout) && !canceling) await noteChangedHolds(tx, tenant, [payout], now)
  if (canceling) {
    const payees = await findPayees(tx, tenant, [payout.account_connection])
    const last = asPaidNow(changed, payees.get(payout.account_connection))
    await apply(tx, tenant, release(last, tenant, 'cancel', 'Canceled by the enterprise', now), deps)
  }
  // A date in the past means now.
  const current = await readCurrent(tx, tenant, id, deps)
  // The event of a transition tells of the other changes, too.
  const hasTransition = current.status !== payout.status || current.type !== payout.type
  if (changes) {
    const told = changesBetween(payoutFields(payout), payoutFields(changed))
    if (hasTransition) addToEvent(tx, tenant, payout.id, told)
    else recordEvents(tx, tenant, [changeOf('payout.update', current, { changes: told })])
  }
  return current
}

function requireDateCanChange({ status }: Payout, canceling: boolean): void {
  if (status !== 'ready') {
    throw problem('invalid_state', `\`date\` can change only in \`ready\`; this payout is \`${status}\`.`)
  }
  if (canceling) {
    const message =
      '`status` `canceled` and `date` exclude each other: a canceled payout has no date; send one of them.'
    throw problem('invalid_state', message)
  }
}

function reschedule(payout: Payout, wanted: Date, now: Date): Pick<Payout, 'date' | 'due_at'> {
  const date = wanted > now ? wanted : now
  if (isAwaiting(payout)) return { date, due_at: null }
  return { date, due_at: payout.type === 'unclaimed' ? claimEnd(payout.created_at, date) : date }
}

async function apply(tx: Tx, tenant: TenantId, transition: PayoutTransition, deps: PayoutDeps): Promise<void> {
  await applyPayouts(tx, tenant, await readTenant(tx, tenant), [transition], deps)
}

/** Records that the bank has returned an ACH payout. */
export async function returnPayout(
  tx: Tx,
  tenant: TenantId,
  id: string,
  code: string,
  deps: PayoutDeps,
): Promise<Payout> {
  const { payout, now } = await lockCurrent(tx, tenant, id, deps)
  if (payout.status !== 'sent' || payout.type !== 'ach') {
    throw problem(
      'invalid_state',
      `Only a \`sent\` payout of type \`ach\` can be returned; this one is \`${payout.status}\`, \`${payout.type}\`.`,
    )
  }
  await apply(tx, tenant, returnFromBank(payout, tenant, code, now), deps)
  return (await lockPayout(tx, tenant, id)) as Payout
}

/** Records that a payment could not be made, before the money left. */
export async function failPayout(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: PayoutDeps,
  code: FailureCode = 'payment_failed',
): Promise<Payout> {
  const { payout, now } = await lockCurrent(tx, tenant, id, deps)
  if (payout.status !== 'ready' && payout.status !== 'pending') {
    throw problem('invalid_state', `Only a \`ready\` or \`pending\` payout can fail; this one is \`${payout.status}\`.`)
  }
  const payees = await findPayees(tx, tenant, [payout.account_connection])
  const last = asPaidNow(payout, payees.get(payout.account_connection))
  await apply(tx, tenant, fail(last, tenant, { code }, now), deps)
  return (await lockPayout(tx, tenant, id)) as Payout
}

/** The port of account connections: what becomes of a connection's payouts when it is changed, activated or deleted. */
export function createWaitingPayouts(deps: PayoutDeps): WaitingPayouts {
  const { ach } = deps
  return {
    /** Repeated until nothing is due: a payout that is initiated late may be due to leave with a batch of the past. */
    async settleDue(tx, tenant, connection, at) {
      const settings = { ...(await readTenant(tx, tenant)), now: at }
      for (;;) {
        const due = (await lockDueOfConnection(tx, tenant, connection, at)).filter((payout) => isDue(payout, settings))
        if (due.length === 0) break
        await settleDue(tx, tenant, settings, due, deps)
      }
      // Approvers have seen where the payout would go.
      const awaiting = (await lockReadyPayouts(tx, tenant, connection)).filter(isAwaiting)
      const past = awaiting.filter((payout) => isPastApproval(payout, at))
      if (past.length > 0) await expireHolds(tx, tenant, past, at, deps)
      if (awaiting.length > past.length) await noteChangedHolds(tx, tenant, awaiting, at)
    },

    /** Unclaimed payouts take the method of the connection. */
    async claim(tx, tenant, connection, at) {
      const waiting = (await lockReadyPayouts(tx, tenant, connection)).filter(
        (payout) => payout.type === 'unclaimed' && !isAwaiting(payout),
      )
      if (waiting.length === 0) return
      const settings = await readTenant(tx, tenant)
      const payee = (await findPayeesToPay(tx, tenant, settings, [connection])).get(connection)
      if (!payee) throw new Error(`there is no connection ${connection}`)
      const claimed = waiting.map((payout) =>
        claimTransition(payout, tenant, payee, settings, ach[settings.environment], at),
      )
      await applyPayouts(tx, tenant, settings, claimed, deps)
    },

    async cancel(tx, tenant, connection, at) {
      const waiting = await lockReadyPayouts(tx, tenant, connection)
      if (waiting.length === 0) return
      const settings = await readTenant(tx, tenant)
      const payee = (await findPayees(tx, tenant, [connection])).get(connection)
      const cancel = (payout: Payout): PayoutTransition =>
        release(asPaidNow(payout, payee), tenant, 'cancel', 'Canceled: the account connection was deleted', at)
      await applyPayouts(tx, tenant, settings, waiting.map(cancel), deps)
    },

    async delay(tx, tenant, connection, at) {
      const settings = await readTenant(tx, tenant)
      if (settings.new_bank_account_wait_hours === 0) return
      const payee = (await findPayeesToPay(tx, tenant, settings, [connection])).get(connection)
      const until = payee && payableFrom(payee, settings, at)
      if (until === undefined) return
      const initiated = await lockUnsentAch(tx, tenant, connection)
      const delayed = initiated.map((payout) => delay(payout, until, ach[settings.environment], at))
      await applyPayouts(tx, tenant, settings, delayed, deps)
    },
  }
}

/** The fee of each payout if it were created now, or the reason for its refusal. Nothing is created. */
export async function previewPayouts(
  tx: Tx,
  tenant: TenantId,
  inputs: readonly PayoutInput[],
  { ach }: Pick<PayoutDeps, 'ach'>,
): Promise<({ readonly fee: Cents } | Problem)[]> {
  const ids = new Set(inputs.map(({ account_connection }) => account_connection))
  const settings = await readTenant(tx, tenant)
  const payees = await findPayeesToPay(tx, tenant, settings, [...ids])
  return inputs.map((input) => {
    const verdict = acceptPayout(
      input,
      payees.get(input.account_connection),
      settings,
      ach[settings.environment],
      tenant,
    )
    return verdict instanceof Problem ? verdict : { fee: verdict.payout.fee_in_cents }
  })
}

/** The rule that payouts would fall under as a whole, and why. Throws if they would exceed a limit that refuses them. */
export async function judgePayouts(
  tx: Tx,
  tenant: TenantId,
  settings: TenantSettings,
  inputs: readonly PayoutInput[],
  maker: Maker,
): Promise<{ readonly rule: ApprovalRule | undefined; readonly why: string }> {
  const entries = { entries: inputs.map((input, index) => ({ index, input })), isBatch: true, faults: [] }
  const tally = await readTally(tx, tenant, settings, [{ ...entries, maker }])
  const { limits, rule } = judge(entries, { maker }, settings, tally)
  const [refused = limits.refusal] = limits.entries.values()
  if (refused) throw limitExceeded(refused)
  return { rule, why: whyToApprove(limits) }
}
