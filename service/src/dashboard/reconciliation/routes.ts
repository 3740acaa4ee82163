import { Type } from 'typebox'
import type * as contract from '../../../../contracts/dashboard/ledger.ts'
import { type Api, callerOf, type Wire } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { Database } from '../../platform/database.ts'
import { reconcileDays } from '../../resources/bank-files/index.ts'
import { readTenant } from '../../tenants/index.ts'

const DAYS = 90

const Reconciliation = Type.Object({
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      entries: Type.Integer(),
      amount_in_cents: Type.Integer(),
      booked_in_cents: Type.Integer(),
      returned: Type.Integer(),
      returned_in_cents: Type.Integer(),
      returned_booked_in_cents: Type.Integer(),
      agrees: Type.Boolean(),
    }),
  ),
})

export function reconciliationRoutes(api: Api, { database }: { readonly database: Database }): void {
  api.get(
    '/reconciliation',
    { config: { action: 'ledger.read' }, schema: { hide: true, response: { 200: Reconciliation } } },
    async (request): Promise<Wire<typeof Reconciliation, contract.Reconciliation>> => {
      const { tenant } = callerOf(request)
      const { bank_id, environment } = await readTenant(database.sql, tenant)
      if (environment === 'sandbox') throw problem('not_found', 'In sandbox no files go to a bank.')
      const days = await reconcileDays(database.sql, tenant, bank_id, DAYS)
      return {
        days: days.map(({ day, entries, amount, booked, returned, returned_amount, returned_booked }) => ({
          day,
          entries,
          amount_in_cents: amount,
          booked_in_cents: booked,
          returned,
          returned_in_cents: returned_amount,
          returned_booked_in_cents: returned_booked,
          agrees: amount === booked && returned_amount === returned_booked,
        })),
      }
    },
  )
}
