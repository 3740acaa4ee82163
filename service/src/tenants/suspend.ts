import type { TenantId } from '../kernel/ids.ts'
import { lockOperating } from '../ledger/index.ts'
import type { Tx } from '../platform/database.ts'
import { StartError } from '../platform/start-error.ts'
import { markResumed, markSuspended } from './suspensions.store.ts'

const REASON_MAX = 255

/**
 * Suspends an enterprise in one environment; it reads the reason. Payouts that are being created hold the same lock: once
 * this is committed, none follows.
 */
export async function suspendEnterprise(tx: Tx, tenant: TenantId, words: string): Promise<{ readonly reason: string }> {
  const trimmed = words.trim()
  if (trimmed === '' || trimmed.length > REASON_MAX) {
    throw new StartError(`The reason must have 1 to ${REASON_MAX} characters.`)
  }
  const reason = /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
  await lockOperating(tx, tenant)
  if (!(await markSuspended(tx, tenant, reason))) throw new StartError('The enterprise is suspended already.')
  return { reason }
}

/** Lifts a suspension; what waited goes on. Returns its reason. */
export async function resumeEnterprise(tx: Tx, tenant: TenantId): Promise<{ readonly reason: string }> {
  const reason = await markResumed(tx, tenant)
  if (reason === undefined) throw new StartError('The enterprise is not suspended.')
  return { reason }
}
