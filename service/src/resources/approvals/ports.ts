import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Approval, Party, SubjectType } from './model.ts'

/** Somebody who may approve, as they are now. */
export interface Approver {
  readonly id: string
  readonly name: string
  readonly role: Party
  /** Absent for an API key. */
  readonly email?: string
}

/** People and API keys that approve. A port: the dashboard, which knows people, implements it. */
export interface Approvers {
  /** The people and keys of the enterprise among these ids; their roles stay as they are until the transaction ends. */
  hold(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<ReadonlyMap<string, Approver>>
  /** The people who made the API keys among these ids, and so know their secrets. */
  behind(tx: Tx, tenant: TenantId, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** People in one of these roles. */
  find(sql: Queryable, tenant: TenantId, roles: readonly Party[]): Promise<readonly Approver[]>
}

/** The room that owns a kind of subject: what becomes of it by the decision. A port that each such room implements. */
export interface SubjectOwner {
  /** Takes the locks that its other commands take. Called before the approval's own row is locked. */
  lock(tx: Tx, tenant: TenantId, approval: Approval): Promise<void>
  /** Called once, in the transaction in which the last approver agrees. */
  carryOut(tx: Tx, tenant: TenantId, approval: Approval, at: Date): Promise<void>
  /** Called once, when it was rejected or has expired. `why` is a sentence for the subject's activity. */
  giveUp(tx: Tx, tenant: TenantId, approval: Approval, why: string, at: Date): Promise<void>
}

export type SubjectOwners = Readonly<Record<SubjectType, SubjectOwner>>

/** A decision that no signed-in person made: by an API key, or by time. People's are recorded on their way in. */
export interface RecordedDecision {
  /** Absent where the service itself acts. */
  readonly key?: { readonly id: string; readonly name: string }
  readonly action: 'approvals.decide.done' | 'approvals.expired' | 'approvals.void'
  readonly approval: Approval
}

/** Writes to the audit log of the tenant's enterprise. A port that the dashboard implements. */
export type RecordDecision = (tx: Tx, tenant: TenantId, decision: RecordedDecision) => Promise<void>

export interface ApprovalDeps {
  readonly approvers: Approvers
  readonly recordDecision: RecordDecision
  readonly owners: SubjectOwners
}
