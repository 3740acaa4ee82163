import { type Api, Closed, callerOf, sendCsv } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { record } from '../audit-log/chain.ts'
import { deedOf } from '../door/actor.ts'
import { EXPORTS, PERIOD } from './model.ts'
import { walk } from './walk.ts'

export interface ExportRouteDeps {
  readonly database: Database
  readonly vault: Vault
}

/** Every list as a file, with the filters of the list. */
export function exportRoutes(api: Api, { database, vault }: ExportRouteDeps): void {
  for (const [name, exported] of Object.entries(EXPORTS)) {
    api.get(
      `/export/${name}.csv`,
      {
        config: { action: 'exports.make' },
        schema: { hide: true, querystring: Closed({ ...exported.filters, ...PERIOD }) },
      },
      async (request, reply) => {
        const { tenant } = callerOf(request)
        const filter = request.query as Record<string, string>
        const deed = deedOf(request, 'exports.make', { subject: `${name}.csv`, details: filter })
        await database.transaction((tx) => record(tx, vault, deed))
        return sendCsv(reply, `${name}.csv`, {
          columns: exported.columns,
          rows: () => walk(database.sql, tenant, exported, filter),
        })
      },
    )
  }
}
