// The dashboard's part of approvals: who approves, the table of rules, and what the audit log says of decisions that no
// person made. Approvals themselves are a resource of the API (resources/approvals/).

export { approvers } from './approvers.ts'
export { recordDecision } from './record.ts'
export { approvalRulesRoutes } from './routes.ts'
export { changedRules } from './rules.ts'
export { APPROVER_ROLES } from './schema.ts'
