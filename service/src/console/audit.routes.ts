import { Type } from 'typebox'
import type * as audit from '../../../contracts/dashboard/audit-log.ts'
import type { Page } from '../../../contracts/lists.ts'
import {
  type AuditEntry,
  auditFile,
  chainsWithLog,
  checkChain,
  OPERATOR_CHAIN,
  pageOfRows,
  recordExport,
  viewAuditRow,
} from '../dashboard/index.ts'
import { type Api, Closed, listRequest, OneOf, PageQuery, viewPage } from '../http/index.ts'
import { problem } from '../kernel/errors.ts'
import type { Database } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import { actorIn } from './deed-door.ts'

export interface AuditDeps {
  readonly database: Database
  readonly vault: Vault
}

/** The id of an enterprise, or `operator` for the operators' own. */
const Log = Closed({ log: Type.String({ maxLength: 64 }) })
const FILTERS = {
  person: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.String({ maxLength: 64 })),
}

export function auditRoutes(api: Api, deps: AuditDeps): void {
  const { database, vault } = deps
  const requireLog = async (log: string): Promise<string> => {
    if (log !== OPERATOR_CHAIN && !(await chainsWithLog(database.sql)).includes(log)) {
      throw problem('not_found', 'There is no audit log with this name.')
    }
    return log
  }

  api.get(
    '/audit-log/:log',
    {
      config: { needs: 'audit.read' },
      schema: { hide: true, params: Log, querystring: Closed({ ...PageQuery, ...FILTERS }) },
    },
    async (request): Promise<Page<audit.AuditRow>> => {
      const { page } = listRequest(request.query)
      const log = await requireLog(request.params.log)
      return viewPage(await pageOfRows(database.sql, log, page, request.query), page, viewAuditRow)
    },
  )

  api.get(
    '/audit-log/:log/check',
    { config: { needs: 'audit.read', command: 'audit-log check' }, schema: { hide: true, params: Log } },
    async (request) => checkChain(database.sql, vault, await requireLog(request.params.log)),
  )

  api.get(
    '/audit-log/:log/export.:format',
    {
      config: { needs: 'audit.read', command: 'audit-log export' },
      schema: {
        hide: true,
        params: Closed({ log: Type.String({ maxLength: 64 }), format: OneOf(['csv', 'ndjson']) }),
        querystring: Closed(FILTERS),
      },
    },
    async (request, reply) => {
      const { log, format } = request.params
      await requireLog(log)
      const entry: AuditEntry = {
        ...actorIn(request),
        enterprise: OPERATOR_CHAIN,
        action: 'exports.make',
        subject: `audit-log.${format}`,
        details: { log, ...request.query },
      }
      const counted = await recordExport(deps, entry)
      return auditFile(reply, database.sql, { chain: log, format, filter: request.query, counted })
    },
  )
}
