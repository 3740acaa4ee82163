import { Type } from 'typebox'
import type * as contract from '../../../../contracts/dashboard/audit-log.ts'
import type { Page } from '../../../../contracts/lists.ts'
import { type Api, Closed, listRequest, PageQuery, viewPage } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { auditEntry } from '../door/actor.ts'
import { personOf } from '../door/person.ts'
import { checkChain } from './chain.ts'
import { auditFile, viewAuditRow } from './file.routes.ts'
import { recordExport } from './record-export.ts'
import { pageOfRows } from './store.ts'

export interface AuditLogDeps {
  readonly database: Database
  readonly vault: Vault
}

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
      return viewPage(await pageOfRows(database.sql, enterprise.id, page, request.query), page, viewAuditRow)
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
      return auditFile(reply, deps.database.sql, { chain: entry.enterprise, format, after, filter, counted })
    },
  )
}
