import { type AuditCheck, audit, auditInSnapshot, auditNewTransfers, type Mismatch } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database.ts'
import { contractChecks } from '../resources/contracts/index.ts'
import { creatorWithdrawalChecks } from '../resources/creator-withdrawals/index.ts'
import { incomingChecks } from '../resources/incoming-money/index.ts'
import { p2pChecks } from '../resources/p2p/index.ts'
import { payoutChecks } from '../resources/payouts/index.ts'
import { processorChecks } from '../resources/processor/index.ts'
import { purchaseChecks } from '../resources/purchases/index.ts'
import { withdrawalChecks } from '../resources/withdrawals/index.ts'

/** The checks of all rooms, after the ledger's own. */
const CHECKS: readonly AuditCheck[] = [
  ...payoutChecks,
  ...withdrawalChecks,
  ...creatorWithdrawalChecks,
  ...purchaseChecks,
  ...processorChecks,
  ...p2pChecks,
  ...contractChecks,
  ...incomingChecks,
]

/** The ledger against itself, and the rows of every resource against the ledger. */
export const auditEverything = (database: Database): Promise<Mismatch[]> => audit(database, CHECKS)

/** Audits in the caller's transaction, which must not have read anything yet. */
export const auditEverythingInSnapshot = (tx: Tx): Promise<Mismatch[]> => auditInSnapshot(tx, CHECKS)

/**
 * The transfers since the last audit, and the checks that are cheap enough for every minute. Undefined where another audit
 * is under way.
 */
export const auditSinceLast = (database: Database): Promise<Mismatch[] | undefined> =>
  auditNewTransfers(database, CHECKS)
