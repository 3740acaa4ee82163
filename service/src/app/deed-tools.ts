import { type Config, publicUrl } from '../config.ts'
import type { DeedTools } from '../console/index.ts'
import type { Logger } from '../platform/logs.ts'
import type { Vault } from '../platform/vault.ts'
import { originatorOf, processorCompanies } from './bank-files.ts'
import { achRails, identityRails } from './rails.ts'
import { connectionDeps, payoutDeps } from './resource-deps.ts'
import { VAULT_COLUMNS } from './vault-columns.ts'

/** The address of the console and of links to people: production's, where it is served. */
function linkAddress(config: Config): DeedTools['address'] {
  const environment = config.productionUrl ? 'production' : 'sandbox'
  const port = environment === 'production' ? config.productionPort : config.port
  return { environment, root: publicUrl(config, environment, port) }
}

/** Dependencies of the operators' deeds, in the console and in an operator command alike. */
export const deedTools = (config: Config, vault: Vault, log: Logger): DeedTools => ({
  vault,
  connections: connectionDeps(vault, log, achRails(config)),
  payouts: payoutDeps(vault, log, achRails(config)),
  identity: identityRails(config),
  originator: originatorOf(config),
  processorCompanyIds: processorCompanies(config),
  address: linkAddress(config),
  sendsMail: config.smtpUrl !== undefined,
  vaultColumns: VAULT_COLUMNS,
})
