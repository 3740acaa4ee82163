import type { BoundContracts } from '../account-connections/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { CONTRACTS, lockContractsOf } from './store.ts'
import { expiryOf, terminate } from './transition.ts'

/** The contracts of a connection end with it. */
export const boundContracts: BoundContracts = {
  async hold(tx, tenant, connection) {
    await lockContractsOf(tx, tenant, connection)
  },

  async terminate(tx, tenant, connection, at) {
    const contracts = await lockContractsOf(tx, tenant, connection)
    const steps = contracts.map((contract) => ({ contract, expired: expiryOf(contract, at) }))
    const expired = steps.flatMap((step) => step.expired ?? [])
    await applyTransitions(tx, CONTRACTS, expired, { tenant })
    const ended = steps.map((step) =>
      terminate(step.expired?.to ?? step.contract, 'its account connection was deleted', at),
    )
    await applyTransitions(tx, CONTRACTS, ended, { tenant })
  },
}
