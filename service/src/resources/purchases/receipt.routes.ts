import { Type } from 'typebox'
import { type Api, Closed } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { readPurchaseTerms } from '../../tenants/index.ts'
import { findNameAt } from '../buyers/index.ts'
import { wasPaid } from './model.ts'
import { type PurchaseReadDeps, readPurchase } from './read.ts'
import { receiptOf } from './receipt/content.ts'
import { createReceiptRenderer } from './receipt/renderer.ts'
import { withReturns } from './returns.ts'
import { openReceiptToken } from './view.ts'

export interface ReceiptRouteDeps extends PurchaseReadDeps {
  readonly environment: Environment
}

const notFound = () => problem('not_found', 'There is no receipt at this address.')

/** Needs no key: the signed address itself names the receipt that may be seen. */
export function receiptRoutes(app: Api, deps: ReceiptRouteDeps): void {
  const { database, vault, environment } = deps
  // Each environment has its own renderer, so that receipts of sandbox take no place of production's.
  const renderer = createReceiptRenderer()
  app.addHook('onClose', () => renderer.close())
  app.get(
    '/receipt/:token',
    { schema: { hide: true, params: Closed({ token: Type.String() }) } },
    async (request, reply) => {
      const named = openReceiptToken(vault, environment, request.params.token)
      if (!named) throw notFound()
      const [terms, purchase] = await Promise.all([
        readPurchaseTerms(database.sql, named.tenant),
        readPurchase(deps, named.tenant, named.purchase),
      ])
      if (terms.environment !== environment || !purchase || !wasPaid(purchase)) throw notFound()
      const buyer = await findNameAt(database.sql, named.tenant, purchase.buyer, purchase.paid_at as Date)
      const [shown = purchase] = await withReturns(database.sql, named.tenant, [purchase])
      const pdf = await renderer.render(receiptOf(shown, terms.enterprise_name, buyer))
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
