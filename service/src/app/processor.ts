import type { Config } from '../config.ts'
import { SECOND_MS } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import { every } from '../platform/every.ts'
import type { Logger } from '../platform/logs.ts'
import { readProcessor, settleSales } from '../resources/processor/index.ts'
import type { PurchaseDeps } from '../resources/purchases/index.ts'
import { productionBank } from '../tenants/index.ts'

export interface ProcessorOptions {
  readonly config: Config
  readonly database: Database
  readonly log: Logger
  readonly purchases: PurchaseDeps
}

/** Follows the books of production's card processor; does nothing where it has none. */
export function startProcessor({ config, database, log, purchases }: ProcessorOptions) {
  const { books } = purchases.cards.production
  if (!books) return undefined
  return every(config.stripePollSeconds * SECOND_MS, log, "read the card processor's books", async () => {
    const bank = await database.transaction(productionBank)
    await readProcessor(database, bank, books, purchases)
    await settleSales(database, bank, books, purchases)
  })
}
