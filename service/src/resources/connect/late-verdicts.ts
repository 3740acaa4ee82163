import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { IdentityAnswer } from '../../rails/identity/port.ts'
import {
  type ConnectionDeps,
  type ConnectionRow,
  completeConnect,
  lockConnection,
} from '../account-connections/index.ts'
import { answerCheck, findCheck, lastVerdict } from './store.ts'

const OUTCOMES = { passed: 'approved', failed: 'rejected' } as const

/** A check that was open is decided: a connection that waits for it becomes active, or may start again. */
export async function takeLateAnswer(tx: Tx, { check, verdict }: IdentityAnswer, deps: ConnectionDeps): Promise<void> {
  const found = await findCheck(tx, check)
  if (!found) return
  // The end of Connect holds it while it looks for an answer: either we see its outcome, or it sees our answer.
  const row = await lockConnection(tx, found.tenant, found.connection)
  if (!(await answerCheck(tx, found.tenant, check, verdict))) return
  if (row?.status !== 'pending' || row.submitted_type === null) return
  const outcome = OUTCOMES[verdict]
  await completeConnect(tx, found.tenant, found.connection, { type: row.submitted_type, outcome }, deps)
}

/** The answer may have come while the creator was still in Connect: then it decides at once. */
export async function decidedMeanwhile(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  deps: ConnectionDeps,
): Promise<ConnectionRow> {
  if (row.status !== 'pending' || row.submitted_type === null) return row
  const verdict = await lastVerdict(tx, tenant, row.id)
  if (verdict === null) return row
  return completeConnect(tx, tenant, row.id, { type: row.submitted_type, outcome: OUTCOMES[verdict] }, deps)
}
