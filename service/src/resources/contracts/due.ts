import { type DueKind, dueQueries } from '../../platform/due.ts'
import { moveContracts } from './commands.ts'
import { ANSWER_MS, asOf } from './model.ts'
import { DUE_CONTRACTS, lockDueContracts } from './store.ts'

/** What time does to contracts: those the creator has not answered expire. */
export const contractsDue: DueKind = {
  name: 'contracts',
  stepMs: () => ANSWER_MS,
  ...dueQueries(DUE_CONTRACTS),
  async run(tx, tenant, until, limit) {
    const contracts = await lockDueContracts(tx, tenant, until, limit)
    const moves = contracts.map((contract) => ({ from: contract, to: asOf(contract, until) }))
    await moveContracts(tx, tenant, moves)
    return contracts.length
  },
}
