import type { BoundContracts } from '../account-connections/index.ts'
import { moveContracts } from './commands.ts'
import { asOf, terminate } from './model.ts'
import { lockContractsOf } from './store.ts'

/** What the end of a connection does to its contracts. */
export const boundContracts: BoundContracts = {
  async hold(tx, tenant, connection) {
    await lockContractsOf(tx, tenant, connection)
  },

  async terminate(tx, tenant, connection, at) {
    const contracts = await lockContractsOf(tx, tenant, connection)
    const current = contracts.map((contract) => ({ from: contract, to: asOf(contract, at) }))
    await moveContracts(
      tx,
      tenant,
      current.filter(({ from, to }) => from !== to),
    )
    const ended = current.map(({ to: from }) => ({
      from,
      to: terminate(from, 'its account connection was deleted', at),
    }))
    await moveContracts(tx, tenant, ended)
  },
}
