import type { TenantId } from '../../src/kernel/ids.ts'
import { runAllDue } from '../../src/platform/due.ts'
import type { ProcessorBooks } from '../../src/rails/cards/port.ts'
import { sandboxCards } from '../../src/rails/cards/sandbox.ts'
import { stripeCards } from '../../src/rails/cards/stripe.ts'
import { detachmentsDue } from '../../src/resources/buyers/index.ts'
import { readProcessor, settleSales } from '../../src/resources/processor/index.ts'
import { type PurchaseDeps, purchasesDue } from '../../src/resources/purchases/index.ts'
import { productionBank, tenantNow } from '../../src/tenants/index.ts'
import { readableLog } from './logged.ts'
import type { RunningService } from './service.ts'
import { type LocalStripe, STRIPE_KEY, WEBHOOK_SECRET } from './stripe-server.ts'
import { vault } from './vault.ts'

/** The worker's part with the card processor, step by step, for a service that has no worker. */
export interface TestProcessor {
  readonly deps: PurchaseDeps
  readonly books: ProcessorBooks
  read(books?: ProcessorBooks): Promise<void>
  /** The lines of the log about what could not be done. */
  readonly errors: readonly string[]
  settle(): Promise<void>
  /** Does what is due to the purchases of these tenants: collection, charges, refunds. */
  sweep(tenants: readonly TenantId[]): Promise<void>
}

export async function startTestProcessor({ database }: RunningService, stripe: LocalStripe): Promise<TestProcessor> {
  const production = stripeCards({
    apiKey: STRIPE_KEY,
    apiBase: stripe.base,
    publishableKey: 'pk_test_local',
    webhookSecret: WEBHOOK_SECRET,
    timeoutMs: 10_000,
  })
  const { log, lines: errors } = readableLog('error')
  const deps: PurchaseDeps = {
    vault,
    log,
    cards: { sandbox: sandboxCards, production },
    rootOf: () => 'http://localhost',
    cardLeaseMs: 10_000,
  }
  const bank = await database.transaction(productionBank)
  const books = production.books as ProcessorBooks
  return {
    deps,
    books,
    errors,
    read: (over = books) => readProcessor(database, bank, over, deps),
    settle: () => settleSales(database, bank, books, deps),
    async sweep(tenants) {
      for (const tenant of tenants) {
        const due = [...purchasesDue(deps), detachmentsDue(deps)]
        await runAllDue(database, due, tenant, await tenantNow(database.sql, tenant))
      }
    },
  }
}
