import type { Logger } from '../platform/logs.ts'
import type { Vault } from '../platform/vault.ts'
import { achByFile } from '../rails/ach/by-file.ts'
import { sandboxAch } from '../rails/ach/sandbox.ts'
import type { ConnectionDeps } from '../resources/account-connections/index.ts'
import { connectContracts } from '../resources/connect/index.ts'
import { boundContracts } from '../resources/contracts/index.ts'
import { createWaitingPayouts, type PayoutDeps } from '../resources/payouts/index.ts'

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
