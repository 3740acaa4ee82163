import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Database } from '../../platform/database.ts'
import type { IdentityRail, Verdict } from '../../rails/identity/port.ts'
import { type ConnectionDeps, findConnection } from '../account-connections/index.ts'
import { lastCheck } from './identity-checks.store.ts'
import { takeLateVerdict } from './late-verdicts.ts'

export interface AskAgainDeps extends ConnectionDeps {
  readonly environment: Environment
  readonly identity: IdentityRail
}

/** Asks the provider for the result of an open check once more: its own call may have been lost. */
export async function askAgain(
  database: Database,
  tenant: TenantId,
  connection: string,
  deps: AskAgainDeps,
): Promise<Verdict> {
  const { sql } = database
  const row = await findConnection(sql, tenant, connection)
  const check = await lastCheck(sql, tenant, connection)
  if (row?.status !== 'pending' || !check) {
    throw problem('invalid_state', `\`${connection}\` does not wait for an identity check.`)
  }
  if (!deps.identity.result) {
    throw problem('invalid_state', 'No provider of identity checks is set; decide the check by hand.')
  }
  const verdict = await deps.identity.result(check.key)
  if (verdict !== 'review') {
    await database.transaction((tx) => takeLateVerdict(tx, { check: check.key, verdict }, deps))
  }
  return verdict
}
