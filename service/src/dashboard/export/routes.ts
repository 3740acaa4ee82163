import { type Api, Closed, callerOf, sendCsv } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { EXPORTS, PERIOD } from './model.ts'
import { walk } from './walk.ts'

export interface ExportRouteDeps {
  readonly database: Database
}

/** Every list as a file, with the filters of the list. */
export function exportRoutes(api: Api, { database }: ExportRouteDeps): void {
  for (const [name, exported] of Object.entries(EXPORTS)) {
    api.get(
      `/export/${name}.csv`,
      {
        config: { action: 'exports.make' },
        schema: { hide: true, querystring: Closed({ ...exported.filters, ...PERIOD }) },
      },
      (request, reply) => {
        const { tenant } = callerOf(request)
        const filter = request.query as Record<string, string>
        return sendCsv(reply, `${name}.csv`, {
          columns: exported.columns,
          rows: () => walk(database.sql, tenant, exported, filter),
        })
      },
    )
  }
}
