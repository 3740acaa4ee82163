import { differs } from '../../kernel/changes.ts'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { lockPayoutAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { changeOf } from '../transitions/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import { applyPayouts } from './apply.ts'
import { claimEnd, type Payout } from './model.ts'
import type { PayoutUpdateInput } from './schema.ts'
import { isDue, type PayoutDeps, settleDue } from './settle.ts'
import { lockPayout, lockPayouts, updatePayout } from './store.ts'
import { fail, giveBack, type PayoutTransition, release } from './transition.ts'

export const payoutNotFound = (): Problem => problem('not_found', 'There is no payout with this id.')

/**
 * A payout with what was due done to it first: a stopped worker extends no deadline, and a payout whose date has come
 * cannot be canceled any more.
 */
async function lockCurrent(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: PayoutDeps,
): Promise<{ payout: Payout; now: Date }> {
  await lockPayoutAccounts(tx, tenant)
  const found = await lockPayout(tx, tenant, id)
  if (!found) throw payoutNotFound()
  const settings = await readTenant(tx, tenant)
  let payout = found
  while (isDue(payout, settings)) {
    await settleDue(tx, tenant, settings, [payout], deps)
    payout = (await lockPayout(tx, tenant, id)) as Payout
  }
  return { payout, now: settings.now }
}

/** Reading enforces the one deadline a payout has: unclaimed for 30 days, it is canceled. */
export const isPastClaim = (payout: Pick<Payout, 'status' | 'type' | 'due_at'>, now: Date): boolean =>
  payout.status === 'ready' && payout.type === 'unclaimed' && payout.due_at !== null && payout.due_at <= now

export async function readCurrent(tx: Tx, tenant: TenantId, id: string, deps: PayoutDeps): Promise<Payout> {
  return (await lockCurrent(tx, tenant, id, deps)).payout
}

/** The same for many at once; those that somebody else has moved meanwhile are left alone. */
export async function cancelPastClaim(
  tx: Tx,
  tenant: TenantId,
  payouts: readonly Payout[],
  deps: PayoutDeps,
): Promise<void> {
  await lockPayoutAccounts(tx, tenant)
  const settings = await readTenant(tx, tenant)
  const current = await lockPayouts(
    tx,
    tenant,
    payouts.map(({ id }) => id),
  )
  const past = current.filter((payout) => isPastClaim(payout, settings.now))
  await settleDue(tx, tenant, settings, past, deps)
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
  if (input.date !== undefined && (payout.status !== 'ready' || canceling)) {
    throw problem(
      'invalid_state',
      `\`date\` can change only in \`ready\`; this payout is \`${canceling ? 'canceled' : payout.status}\`.`,
    )
  }
  const fields = {
    ...(input.description === undefined ? {} : { description: input.description }),
    ...(input.user_data === undefined ? {} : { user_data: input.user_data as JsonObject }),
    ...(input.date === undefined ? {} : reschedule(payout, new Date(input.date), now)),
  }
  const changes = differs(payout, fields)
  const changed: Payout = changes ? { ...payout, ...fields, updated_at: now } : payout
  if (changes) await updatePayout(tx, tenant, payout.id, { ...fields, updated_at: now })
  if (canceling) {
    await apply(tx, tenant, release(changed, tenant, 'cancel', 'Canceled by the enterprise', now), deps)
  }
  // A date in the past means now.
  const current = await readCurrent(tx, tenant, id, deps)
  // The transition already recorded an event that covers the other changes.
  const told = current.status !== payout.status || current.type !== payout.type
  if (changes && !told) await recordEvents(tx, tenant, [changeOf('payout.update', current)])
  return current
}

function reschedule(payout: Payout, wanted: Date, now: Date): Pick<Payout, 'date' | 'due_at'> {
  const date = wanted > now ? wanted : now
  return { date, due_at: payout.type === 'unclaimed' ? claimEnd(payout.created_at, date) : date }
}

async function apply(tx: Tx, tenant: TenantId, transition: PayoutTransition, { vault }: PayoutDeps): Promise<void> {
  await applyPayouts(tx, tenant, await readTenant(tx, tenant), [transition], vault)
}

/** The bank's answer to an ACH payout that was sent. */
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
  await apply(tx, tenant, giveBack(payout, tenant, code, now), deps)
  return (await lockPayout(tx, tenant, id)) as Payout
}

/** Something went wrong before the money left. */
export async function failPayout(tx: Tx, tenant: TenantId, id: string, deps: PayoutDeps): Promise<Payout> {
  const { payout, now } = await lockCurrent(tx, tenant, id, deps)
  if (payout.status !== 'ready' && payout.status !== 'pending') {
    throw problem('invalid_state', `Only a \`ready\` or \`pending\` payout can fail; this one is \`${payout.status}\`.`)
  }
  await apply(tx, tenant, fail(payout, tenant, 'Failed: the payment could not be made', now), deps)
  return (await lockPayout(tx, tenant, id)) as Payout
}
