import { Type } from 'typebox'
import type {
  LoggedRequest,
  LoggedRequestDetail,
  LoggedRequestPage,
} from '../../../../contracts/dashboard/developers.ts'
import { type Api, Closed, callerOf, OneOf, Text } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { findKeyNames } from '../../tenants/index.ts'
import { findRequest, listRequests, type RequestRow } from './store.ts'

const LIMIT = 25
const LIMIT_MAX = 100

const view = ({ id, at, ...row }: RequestRow, keyNames: ReadonlyMap<string, string>): LoggedRequest => ({
  request_id: id,
  ...row,
  api_key_name: row.api_key === null ? null : (keyNames.get(row.api_key) ?? null),
  at: iso(at),
})

const readKeyNames = (sql: Queryable, tenant: TenantId, rows: readonly RequestRow[]): Promise<Map<string, string>> =>
  findKeyNames(sql, tenant, [...new Set(rows.flatMap(({ api_key }) => api_key ?? []))])

/** The log keeps bodies as JSON. */
const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

const InEnvironment = { environment: Type.String() }

interface RequestLogDeps {
  readonly database: Database
}

export function requestLogRoutes(api: Api, deps: RequestLogDeps): void {
  listRoute(api, deps)
  detailRoute(api, deps)
}

function listRoute(api: Api, { database: { sql } }: RequestLogDeps): void {
  api.get(
    '/:environment/request-log',
    {
      config: { action: 'requests.read' },
      schema: {
        hide: true,
        params: Closed(InEnvironment),
        querystring: Closed({
          status: Type.Optional(Type.String({ pattern: '^[1-5](xx|\\d\\d)$', 'x-form': 'like `404` or `4xx`' })),
          method: Type.Optional(OneOf(['GET', 'POST', 'PUT', 'DELETE'])),
          path: Type.Optional(Text(200)),
          request_id: Type.Optional(Text(64)),
          before: Type.Optional(Text(64)),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX })),
        }),
      },
    },
    async (request): Promise<LoggedRequestPage> => {
      const { tenant } = callerOf(request)
      const { limit = LIMIT, ...filter } = request.query
      const rows = await listRequests(sql, tenant, filter, limit + 1)
      const keyNames = await readKeyNames(sql, tenant, rows)
      const data = rows.slice(0, limit).map((row) => view(row, keyNames))
      return { data, has_more: rows.length > limit, next_before: data.at(-1)?.request_id ?? null }
    },
  )
}

function detailRoute(api: Api, { database: { sql } }: RequestLogDeps): void {
  api.get(
    '/:environment/request-log/:request_id',
    {
      config: { action: 'requests.read' },
      schema: { hide: true, params: Closed({ ...InEnvironment, request_id: Type.String() }) },
    },
    async (request): Promise<LoggedRequestDetail> => {
      const { tenant } = callerOf(request)
      const row = await findRequest(sql, tenant, request.params.request_id)
      if (!row) throw problem('not_found', 'No request of the last 30 days has this id.')
      const { request_body, response_body, ...rest } = row
      const shown = view(rest, await readKeyNames(sql, tenant, [rest]))
      return { ...shown, request_body: parsed(request_body), response_body: parsed(response_body) }
    },
  )
}
