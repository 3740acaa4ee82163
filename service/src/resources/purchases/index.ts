export { purchaseChecks } from './audit.store.ts'
export { type PurchaseDeps, viewOf as viewPurchaseOf } from './charge.ts'
export { chargeBack, fraudAlert } from './commands.ts'
export { purchasesDue } from './due.ts'
export { STATUSES as PURCHASE_STATUSES } from './model.ts'
export { cardNetworkRoutes } from './network/routes.ts'
export type { PurchaseFields } from './read.store.ts'
export {
  countPurchases,
  findNewestPurchases,
  findPurchasesById,
  type PurchaseReadDeps,
  readPurchase,
  walkPurchases,
} from './read.ts'
export { receiptRoutes } from './receipt/routes.ts'
export { purchaseRoutes } from './routes.ts'
export { PurchaseSchema } from './schema.ts'
