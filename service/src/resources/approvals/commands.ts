import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { type Approval, type GivenApproval, isPastExpiry } from './model.ts'
import type { ApprovalDeps, Approver, SubjectOwner } from './ports.ts'
import { APPROVALS, findApproval, lockApproval } from './store.ts'
import {
  type ApprovalTransition,
  changeSubject,
  expire,
  give,
  givenBy,
  reject,
  type SubjectChange,
} from './transition.ts'

export const approvalNotFound = (): Problem => problem('not_found', 'There is no approval with this id.')

const write = (tx: Tx, tenant: TenantId, transition: ApprovalTransition): Promise<void> =>
  applyTransitions(tx, APPROVALS, [transition], { tenant })

interface Locked {
  readonly approval: Approval
  readonly owner: SubjectOwner
  readonly now: Date
}

/** The subject's locks first, then the approval's row: a change of the subject takes them in the same order. */
async function lockWithSubject(
  tx: Tx,
  tenant: TenantId,
  id: string,
  { owners }: Pick<ApprovalDeps, 'owners'>,
): Promise<Locked> {
  const found = await findApproval(tx, tenant, id)
  if (!found) throw approvalNotFound()
  const owner = owners[found.subject_type]
  await owner.lock(tx, tenant, found)
  const approval = (await lockApproval(tx, tenant, id)) as Approval
  return { approval, owner, now: await tenantNow(tx, tenant) }
}

/** Throws unless the approval is open. */
function requireOpen(approval: Approval, now: Date): void {
  const status = isPastExpiry(approval, now) ? 'expired' : approval.status
  if (status !== 'awaiting') {
    throw problem('invalid_state', `Only an approval that is \`awaiting\` can be decided; this one is \`${status}\`.`)
  }
}

const notAllowed = (message: string): Problem => problem('approval_not_allowed', message)

/** Whether this one may approve now, by the role that they have at this moment. */
const isApprover = ({ approvers }: Approval, one: Approver | undefined): one is Approver =>
  one !== undefined && approvers.includes(one.role)

function requireApprover(approval: Approval, one: Approver | undefined): Approver {
  if (isApprover(approval, one)) return one
  throw notAllowed(`This can be approved by: ${approval.approvers.join(', ')}.`)
}

/** The person that somebody acts as: an API key is one with the person who made it, for they know its secret. */
type PersonOf = (id: string) => string

async function personsBehind(
  tx: Tx,
  tenant: TenantId,
  { made_by, given }: Approval,
  by: string,
  { approvers }: ApprovalDeps,
): Promise<PersonOf> {
  const makers = await approvers.behind(tx, tenant, [made_by, by, ...given.map((one) => one.by)])
  return (id) => makers.get(id) ?? id
}

function refuseOwn({ made_by }: Approval, by: string, personOf: PersonOf): void {
  if (personOf(made_by) !== personOf(by)) return
  const also = made_by === by ? '' : ': an API key counts as the person who made it'
  throw notAllowed(`Nobody approves what they have asked for themselves${also}.`)
}

/**
 * Agrees to an approval. The last one who must agree carries the deed out, in this transaction. The approvals given before
 * count as long as those who gave them may still approve. Given twice, an approval stays one.
 */
export async function approve(tx: Tx, tenant: TenantId, id: string, by: string, deps: ApprovalDeps): Promise<Approval> {
  const { approval, owner, now } = await lockWithSubject(tx, tenant, id, deps)
  const hasGiven = approval.given.some((given) => given.by === by)
  if (hasGiven && approval.status === 'approved') return approval
  requireOpen(approval, now)
  const people = await deps.approvers.hold(tx, tenant, [by, ...approval.given.map((given) => given.by)])
  const personOf = await personsBehind(tx, tenant, approval, by, deps)
  refuseOwn(approval, by, personOf)
  const { name, role } = requireApprover(approval, people.get(by))
  if (hasGiven) return approval
  const isOther = (given: GivenApproval): boolean => personOf(given.by) !== personOf(by)
  const counted = approval.given.filter((given) => isOther(given) && isApprover(approval, people.get(given.by)))
  const given = give(approval, counted, givenBy(by, name, role, now), now)
  await write(tx, tenant, given)
  if (given.to.status === 'approved') await owner.carryOut(tx, tenant, given.to, now)
  await recordByKey(tx, tenant, { id: by, name, role }, given.to, deps)
  return given.to
}

async function recordByKey(
  tx: Tx,
  tenant: TenantId,
  { id, name, role }: Approver,
  approval: Approval,
  { recordDecision }: ApprovalDeps,
): Promise<void> {
  if (role !== 'api_key') return
  await recordDecision(tx, tenant, { key: { id, name }, action: 'approvals.decide.done', approval })
}

/** Rejects an approval, and with it its subject. Its maker may withdraw it in this way. */
export async function rejectApproval(
  tx: Tx,
  tenant: TenantId,
  id: string,
  { by, reason }: { readonly by: string; readonly reason: string | null },
  deps: ApprovalDeps,
): Promise<Approval> {
  const { approval, owner, now } = await lockWithSubject(tx, tenant, id, deps)
  if (approval.status === 'rejected' && approval.rejected?.by === by) return approval
  requireOpen(approval, now)
  const one = (await deps.approvers.hold(tx, tenant, [by])).get(by)
  const decider = one && approval.made_by === by ? one : requireApprover(approval, one)
  const { name } = decider
  const rejected = reject(approval, { by, name, at: iso(now), reason }, now)
  await write(tx, tenant, rejected)
  await owner.giveUp(tx, tenant, rejected.to, `rejected by ${name}${reason === null ? '' : `: ${reason}`}`, now)
  await recordByKey(tx, tenant, decider, rejected.to, deps)
  return rejected.to
}

/** Expires an approval whose time is over, as of that time; one that was decided meanwhile is left alone. */
export async function expireApproval(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: Pick<ApprovalDeps, 'owners'>,
): Promise<void> {
  const { approval, owner, now } = await lockWithSubject(tx, tenant, id, deps)
  if (isPastExpiry(approval, now)) await expireLocked(tx, tenant, approval, owner)
}

/** The same for an approval that the transaction has locked, after its subject. */
export async function expireLocked(tx: Tx, tenant: TenantId, approval: Approval, owner: SubjectOwner): Promise<void> {
  const expired = expire(approval)
  await write(tx, tenant, expired)
  await owner.giveUp(tx, tenant, expired.to, 'not approved in time', approval.expires_at)
}

/** The subject of an open approval has changed. Needs the lock of the approval. */
export async function noteSubjectChange(
  tx: Tx,
  tenant: TenantId,
  approval: Approval,
  change: SubjectChange,
  at: Date,
): Promise<void> {
  const changed = changeSubject(approval, change, at)
  if (changed) await write(tx, tenant, changed)
}
