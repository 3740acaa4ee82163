import { type ActivityEntry, statusEntry } from '../../kernel/activity.ts'
import { newId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Cents } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import { HOUR_MS, iso } from '../../kernel/time.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import type { Transition } from '../transitions/index.ts'
import {
  APPROVAL_STATES,
  type Approval,
  type ApprovalEvent,
  type ApprovalRule,
  type GivenApproval,
  type Maker,
  type Rejection,
  type SubjectType,
} from './model.ts'

export type ApprovalTransition = Transition<Approval>

export interface ApprovalSubject {
  readonly type: SubjectType
  readonly id: string | null
  readonly count: number
  readonly amount: Cents | null
  readonly description: string
  readonly action?: JsonObject
}

type ApprovalSettings = Pick<TenantSettings, 'now' | 'approval_expires_after_hours'>

/** When an approval that is asked for now expires. */
export const expiryFrom = ({ now, approval_expires_after_hours }: ApprovalSettings): Date =>
  new Date(now.getTime() + approval_expires_after_hours * HOUR_MS)

/** A new approval. The approvers are told by the worker, so that asking for one reads nobody's address. */
export function newApproval(
  rule: ApprovalRule,
  maker: Maker,
  subject: ApprovalSubject,
  settings: ApprovalSettings,
): Approval {
  const { now } = settings
  return {
    id: newId('approval'),
    status: 'awaiting',
    deed: rule.deed,
    subject_type: subject.type,
    subject: subject.id,
    subject_count: subject.count,
    amount_in_cents: subject.amount,
    description: subject.description,
    made_by: maker.id,
    made_as: maker.role,
    needed: rule.needed,
    approvers: rule.approvers,
    action: subject.action ?? null,
    given: [],
    rejected: null,
    activity: [statusEntry('awaiting', `Asked for: ${rule.needed} must approve`, now)],
    user_data: null,
    expires_at: expiryFrom(settings),
    due_at: now,
    created_at: now,
    updated_at: now,
  }
}

type Changes = Partial<
  Pick<Approval, 'given' | 'rejected' | 'due_at' | 'subject_count' | 'amount_in_cents' | 'description' | 'action'>
>

interface Step {
  readonly event: ApprovalEvent
  readonly at: Date
  readonly entries?: readonly string[]
  readonly changes?: Changes
}

function makeTransition(from: Approval, { event, at, entries = [], changes = {} }: Step): ApprovalTransition {
  const status = mustFollow(APPROVAL_STATES, from.status, event)
  const isFinal = status !== 'awaiting'
  const to: Approval = {
    ...from,
    // The maker is told the outcome, and the audit log what no person decided.
    due_at: isFinal ? at : from.due_at,
    ...changes,
    status,
    activity: [...from.activity, ...entries.map((text): ActivityEntry => statusEntry(status, text, at))],
    // Approvers may be told late, as of the moment at which they were asked.
    updated_at: at > from.updated_at ? at : from.updated_at,
  }
  return { from, to, transfers: NO_TRANSFERS }
}

function askedEntry(approvers: number): string {
  if (approvers === 0) return 'Nobody was asked by mail'
  return `${approvers} ${approvers === 1 ? 'person was' : 'people were'} asked to approve`
}

export const announce = (approval: Approval, approvers: number, at: Date): ApprovalTransition =>
  makeTransition(approval, {
    event: 'announce',
    at,
    entries: [askedEntry(approvers)],
    changes: { due_at: approval.expires_at },
  })

/** One more agrees. `counted` are the approvals given before that still count. */
export function give(
  approval: Approval,
  counted: readonly GivenApproval[],
  one: GivenApproval,
  at: Date,
): ApprovalTransition {
  const given = [...counted, one]
  const lapsed = approval.given.filter((before) => !counted.includes(before))
  const isEnough = given.length >= approval.needed
  return makeTransition(approval, {
    event: isEnough ? 'approve' : 'give',
    at,
    entries: [
      ...lapsed.map(({ name }) => `The approval of ${name} no longer counts: they may not approve any more`),
      `Approved by ${one.name} (${given.length} of ${approval.needed})`,
    ],
    changes: { given },
  })
}

export const reject = (approval: Approval, rejected: Rejection, at: Date): ApprovalTransition =>
  makeTransition(approval, {
    event: 'reject',
    at,
    entries: [`Rejected by ${rejected.name}${rejected.reason === null ? '' : `: ${rejected.reason}`}`],
    changes: { rejected },
  })

export const expire = (approval: Approval): ApprovalTransition =>
  makeTransition(approval, { event: 'expire', at: approval.expires_at, entries: ['Expired: not approved in time'] })

export interface SubjectChange {
  readonly why: string
  readonly count: number
  readonly amount: Cents | null
}

/** The subject was changed: no approval given before counts. If nothing is left of it, the approval is void. */
export function changeSubject(
  approval: Approval,
  { why, count, amount }: SubjectChange,
  at: Date,
): ApprovalTransition | undefined {
  if (count === 0) return makeTransition(approval, { event: 'void', at, entries: [`Void: ${why}`] })
  const isSame = count === approval.subject_count && amount === approval.amount_in_cents
  if (isSame && approval.given.length === 0) return undefined
  const names = approval.given.map(({ name }) => name).join(', ')
  return makeTransition(approval, {
    event: 'reset',
    at,
    entries: [names === '' ? `Changed: ${why}` : `Changed: ${why}. The approval of ${names} no longer counts`],
    changes: { given: [], subject_count: count, amount_in_cents: amount },
  })
}

/** The maker was told the outcome. */
export const told = (approval: Approval, at: Date): ApprovalTransition => ({
  from: approval,
  to: { ...approval, due_at: null, updated_at: at },
  transfers: NO_TRANSFERS,
  isSilent: true,
})

export const givenBy = (by: string, name: string, role: GivenApproval['role'], at: Date): GivenApproval => ({
  by,
  name,
  role,
  at: iso(at),
})
