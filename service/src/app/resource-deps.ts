import type { Logger } from '../platform/logs.ts'
import type { Vault } from '../platform/vault.ts'
import type { ConnectionDeps } from '../resources/account-connections/index.ts'
import { connectContracts } from '../resources/connect/index.ts'
import { boundContracts } from '../resources/contracts/index.ts'
import { createWaitingPayouts, type PayoutDeps } from '../resources/payouts/index.ts'
import { ACH_RAILS } from './rails.ts'

/** What changing a payout needs, in a process that serves and in an operator command alike. */
export const payoutDeps = (vault: Vault, log: Logger): PayoutDeps => ({ vault, ach: ACH_RAILS, log })

/** What ending an identity check needs: the payouts and contracts that waited for it go on. */
export const connectionDeps = (vault: Vault, log: Logger): ConnectionDeps => ({
  vault,
  waitingPayouts: createWaitingPayouts(payoutDeps(vault, log)),
  boundContracts,
  contracts: connectContracts,
})
