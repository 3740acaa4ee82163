import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import type { IdentityAnswer } from '../../rails/identity/port.ts'
import {
  type ConnectionDeps,
  type ConnectionRow,
  completeConnect,
  lockConnection,
} from '../account-connections/index.ts'
import { findCheck, lastCheck, recordVerdict } from './identity-checks.store.ts'

const OUTCOMES = { passed: 'approved', failed: 'rejected' } as const

/** The provider decides an open check: the connection that waits for it becomes active, or may start Connect again. */
export async function takeLateVerdict(
  tx: Tx,
  { check, verdict }: IdentityAnswer,
  deps: ConnectionDeps & { readonly environment: Environment },
): Promise<void> {
  const found = await findCheck(tx, deps.environment, check)
  if (!found) return
  // The end of Connect locks the connection before it reads verdicts: either it sees this verdict, or this sees `pending`.
  const row = await lockConnection(tx, found.tenant, found.connection)
  if (!(await recordVerdict(tx, found.tenant, check, verdict))) return
  if (row?.status !== 'pending' || row.submitted_type === null) return
  // A number that several people give is an operator's to look at, whatever the provider says.
  if (found.shared && verdict === 'passed') return
  const outcome = OUTCOMES[verdict]
  await completeConnect(tx, found.tenant, found.connection, { type: row.submitted_type, outcome }, deps)
}

/** A verdict that came while the creator was still in Connect decides the connection at its end. */
export async function applyEarlyVerdict(
  tx: Tx,
  tenant: TenantId,
  row: ConnectionRow,
  deps: ConnectionDeps,
): Promise<ConnectionRow> {
  if (row.status !== 'pending' || row.submitted_type === null) return row
  const { verdict = null, shared = false } = (await lastCheck(tx, tenant, row.id)) ?? {}
  if (verdict === null || (shared && verdict === 'passed')) return row
  return completeConnect(tx, tenant, row.id, { type: row.submitted_type, outcome: OUTCOMES[verdict] }, deps)
}
