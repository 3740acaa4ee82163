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
