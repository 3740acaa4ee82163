import { type Api, Closed, callerOf, sendCsv } from '../../http/index.ts'
import type { CsvCell } from '../../kernel/csv.ts'
import { iso } from '../../kernel/time.ts'
import type { WalkFilter } from '../../platform/list-walk.ts'
import { recordExport } from '../audit-log/index.ts'
import { auditEntry } from '../door/actor.ts'
import { EXPORTS, type Export, type ExportDeps, PERIOD } from './model.ts'

/** Every list as a file, with the filters of the list. */
export function exportRoutes(api: Api, deps: ExportDeps): void {
  for (const [name, list] of Object.entries(EXPORTS)) exportRoute(api, name, list as Export<object>, deps)
}

function exportRoute<Row extends object>(api: Api, name: string, list: Export<Row>, deps: ExportDeps): void {
  const { columns, filters, rows } = list
  api.get(
    `/export/${name}.csv`,
    {
      config: { action: 'exports.make' },
      schema: { hide: true, querystring: Closed({ ...filters, ...PERIOD }) },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      const filter = request.query as WalkFilter
      const entry = auditEntry(request, 'exports.make', { subject: `${name}.csv`, details: filter })
      const counted = await recordExport(deps, entry)
      return sendCsv(reply, `${name}.csv`, {
        columns,
        rows: () =>
          counted(async function* () {
            for await (const row of rows(deps, tenant, filter)) yield columns.map((column) => cellOf(row[column]))
          }),
      })
    },
  )
}

function cellOf(value: unknown): CsvCell {
  if (value instanceof Date) return iso(value)
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return value as CsvCell
}
