// Buyers and their cards. Read: model.ts, schema.ts, store.ts, names.store.ts (a buyer as known at a moment, for
// receipts), commands.ts, routes.ts, embed-url.ts and card-form.routes.ts (the hosted card form), detachments.ts (has
// the processor forget a card), events.ts, read.store.ts.

export { cardFormRoutes } from './card-form.routes.ts'
export { type BuyerDeps, buyerNotFound, embedUrl, requireCard, saveCard } from './commands.ts'
export { detachmentsDue } from './detachments.ts'
export { findBuyerSubjects, nameOfBuyer } from './events.ts'
export { findNameAt } from './names.store.ts'
export {
  BUYER_COLUMNS,
  type BuyerFields,
  findBuyers,
  findBuyersByExternalId,
  findBuyersById,
  findBuyersByName,
  walkBuyers,
} from './read.store.ts'
export { buyerRoutes } from './routes.ts'
export { BrandSchema, BuyerSchema, viewBuyer } from './schema.ts'
export { cardsOfBuyers, findBuyer, findBuyerIds } from './store.ts'
