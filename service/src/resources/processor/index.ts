// The card processor's own books, read through its API. Read: model.ts (a movement of its balance, a credit at our bank, the
// states of both), postings.ts, transition.ts (pure), store.ts, read.ts (books what is new), settle.ts (charges settle when
// their money is available), arrivals.ts (its payouts and the bank's credits), decide.ts (what an operator books),
// reconciliation.ts (a day of it against the books and the bank), audit.store.ts.

export { takeProcessorCredit } from './arrivals.ts'
export { processorChecks } from './audit.store.ts'
export { bookKept } from './decide.ts'
export { DECISIONS, type Decision } from './model.ts'
export { readProcessor } from './read.ts'
export { type ProcessorDay, processorAgrees, reconcileProcessor } from './reconciliation.ts'
export { settleSales } from './settle.ts'
export { listKeptMovements } from './store.ts'
