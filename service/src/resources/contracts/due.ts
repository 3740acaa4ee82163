import { type DueKind, dueQueries } from '../../platform/due.ts'
import { applyTransitions } from '../transitions/index.ts'
import { ANSWER_MS } from './model.ts'
import { CONTRACTS, DUE_CONTRACTS, lockDueContracts } from './store.ts'
import { expiryOf } from './transition.ts'

/** Contracts that the creator has not answered in time expire. */
export const contractsDue: DueKind = {
  name: 'contracts',
  stepMs: () => ANSWER_MS,
  ...dueQueries(DUE_CONTRACTS),
  async run(tx, tenant, until, limit) {
    const contracts = await lockDueContracts(tx, tenant, until, limit)
    const expired = contracts.flatMap((contract) => expiryOf(contract, until) ?? [])
    await applyTransitions(tx, CONTRACTS, expired, { tenant })
    return contracts.length
  },
}
