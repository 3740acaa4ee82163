import { dollars } from '../../kernel/money.ts'
import { findBuyers, nameOfBuyer } from '../buyers/index.ts'
import type { FindSubjects } from '../events/index.ts'
import { findPurchase } from './store.ts'

/** These purchases as sentences about their events name them. */
export const findPurchaseSubjects: FindSubjects = async (sql, tenant, ids) => {
  // Reads by id that come at the same time are one query.
  const found = (await Promise.all(ids.map((id) => findPurchase(sql, tenant, id)))).filter(
    (purchase) => purchase !== undefined,
  )
  const buyers = await findBuyers(sql, tenant, [...new Set(found.map(({ buyer }) => buyer))])
  const nameOf = new Map(buyers.map((buyer) => [buyer.id as string, nameOfBuyer(buyer)]))
  return new Map(
    found.map(({ id, buyer, total_in_cents }) => [
      id,
      { title: `Purchase of ${dollars(total_in_cents)} by ${nameOf.get(buyer) ?? buyer}` },
    ]),
  )
}
