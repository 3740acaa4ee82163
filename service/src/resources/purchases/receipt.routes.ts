import { Type } from 'typebox'
import { type Api, Closed } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { findNameAt } from '../buyers/index.ts'
import type { PurchaseDeps } from './commands.ts'
import { wasPaid } from './model.ts'
import { receiptOf } from './receipt/content.ts'
import { createReceiptRenderer } from './receipt/renderer.ts'
import { findPurchase } from './store.ts'
import { openReceiptToken } from './view.ts'

export interface ReceiptRouteDeps extends PurchaseDeps {
  readonly database: Database
}

const notFound = () => problem('not_found', 'There is no receipt at this address.')

/** Needs no key: the signed address itself names the receipt that may be seen. */
export function receiptRoutes(app: Api, { database, vault }: ReceiptRouteDeps): void {
  // Each environment has its own renderer, so that receipts of sandbox take no place of production's.
  const renderer = createReceiptRenderer()
  app.addHook('onClose', () => renderer.close())
  app.get(
    '/receipt/:token',
    { schema: { hide: true, params: Closed({ token: Type.String() }) } },
    async (request, reply) => {
      const named = openReceiptToken(vault, request.params.token)
      const purchase = named && (await findPurchase(database.sql, named.tenant, named.purchase))
      if (!named || !purchase || !wasPaid(purchase)) throw notFound()
      const [terms, buyer] = await Promise.all([
        readPurchaseTerms(database.sql, named.tenant),
        findNameAt(database.sql, named.tenant, purchase.buyer, purchase.paid_at as Date),
      ])
      const pdf = await renderer.render(receiptOf(purchase, terms.enterprise_name, buyer))
      return (
        reply
          .header('content-type', 'application/pdf')
          .header('content-disposition', `inline; filename="receipt-${purchase.id}.pdf"`)
          // The browser's own viewer needs scripts and styles of its own.
          .header('content-security-policy', "frame-ancestors 'none'")
          .header('referrer-policy', 'no-referrer')
          .send(pdf)
      )
    },
  )
}
