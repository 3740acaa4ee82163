import type { TenantId } from '../../kernel/ids.ts'
import type { AchRail, AchSchedule } from '../../rails/ach/port.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { findPayees, type Payee } from '../account-connections/index.ts'
import { dueTransition } from './decide.ts'
import { approvalEnd, isAwaiting, isHeldBack, type Payout } from './model.ts'
import type { PayoutReadDeps } from './read.ts'

/** When the next steps of a payout are expected, as far as anybody knows. */
export interface ExpectedSteps {
  readonly initiatedAt?: Date
  /** With ACH, when it is handed to the bank. */
  readonly sentAt?: Date
  readonly arrivesAt?: Date
  /** It is canceled then, unless it was approved or claimed. */
  readonly endsAt?: Date
  /** The creator's permission would be gone on its date. */
  readonly willFail?: true
}

/** The steps of a payout as it was read: by its own deadlines, and by its connection as it is now. */
export async function expectSteps(deps: PayoutReadDeps, tenant: TenantId, payout: Payout): Promise<ExpectedSteps> {
  if (payout.status !== 'ready' && payout.status !== 'pending') return {}
  const { sql } = deps.database
  const [settings, payees] = await Promise.all([
    readTenant(sql, tenant),
    findPayees(sql, tenant, [payout.account_connection]),
  ])
  const ach = deps.ach[settings.environment]
  return stepsOf(payout, tenant, { settings, ach, payee: payees.get(payout.account_connection) })
}

interface StepsContext {
  readonly settings: TenantSettings
  readonly ach: AchRail
  readonly payee: Payee | undefined
}

function stepsOf(payout: Payout, tenant: TenantId, { settings, ach, payee }: StepsContext): ExpectedSteps {
  if (isAwaiting(payout)) return { endsAt: approvalEnd(payout) }
  if (payout.status === 'ready' && payout.type === 'unclaimed') return payout.due_at ? { endsAt: payout.due_at } : {}
  // Nobody knows when payouts go on.
  if (isHeldBack(payout, settings)) return {}
  if (payout.status === 'pending') return sendingOf(payout, ach)
  const { to } = dueTransition(tenant, payout, { settings, ach, payee, bank: undefined })
  const initiatedAt = payout.due_at as Date
  return to.status === 'pending' ? { initiatedAt, ...sendingOf(to, ach) } : { initiatedAt, willFail: true }
}

function sendingOf(pending: Payout, ach: AchRail): ExpectedSteps {
  const sentAt = pending.due_at ?? pending.batch_at
  if (sentAt === null) return {}
  return { sentAt, arrivesAt: pending.type === 'ach' ? ach.arrivesAt(pending as AchSchedule) : sentAt }
}
