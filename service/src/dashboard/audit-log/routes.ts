import { Type } from 'typebox'
import type * as contract from '../../../../contracts/dashboard/audit-log.ts'
import type { Page } from '../../../../contracts/lists.ts'
import { type Api, Closed, listRequest, PageQuery, sendCsv, sendNdjson, viewPage } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { auditEntry } from '../door/actor.ts'
import { personOf } from '../door/person.ts'
import { checkChain } from './chain.ts'
import { AUDIT_COLUMNS, toCells, viewRow, walkRows } from './export.ts'
import { recordExport } from './record-export.ts'
import { type AuditRow, pageOfRows } from './store.ts'

export interface AuditLogDeps {
  readonly database: Database
  readonly vault: Vault
}

const view = ({ hash: _hash, at, ...row }: AuditRow): contract.AuditRow => ({ ...row, at: iso(at) })

const FILTERS = {
  person: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.String({ maxLength: 64 })),
}

export function auditLogRoutes(api: Api, deps: AuditLogDeps): void {
  const { database, vault } = deps
  api.get(
    '/audit-log',
    {
      config: { action: 'audit.read' },
      schema: { hide: true, querystring: Closed({ ...PageQuery, ...FILTERS }) },
    },
    async (request): Promise<Page<contract.AuditRow>> => {
      const { page } = listRequest(request.query)
      const { enterprise } = personOf(request)
      return viewPage(await pageOfRows(database.sql, enterprise.id, page, request.query), page, view)
    },
  )

  api.get('/audit-log/check', { config: { action: 'audit.read' }, schema: { hide: true } }, (request) =>
    checkChain(database.sql, vault, personOf(request).enterprise.id),
  )

  exportRoute(api, 'csv', deps)
  exportRoute(api, 'ndjson', deps)
}

/** The log as a file, oldest first, up to the row that records the export itself. */
function exportRoute(api: Api, format: 'csv' | 'ndjson', deps: AuditLogDeps): void {
  const name = `audit-log.${format}`
  api.get(
    `/${name}`,
    {
      config: { action: 'audit.read' },
      schema: {
        hide: true,
        querystring: Closed({
          ...FILTERS,
          after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
        }),
      },
    },
    async (request, reply) => {
      const { after = 0, ...filter } = request.query
      const entry = auditEntry(request, 'exports.make', { subject: name, details: { ...request.query } })
      const counted = await recordExport(deps, entry)
      const rows = () => counted(() => walkRows(deps.database.sql, entry.enterprise, { after }, filter))
      if (format === 'csv') return sendCsv(reply, name, { columns: AUDIT_COLUMNS, rows: () => cellsOf(rows()) })
      return sendNdjson(reply, name, viewsOf(rows()))
    },
  )
}

async function* cellsOf(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield toCells(row)
}

async function* viewsOf(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield viewRow(row)
}
