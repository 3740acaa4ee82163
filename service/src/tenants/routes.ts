import { type Api, callerOf, createSharedSender } from '../http/index.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Database } from '../platform/database.ts'
import { sharedRead } from '../platform/shared-read.ts'
import { type AmountQuery, readEnterprise } from './enterprises.store.ts'
import { EnterpriseSchema, viewEnterprise } from './schema.ts'

export interface EnterpriseDeps {
  readonly database: Database
  /** The fees that are reserved for payouts; payouts/ implements it. */
  readonly reservedFees: AmountQuery
}

export function enterpriseRoutes(api: Api, { database, reservedFees }: EnterpriseDeps): void {
  const read = sharedRead((tenant: TenantId) => readEnterprise(database.sql, tenant, reservedFees).then(viewEnterprise))
  const send = createSharedSender()

  api.get(
    '/enterprise',
    {
      schema: {
        operationId: 'getEnterprise',
        tags: ['Enterprise'],
        summary: 'Read your enterprise',
        description: 'Your enterprise in this environment: balances and settings. A good first call to test a key.',
        response: { 200: EnterpriseSchema },
      },
    },
    async (request, reply) => send(reply, await read(callerOf(request).tenant)),
  )
}
