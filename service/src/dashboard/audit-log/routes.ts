import { Type } from 'typebox'
import type * as contract from '../../../../contracts/dashboard/audit-log.ts'
import type { Page } from '../../../../contracts/lists.ts'
import { type Api, Closed, listRequest, PageQuery, viewPage } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { personOf } from '../door/person.ts'
import { checkChain } from './chain.ts'
import { type AuditRow, pageOfRows } from './store.ts'

export interface AuditLogDeps {
  readonly database: Database
  readonly vault: Vault
}

const view = ({ hash: _hash, at, ...row }: AuditRow): contract.AuditRow => ({ ...row, at: iso(at) })

export function auditLogRoutes(api: Api, { database, vault }: AuditLogDeps): void {
  api.get(
    '/audit-log',
    {
      config: { action: 'audit.read' },
      schema: {
        hide: true,
        querystring: Closed({
          ...PageQuery,
          person: Type.Optional(Type.String({ maxLength: 64 })),
          action: Type.Optional(Type.String({ maxLength: 64 })),
        }),
      },
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
}
