export { type BuyerDeps, buyerNotFound, embedUrl, removeCard, requireCard, saveCard } from './commands.ts'
export { buyerRoutes } from './routes.ts'
export { BuyerSchema, viewBuyer } from './schema.ts'
export { findBuyer, findBuyerIds } from './store.ts'
