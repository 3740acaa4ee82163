import type { ApprovalReference } from '../../../../contracts/approvals.ts'
import { LIMITS_MAX, type LimitsUpdate, type PayoutLimit, type StoredLimit } from '../../../../contracts/limits.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { ZERO } from '../../kernel/money.ts'
import type { Tx } from '../../platform/database.ts'
import {
  insertApprovalsStatements,
  lockAwaitingSubject,
  type Maker,
  newApproval,
  referenceTo,
  ruleFor,
  type SubjectOwner,
} from '../../resources/approvals/index.ts'
import { lockLimits, setPayoutLimits } from '../../resources/payouts/index.ts'
import { readTenant, setSetting } from '../../tenants/index.ts'

/** The one subject of its kind in a tenant. */
const SUBJECT = 'limits'

interface ChangedLimits {
  readonly before: LimitsUpdate
  readonly approval?: ApprovalReference
}

const asOwn = ({ set_by: _own, ...limit }: StoredLimit): PayoutLimit => limit
const ownOf = (limits: readonly StoredLimit[]): PayoutLimit[] =>
  limits.filter(({ set_by }) => set_by === 'enterprise').map(asOwn)

/** The provider's limits come first and stay. */
async function write(
  tx: Tx,
  tenant: TenantId,
  stored: readonly StoredLimit[],
  { limits, new_bank_account_wait_hours: hours }: LimitsUpdate,
): Promise<void> {
  const own = limits.map((limit): StoredLimit => ({ ...limit, set_by: 'enterprise' }))
  const all = [...stored.filter(({ set_by }) => set_by === 'provider'), ...own]
  if (all.length > LIMITS_MAX) throw problem('invalid_state', `An enterprise has at most ${LIMITS_MAX} limits.`)
  await setSetting(tx, tenant, 'new_bank_account_wait_hours', String(hours))
  await setPayoutLimits(tx, tenant, all)
}

/**
 * Replaces the enterprise's own limits. Where a rule says that a change of the rules needs approval, so does this: a limit
 * that one person can lift alone binds nobody.
 */
export async function changeLimits(
  tx: Tx,
  tenant: TenantId,
  maker: Maker,
  update: LimitsUpdate,
): Promise<ChangedLimits> {
  const stored = await lockLimits(tx, tenant)
  const settings = await readTenant(tx, tenant)
  const { new_bank_account_wait_hours } = settings
  const before = { limits: ownOf(stored), new_bank_account_wait_hours }
  if (await lockAwaitingSubject(tx, tenant, { deed: 'approval_rules', subject: SUBJECT })) {
    throw problem('invalid_state', 'Another change of the limits awaits approval; approve or reject that one first.')
  }
  const rule = ruleFor(settings.approval_rules, { deed: 'approval_rules', amount: ZERO, maker })
  if (!rule) {
    await write(tx, tenant, stored, update)
    return { before }
  }
  const subject = {
    type: 'limits' as const,
    id: SUBJECT,
    count: 1,
    amount: null,
    description: `Limits: ${before.limits.length} before, ${update.limits.length} after`,
    action: update as unknown as JsonObject,
  }
  const approval = newApproval(rule, maker, subject, settings)
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return { before, approval: referenceTo(approval) }
}

/** Replaces the limits once the change is approved. */
export const changedLimits: SubjectOwner = {
  async lock(tx, tenant) {
    await lockLimits(tx, tenant)
  },
  async carryOut(tx, tenant, { action }) {
    await write(tx, tenant, await lockLimits(tx, tenant), action as unknown as LimitsUpdate)
  },
  async giveUp() {
    // Nothing was written yet.
  },
}
