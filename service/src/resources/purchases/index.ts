// Purchases by card. Read: model.ts (types, states of a purchase and of its charge, totals, fees), schema.ts and
// view.ts (the wire), postings.ts, transition.ts (one event each), create.ts and charge.ts (which event: all pure),
// store.ts, lane.ts (create and commit), current.ts (one purchase, locked), commands.ts (its changes, events of the
// card network), refunds/ and disputes/ (each with its model, transitions, store and commands), approval.ts,
// card-calls.ts and calls.ts (calls to the network by the worker), read.ts (a purchase in its current state),
// returns.ts (with its refunds and its dispute), routes.ts, settlement.ts (a charge settles by the processor's word),
// network.routes.ts, receipt.routes.ts with receipt/ (the PDF), due.ts (steps that are due).

export { purchaseChecks } from './audit.store.ts'
export { chargedPurchases, findCharge, hasDispute, hasRefund, readCleared } from './clearing.store.ts'
export { applyCardEvent, chargeBack, fraudAlert } from './commands.ts'
export type { PurchaseDeps } from './current.ts'
export { recordDispute } from './disputes/commands.ts'
export { purchasesDue } from './due.ts'
export { findPurchaseSubjects } from './event-subjects.ts'
export { type NetworkKey, parseKey, STATUSES as PURCHASE_STATUSES } from './model.ts'
export { cardNetworkRoutes, isRefusal } from './network.routes.ts'
export type { PurchaseFields } from './read.store.ts'
export {
  countPurchases,
  findNewestPurchases,
  findPurchases,
  findPurchasesByAmount,
  findPurchasesById,
  type PurchaseReadDeps,
  readPurchase,
  readPurchasePage,
  walkPurchases,
} from './read.ts'
export { receiptRoutes } from './receipt.routes.ts'
export { askedReversals } from './refunds/commands.ts'
export { findReturnIds } from './refunds/store.ts'
export { withReturns as withPurchaseReturns } from './returns.ts'
export { purchaseRoutes } from './routes.ts'
export { PurchaseSchema } from './schema.ts'
export { settleCharge } from './settlement.ts'
export { viewOf as viewPurchaseOf } from './view.ts'
