import { Type } from 'typebox'
import {
  FIGURES_HOURS,
  type FiguresHours,
  type LoggedRequest,
  type LoggedRequestDetail,
  type LoggedRequestPage,
  type RequestFigures,
} from '../../../../contracts/dashboard/developers.ts'
import { type Api, Closed, callerOf, OneOf, Text } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { findKeyNames } from '../../tenants/index.ts'
import { COUNTED_MAX, countRequests, findRequest, listRequests, type PeriodRow, type RequestRow } from './store.ts'

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

type Headers = Readonly<Record<string, string>>

const readHeaders = (text: string | null): { readonly request?: Headers; readonly response?: Headers } =>
  text === null ? {} : JSON.parse(text)

const InEnvironment = { environment: Type.String() }

interface RequestLogDeps {
  readonly database: Database
}

export function requestLogRoutes(api: Api, deps: RequestLogDeps): void {
  listRoute(api, deps)
  detailRoute(api, deps)
  figuresRoute(api, deps)
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
      const { headers, request_body, response_body, ...rest } = row
      const shown = view(rest, await readKeyNames(sql, tenant, [rest]))
      const { request: request_headers = {}, response: response_headers = {} } = readHeaders(headers)
      return {
        ...shown,
        request_headers,
        response_headers,
        request_body: parsed(request_body),
        response_body: parsed(response_body),
      }
    },
  )
}

/** A day by the hour, a week by six hours. */
const PERIOD_HOURS: Record<FiguresHours, number> = { 24: 1, 168: 6 }

const sumOf = (rows: readonly PeriodRow[], part: 'requests' | 'refused' | 'failed'): number =>
  rows.reduce((sum, row) => sum + row[part], 0)

const viewFigures = (rows: readonly PeriodRow[]): RequestFigures => ({
  requests: sumOf(rows, 'requests'),
  refused: sumOf(rows, 'refused'),
  failed: sumOf(rows, 'failed'),
  is_complete: rows.every(({ examined, reaches }) => examined < COUNTED_MAX || reaches),
  periods: rows.map(({ at, requests, refused, failed, p50, p95 }) => ({
    at: iso(at),
    requests,
    refused,
    failed,
    ...(p50 === null || p95 === null ? {} : { p50_ms: p50, p95_ms: p95 }),
  })),
})

function figuresRoute(api: Api, { database: { sql } }: RequestLogDeps): void {
  api.get(
    '/:environment/request-figures',
    {
      config: { action: 'requests.read' },
      schema: {
        hide: true,
        params: Closed(InEnvironment),
        querystring: Closed({
          hours: Type.Optional(OneOf(FIGURES_HOURS.map(String))),
        }),
      },
    },
    async (request): Promise<RequestFigures> => {
      const hours = Number(request.query.hours ?? FIGURES_HOURS[0]) as FiguresHours
      return viewFigures(await countRequests(sql, callerOf(request).tenant, hours, PERIOD_HOURS[hours]))
    },
  )
}
