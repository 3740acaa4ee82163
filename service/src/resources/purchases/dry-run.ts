import { type Expected, viewDryRun } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { readBalances } from '../../ledger/index.ts'
import type { Sql } from '../../platform/database.ts'
import type { CardRail } from '../../rails/cards/port.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { findBuyerIds } from '../buyers/index.ts'
import { newPurchase } from './create.ts'
import { COLLECT_MS, type Purchase } from './model.ts'
import type { PurchaseInput } from './schema.ts'

/** The answer to a dry run: the purchase as it would be created, and its settlement if it were committed at once. */
export async function tryPurchase(
  sql: Sql,
  tenant: TenantId,
  input: PurchaseInput,
  cards: CardRail,
  view: (purchase: Purchase) => object,
): Promise<object> {
  const [terms, buyers, { operating }] = await Promise.all([
    readPurchaseTerms(sql, tenant),
    findBuyerIds(sql, tenant, [input.buyer]),
    readBalances(sql, tenant, ['operating']),
  ])
  const purchase = newPurchase(input, buyers, terms)
  const expected: Expected = {
    fee: purchase.fee_in_cents,
    arrivesAt: cards.settlesAt(new Date(terms.now.getTime() + COLLECT_MS)),
    balanceAfter: operating,
  }
  return viewDryRun(view(purchase), expected)
}
