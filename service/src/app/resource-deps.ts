import type { Config } from '../config.ts'
import { SECOND_MS } from '../kernel/time.ts'
import type { Logger } from '../platform/logs.ts'
import type { Vault } from '../platform/vault.ts'
import { achByFile } from '../rails/ach/by-file.ts'
import { sandboxAch } from '../rails/ach/sandbox.ts'
import type { ConnectionDeps } from '../resources/account-connections/index.ts'
import { connectContracts } from '../resources/connect/index.ts'
import { boundContracts } from '../resources/contracts/index.ts'
import { createWaitingPayouts, type PayoutDeps } from '../resources/payouts/index.ts'
import type { PurchaseDeps } from '../resources/purchases/index.ts'
import type { Rails } from './rails.ts'
import type { Servers } from './servers.ts'

/** The rails of a bank with the usual cut-offs. */
const DEFAULT_RAILS: PayoutDeps['ach'] = { sandbox: sandboxAch, production: achByFile }

/** Dependencies of changing a payout, in a serving process and in an operator command alike. */
export const payoutDeps = (vault: Vault, log: Logger, ach: PayoutDeps['ach'] = DEFAULT_RAILS): PayoutDeps => ({
  vault,
  ach,
  log,
})

/** Dependencies of ending an identity check, which releases the payouts and contracts that waited for it. */
export const connectionDeps = (vault: Vault, log: Logger, ach?: PayoutDeps['ach']): ConnectionDeps => ({
  vault,
  waitingPayouts: createWaitingPayouts(payoutDeps(vault, log, ach)),
  boundContracts,
  contracts: connectContracts,
})

export interface PurchaseParts {
  readonly config: Config
  readonly vault: Vault
  readonly log: Logger
  readonly rails: Rails
  readonly rootOf: Servers['rootOf']
}

/** Dependencies of changing a purchase, of the servers and of the background work. */
export const purchaseDeps = ({ config, vault, log, rails, rootOf }: PurchaseParts): PurchaseDeps => ({
  vault,
  log,
  cards: rails.cards,
  rootOf,
  cardLeaseMs: config.cardLeaseSeconds * SECOND_MS,
})
