import { type Api, callerOf } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { makerOf } from '../approvals/index.ts'
import { readLimits } from './read.ts'
import { LimitsQuery, LimitsSchema, type LimitsView } from './schema.ts'

export interface LimitRouteDeps {
  readonly database: Database
}

export function limitRoutes(api: Api, { database }: LimitRouteDeps): void {
  api.get(
    '/limit',
    {
      config: { problems: ['validation_failed'] },
      schema: {
        operationId: 'getLimits',
        tags: ['Enterprise'],
        summary: 'Read your limits',
        description:
          'The limits on your payouts and withdrawals, with what is used and left of each. A payment counts when it is created, a payout single, in a batch or by file, also while it awaits approval; one that is canceled or fails before it left gives its part back, one that a bank returns does not. A withdrawal counts for no creator. A limit of each API key by itself is shown for the key of this call.',
        querystring: LimitsQuery,
        response: { 200: LimitsSchema },
      },
    },
    async (request): Promise<LimitsView> => {
      const caller = callerOf(request)
      const query = { maker: makerOf(caller), connection: request.query.account_connection }
      return (await readLimits(database.sql, caller.tenant, query)) as LimitsView
    },
  )
}
