import { movesNothing, viewDryRun } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Sql } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import { findConnection } from '../account-connections/index.ts'
import { newContract } from './commands.ts'
import { type ContractInput, viewContract } from './schema.ts'
import { readTerms } from './terms.ts'

/** The answer to a dry run: the contract as it would be offered to the creator. */
export async function tryContract(sql: Sql, tenant: TenantId, input: ContractInput): Promise<object> {
  const terms = readTerms(input)
  const [connection, now, { operating }] = await Promise.all([
    findConnection(sql, tenant, input.account_connection),
    tenantNow(sql, tenant),
    readBalances(sql, tenant, ['operating']),
  ])
  return viewDryRun(viewContract(newContract(input, terms, connection, now)), movesNothing(operating))
}
