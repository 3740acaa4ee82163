import { dollars } from '../../kernel/money.ts'
import type { FindSubjects } from '../events/index.ts'
import { findWithdrawal } from './store.ts'

/** These withdrawals as sentences about their events name them. */
export const findWithdrawalSubjects: FindSubjects = async (sql, tenant, ids) => {
  // Reads by id that come at the same time are one query.
  const found = await Promise.all(ids.map((id) => findWithdrawal(sql, tenant, id)))
  return new Map(
    found
      .filter((withdrawal) => withdrawal !== undefined)
      .map(({ id, amount_in_cents, destination }) => [
        id,
        { title: `Withdrawal of ${dollars(amount_in_cents)} to ${destination}` },
      ]),
  )
}
