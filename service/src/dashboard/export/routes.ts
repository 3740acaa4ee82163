import { type Api, Closed, callerOf, sendCsv } from '../../http/index.ts'
import type { CsvCell } from '../../kernel/csv.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Cents, dollars as inDollars } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { recordExport } from '../audit-log/index.ts'
import { auditEntry } from '../door/actor.ts'
import { findNames } from '../search/search.ts'
import { EXPORTS, type Export, type ExportDeps, type ExportFilter, PERIOD } from './model.ts'

/** Every list as a file, with the filters of the list. */
export function exportRoutes(api: Api, deps: ExportDeps): void {
  for (const [name, list] of Object.entries(EXPORTS)) exportRoute(api, name, list as Export<object>, deps)
}

function exportRoute<Row extends object>(api: Api, name: string, list: Export<Row>, deps: ExportDeps): void {
  api.get(
    `/export/${name}.csv`,
    {
      config: { action: 'exports.make' },
      schema: { hide: true, querystring: Closed({ ...list.filters, ...PERIOD }) },
    },
    async (request, reply) => {
      const { tenant } = callerOf(request)
      const query = request.query as Readonly<Record<string, unknown>>
      const entry = auditEntry(request, 'exports.make', { subject: `${name}.csv`, details: inWords(query) })
      const counted = await recordExport(deps, entry)
      return sendCsv(reply, `${name}.csv`, {
        columns: columnsOf(list),
        rows: () => counted(() => linesOf(list, deps, tenant, filterOf(query))),
      })
    },
  )
}

/** Several values of a status or type are a filter of their own. */
const filterOf = ({ status, type, ...rest }: Readonly<Record<string, unknown>>): ExportFilter => ({
  ...rest,
  ...(Array.isArray(status) ? { statuses: status } : {}),
  ...(Array.isArray(type) ? { types: type } : type === undefined ? {} : { type: type as string }),
})

/** For the audit log: several values with commas, as the address has them. */
const inWords = (query: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : (value as string)]),
  )

const columnsOf = <Row>({ columns, names, dollars }: Export<Row>): string[] =>
  columns.flatMap((column) => [column, names?.[column] ?? [], dollars?.[column] ?? []].flat())

/** Names are read for so many rows at once. */
const STEP = 500

async function* linesOf<Row extends object>(
  list: Export<Row>,
  deps: ExportDeps,
  tenant: TenantId,
  filter: ExportFilter,
): AsyncGenerator<CsvCell[]> {
  let waiting: Row[] = []
  for await (const row of list.rows(deps, tenant, filter)) {
    waiting.push(row)
    if (waiting.length < STEP) continue
    yield* await linesFor(list, deps, tenant, waiting)
    waiting = []
  }
  yield* await linesFor(list, deps, tenant, waiting)
}

async function linesFor<Row extends object>(
  { columns, names, dollars }: Export<Row>,
  deps: ExportDeps,
  tenant: TenantId,
  rows: readonly Row[],
): Promise<CsvCell[][]> {
  const ids = new Set(rows.flatMap((row) => columns.flatMap((column) => (names?.[column] ? String(row[column]) : []))))
  const found = ids.size > 0 ? await findNames(deps, tenant, [...ids]) : {}
  return rows.map((row) =>
    columns.flatMap((column) => {
      const cell = cellOf(row[column])
      return [
        cell,
        ...(names?.[column] ? [found[String(cell)] ?? ''] : []),
        ...(dollars?.[column] ? [plainDollars(cell)] : []),
      ]
    }),
  )
}

/** Without a sign and commas, so that a spreadsheet reads a number. */
const plainDollars = (cents: CsvCell): CsvCell =>
  typeof cents === 'number' ? inDollars(cents as Cents).replaceAll(/[$,]/g, '') : ''

function cellOf(value: unknown): CsvCell {
  if (value instanceof Date) return iso(value)
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return value as CsvCell
}
