import { Type } from 'typebox'
import { type Api, Closed } from '../../../http/index.ts'
import { problem } from '../../../kernel/errors.ts'
import type { Database } from '../../../platform/database.ts'
import { readPurchaseTerms } from '../../../tenants/index.ts'
import { findBuyer } from '../../buyers/index.ts'
import type { PurchaseDeps } from '../charge.ts'
import { wasPaid } from '../model.ts'
import { openReceiptToken } from '../receipt-url.ts'
import { findPurchase } from '../store.ts'
import { receiptOf } from './content.ts'
import { createReceiptRenderer } from './renderer.ts'

export interface ReceiptRouteDeps extends PurchaseDeps {
  readonly database: Database
}

const notFound = () => problem('not_found', 'There is no receipt at this address.')

/** Without a key: the address itself says whose receipt may be seen. */
export function receiptRoutes(app: Api, { database, vault }: ReceiptRouteDeps): void {
  // Of each environment its own, so that sandbox takes no place of production.
  const renderer = createReceiptRenderer()
  app.addHook('onClose', () => renderer.close())
  app.get(
    '/receipt/:token',
    { schema: { hide: true, params: Closed({ token: Type.String() }) } },
    async (request, reply) => {
      const whose = openReceiptToken(vault, request.params.token)
      const purchase = whose && (await findPurchase(database.sql, whose.tenant, whose.purchase))
      if (!whose || !purchase || !wasPaid(purchase)) throw notFound()
      const [terms, buyer] = await Promise.all([
        readPurchaseTerms(database.sql, whose.tenant),
        findBuyer(database.sql, whose.tenant, purchase.buyer),
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
