// The audit log: a chain of keyed hashes for each enterprise, and one of the operators. Read: chain.ts (pure), store.ts,
// payees.ts (whom several payouts are for), routes.ts, feed.routes.ts (for programs that collect logs), export.ts,
// file.routes.ts, record-export.ts.

export { type AuditEntry, checkChain, record, recordByService } from './chain.ts'
export { AUDIT_COLUMNS, readFollowing, toCells, viewRow, walkRows } from './export.ts'
export { auditFeedRoutes } from './feed.routes.ts'
export { auditFile, viewAuditRow } from './file.routes.ts'
export { recordExport } from './record-export.ts'
export { auditLogRoutes } from './routes.ts'
export { chainsWithLog, OPERATOR_CHAIN, pageOfRows } from './store.ts'
