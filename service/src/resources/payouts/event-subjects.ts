import { dollars } from '../../kernel/money.ts'
import { findConnectionNames } from '../account-connections/index.ts'
import type { FindSubjects } from '../events/index.ts'
import { derivePayoutDetails } from './events.ts'
import { findPayout } from './store.ts'

/** These payouts as sentences about their events name them. */
export const findPayoutSubjects: FindSubjects = async (sql, tenant, ids) => {
  // Reads by id that come at the same time are one query.
  const found = (await Promise.all(ids.map((id) => findPayout(sql, tenant, id)))).filter(
    (payout) => payout !== undefined,
  )
  const names = await findConnectionNames(sql, tenant, [...new Set(found.map((payout) => payout.account_connection))])
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  return new Map(
    found.map((payout) => {
      const to = nameOf.get(payout.account_connection) ?? payout.account_connection
      const title = `Payout of ${dollars(payout.amount_in_cents)} to ${to}`
      return [payout.id, { title, derive: (at: Date) => derivePayoutDetails(payout, at) }]
    }),
  )
}
