// Two-person control: deeds that need the approval of others. Read: model.ts (states, rules), transition.ts (one event
// each; both pure), ports.ts (who approves, and who owns what is approved), store.ts, commands.ts (approve, reject),
// read.ts (an approval in its current state), schema.ts, routes.ts, due.ts (mails and expiry).

export { approvalNotFound, approve, expireLocked, noteSubjectChange, rejectApproval } from './commands.ts'
export { approvalsDue } from './due.ts'
export { findApprovalSubjects } from './events.ts'
export { makerOf } from './maker.ts'
export { type Approval, type Maker, ruleFor } from './model.ts'
export type { ApprovalDeps, Approver, Approvers, RecordDecision, SubjectOwner, SubjectOwners } from './ports.ts'
export { readApprovalPage } from './read.ts'
export { approvalRoutes } from './routes.ts'
export { ApprovalReferenceSchema, referenceTo } from './schema.ts'
export {
  countAwaiting,
  findApproval,
  findApprovalReferences,
  findApprovalsOf,
  findAwaitingSubjects,
  insertApprovalsStatements,
  lockAwaitingOf,
  lockAwaitingSubject,
  type NewApproval,
  payoutsOfApproval,
} from './store.ts'
export { expiryFrom, newApproval } from './transition.ts'
